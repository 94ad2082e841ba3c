/** Publishes a run over 5 pages of WCXB. `PUBLISHED_PAGES` sets another number. */
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'
import { jsonLines, runProgramNow } from '../fixtures/run-program'
import { describe, expect, it } from 'vitest'

const ROOT = join(import.meta.dirname, '../..')
const WCXB = join(ROOT, '../shared/data/wcxb')
const isThere = existsSync(WCXB)
const PAGES = Number(process.env.PUBLISHED_PAGES ?? 5)
const MOST_PER_PAGE = 80e6 / 420
const FIXED = 6e6

const cli = (...args: string[]) => runProgramNow(join(ROOT, 'out/main/cli.js'), args)

const rowsOf = (file: string): unknown[] =>
  jsonLines<{ rows?: unknown; result?: { rows: unknown } }>(readFileSync(file, 'utf8')).map(({ rows, result }) => rows ?? result?.rows)

function filesOf(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? filesOf(join(folder, entry.name)) : [join(folder, entry.name)],
  )
}

describe(`a published run over WCXB${isThere ? '' : ' (skipped: its pages are missing beside this checkout)'}`, () => {
  it.skipIf(!isThere)(
    'has every page and the numbers of the run, is small, and has no path of this machine',
    { timeout: 1_800_000 },
    () => {
      const folder = mkdtempSync(join(tmpdir(), 'boilerscope-published-'))
      try {
        const out = join(folder, 'table.txt')
        const extractors = 'cectd-ds,lens,ttr,lqf,readability,defuddle'
        const options = ['--sample', String(PAGES), '--extractors', extractors, '--metrics', 'f1,wordF1,rouge5', '--quiet']
        const evaluated = cli('evaluate', '--corpus', WCXB, ...options, '--out', out)
        expect([0, 3], evaluated.stderr).toContain(evaluated.status)
        const site = join(folder, 'site')
        const published = cli('publish', out, site, '--quiet')
        expect(published.status, published.stderr).toBe(0)
        expect(readdirSync(join(site, 'data')).filter((name) => name.startsWith('page-'))).toHaveLength(PAGES)
        const files = filesOf(site)
        expect(files.reduce((sum, file) => sum + statSync(file).size, 0)).toBeLessThan(FIXED + PAGES * MOST_PER_PAGE)
        expect(rowsOf(join(site, 'downloads/results.jsonl'))).toEqual(rowsOf(join(`${out}.run`, 'results.jsonl')))
        const written = files.filter((file) => file.includes('/downloads/')).map((file) => readFileSync(file, 'utf8'))
        for (const own of [folder, WCXB, ROOT, `${homedir()}/`]) expect(written.join('\n')).not.toContain(own)
      } finally {
        rmSync(folder, { recursive: true, force: true })
      }
    },
  )
})
