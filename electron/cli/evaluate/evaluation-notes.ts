import type { EvaluationRow, PageResult } from '../../../shared/evaluation/evaluation-row'
import { pagesSentence, RowFailures } from '../../../shared/evaluation/noted-pages'
import { write, type CliIo } from '../cli-io'
import { countedOf, firstFew } from '../../../shared/base/written-number'
import { failed } from '../../../shared/base/failure'

const MOST_NAMED = 20

const hasFigure = ({ metrics, counts }: EvaluationRow): boolean =>
  counts !== undefined || Object.values(metrics).some((value) => typeof value === 'number')

export class PageReport {
  someFailed = false
  private pages = 0
  private someScored = false
  private readonly unread: string[] = []
  private readonly waiting: string[] = []
  private readonly ofRows = new RowFailures()

  constructor(results: readonly PageResult[] = []) {
    for (const result of results) this.add(result)
  }

  add(result: PageResult): void {
    const { facts, failure: reason, rows } = result
    this.pages++
    this.ofRows.add(result)
    if (reason) this.unread.push(`${facts.page}: ${reason.message} [${reason.code}]`)
    if (facts.leftOut !== undefined) this.waiting.push(`${facts.page} (${facts.leftOut})`)
    if (facts.gold !== 'none' || rows.some(hasFigure)) this.someScored = true
    if (reason || rows.some((row) => row.failure !== null)) this.someFailed = true
  }

  /** @throws FailureError `evaluation.nothing-read` if no page is readable, `evaluation.no-gold` if no page has a gold text or a score */
  async write(io: CliIo, names: readonly string[], gold = ''): Promise<void> {
    const { pages, unread, waiting } = this
    for (const line of unread.slice(0, MOST_NAMED)) await write(io.stderr, `boilerscope: ${line}\n`)
    if (unread.length > MOST_NAMED) await write(io.stderr, `boilerscope: and ${unread.length - MOST_NAMED} more\n`)
    for (const row of this.ofRows.list())
      await write(
        io.stderr,
        `boilerscope: ${names[row.configuration] ?? ''} failed on ${pagesSentence(row)}: ${row.message} [${row.code}]\n`,
      )
    if (unread.length === pages && pages > 0)
      throw failed(
        'evaluation.nothing-read',
        pages === 1 ? 'The only page could not be read.' : `None of the ${pages} pages could be read.`,
        'Correct the failures above, then run the command again.',
      )
    if (waiting.length > 0) {
      const listed = firstFew(waiting, MOST_NAMED)
      await write(io.stderr, `boilerscope: labels are not a gold standard on ${countedOf(waiting.length, pages, 'page')}: ${listed}.\n`)
    }
    if (pages > 0 && !this.someScored)
      throw failed(
        'evaluation.no-gold',
        `No page has a valid gold text${gold === '' ? '' : ` with the name "${gold}"`}, so nothing can be scored.`,
        gold === '' ? 'Label the pages, or add their gold texts to the folder.' : 'boilerscope corpus stats lists the annotators.',
      )
  }
}
