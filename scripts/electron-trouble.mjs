// Why an Electron that was just started ended, from what it said.

/** Milliseconds within which an end is a start that failed. */
export const SOON = 5000

const CAUSES = [
  [
    /SUID sandbox helper|No usable sandbox|sandbox_linux|unprivileged_userns|namespace sandbox/i,
    'this system does not let it set up its sandbox',
  ],
  [
    /Missing X server|cannot open display|Unable to open X display|ozone_platform|Failed to connect to Wayland/i,
    'it cannot reach the display',
  ],
  [/error while loading shared libraries: (\S+?):/, 'a library of the system is missing: $1'],
  [/running as root without --no-sandbox/i, 'it does not run as the superuser'],
  [/GLIBC\S* not found/, 'the system’s C library is too old for it'],
]

/**
 * @param {string} said what it wrote to standard error
 * @param {number | null} code
 * @param {string | null} signal
 * @returns {string} a sentence’s middle: “Electron could not be started: …”
 */
export function whyElectronEnded(said, code, signal) {
  for (const [pattern, words] of CAUSES) {
    const found = pattern.exec(said)
    if (found) return words.replace('$1', found[1] ?? '')
  }
  return signal ? `it was ended by ${signal}` : `it ended with code ${code}`
}
