/** A line of progress on a terminal, written anew at most four times a second. */
export function showProgress<Progress>(quiet = false, sentence: (progress: Progress) => string): (progress: Progress) => void {
  let last = 0
  return (progress) => {
    if (quiet || !process.stderr.isTTY || Date.now() - last < 250) return
    last = Date.now()
    process.stderr.write(`\r\x1b[K${sentence(progress)}`)
  }
}

/** Clears the line of progress. */
export function endProgress(quiet = false): void {
  if (process.stderr.isTTY && !quiet) process.stderr.write('\r\x1b[K')
}
