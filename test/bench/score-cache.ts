import { createHash } from 'node:crypto'
import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { PageResult } from './score-worker'

/** Stores the scores of finished pages, one page per line, so that an interrupted run can continue. */
export class ScoreCache {
  private readonly file: string
  private readonly pages = new Map<string, readonly PageResult[]>()

  /** @param inputs everything that determines the scores; other inputs use another folder */
  constructor(set: string, inputs: readonly string[]) {
    const hash = createHash('sha256').update(JSON.stringify(inputs)).digest('hex').slice(0, 16)
    const folder = join(process.cwd(), '.cache', 'scores', hash)
    mkdirSync(folder, { recursive: true })
    this.file = join(folder, `${set}.jsonl`)
    if (!existsSync(this.file)) return
    for (const line of readFileSync(this.file, 'utf8').split('\n')) {
      try {
        const results = JSON.parse(line) as PageResult[]
        if (results[0]) this.pages.set(results[0].page, results)
      } catch {
        // Skip empty lines, and the incomplete line of a killed run.
      }
    }
  }

  has(page: string): boolean {
    return this.pages.has(page)
  }

  add(results: readonly PageResult[]): void {
    if (!results[0]) return
    this.pages.set(results[0].page, results)
    // The line feed ends an incomplete line of a killed run.
    appendFileSync(this.file, `\n${JSON.stringify(results)}`)
  }

  results(): PageResult[] {
    return [...this.pages.values()].flat()
  }
}
