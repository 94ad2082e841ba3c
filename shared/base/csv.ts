/** A field of CSV (RFC 4180), quoted where it must be. A text that begins like a formula is disarmed: a spreadsheet would run it. */
export function csvField(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) && !/^-?[\d.]+$/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
