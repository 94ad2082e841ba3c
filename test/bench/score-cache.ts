/** Scores of pages that are done, so that a run that was broken off goes on where it was. */
import { createHash } from 'node:crypto'
import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { PageResult } from './score-worker'

/** Results of one set, one page per line, below their program and settings. */
export class ScoreCache {
  private readonly file: string
  private readonly pages = new Map<string, readonly PageResult[]>()

  /** @param made what the scores depend on; other scores are not read. */
  constructor(set: string, made: readonly string[]) {
    const hash = createHash('sha256').update(JSON.stringify(made)).digest('hex').slice(0, 16)
    const folder = join(process.cwd(), '.cache', 'scores', hash)
    mkdirSync(folder, { recursive: true })
    this.file = join(folder, `${set}.jsonl`)
    if (!existsSync(this.file)) return
    for (const line of readFileSync(this.file, 'utf8').split('\n')) {
      try {
        const results = JSON.parse(line) as PageResult[]
        if (results[0]) this.pages.set(results[0].page, results)
      } catch {
        // The last line of a run that was killed.
      }
    }
  }

  has(page: string): boolean {
    return this.pages.has(page)
  }

  add(results: readonly PageResult[]): void {
    if (!results[0]) return
    this.pages.set(results[0].page, results)
    // A truncated line is separate.
    appendFileSync(this.file, `\n${JSON.stringify(results)}`)
  }

  results(): PageResult[] {
    return [...this.pages.values()].flat()
  }
}
