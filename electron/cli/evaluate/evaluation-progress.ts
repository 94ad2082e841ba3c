import type { EvaluationProgress } from '../../services/evaluation/evaluation-runner'
import { progressSentence } from '../../services/evaluation/evaluation-service'

/** A line of progress on a terminal, at most four times a second. */
export function showProgress(quiet: boolean): (progress: EvaluationProgress) => void {
  let last = 0
  return (progress) => {
    if (quiet || !process.stderr.isTTY) return
    const now = Date.now()
    if (now - last < 250 && progress.pages !== progress.total) return
    last = now
    process.stderr.write(`\r\x1b[K${progressSentence(progress)}`)
  }
}

/** Clears the line of progress. */
export function endProgress(quiet: boolean): void {
  if (process.stderr.isTTY && !quiet) process.stderr.write('\r\x1b[K')
}
