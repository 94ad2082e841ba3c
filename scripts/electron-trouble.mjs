// Why an Electron that was just started ended, from what it said.

/** Milliseconds within which an end is a start that failed. */
export const SOON = 5000

/** Milliseconds after which a start that shows nothing is spoken of. */
const SILENT = 20_000

/**
 * Says what to do where an Electron that was started neither ends nor shows its window, which it tells over the channel to its parent.
 * @param {import('node:events').EventEmitter} child
 * @param {(sentence: string) => void} say
 */
export function speakWhereSilent(child, say, after = SILENT) {
  const timer = setTimeout(
    () => say('If no window has come yet, none may come: end this with Ctrl-C, and start with "npm start -- --host browser".'),
    after,
  )
  for (const sign of ['message', 'close', 'error']) child.once(sign, () => clearTimeout(timer))
}

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
