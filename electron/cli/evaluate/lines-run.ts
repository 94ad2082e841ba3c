/** `evaluate --stdin` and `--lines`: a line of scores for each page. */
import { DEFAULT_LIMITS } from '../../../shared/contract/source'
import type { PageResult } from '../../../shared/evaluation/evaluation-row'
import { scoreLine } from '../../../shared/evaluation/score-line'
import { evaluatePages } from '../../services/evaluation/evaluation-runner'
import { scoredRun } from '../../services/evaluation/score-lines'
import { jsonLinesPages } from '../../services/sources/json-lines-pages'
import type { PageCollection } from '../../services/sources/page-record'
import { EXIT, usage, versionOf, write, type CliIo, type ExitCode } from '../cli-io'
import { warnOn, type Prepared } from './prepare-run'

/** The pages on standard input. */
export function standardInput(io: CliIo): PageCollection {
  return {
    all: () => jsonLinesPages({ stream: io.stdin, name: 'standard input' }, { folder: io.cwd, maxBytes: DEFAULT_LIMITS.maxBytes }),
  }
}

/** Notes which records have no id, as they are read. */
function noting(entries: PageCollection, unnamed: Set<string>): PageCollection {
  return {
    async *all(signal) {
      for await (const entry of entries.all(signal)) {
        if (entry.key === null) unnamed.add(entry.id)
        yield entry
      }
    },
  }
}

/** One line a page in the order of the source, flushed as soon as its turn comes. */
export async function linesRun(
  io: CliIo,
  { registry, own, names, spec, pool }: Prepared,
  entries: PageCollection,
  signal: AbortSignal,
): Promise<ExitCode> {
  const run = scoredRun(
    spec,
    registry,
    versionOf(io.root),
    own?.files.map(({ hash }) => hash),
  )
  if (new Set(names).size < names.length) throw usage('An extractor is named twice.', 'Name each once: lines go by names.')
  const unnamed = new Set<string>()
  let next = 0
  let failed = 0
  const waiting = new Map<number, PageResult>()
  await evaluatePages(pool, {
    spec,
    maxNodes: DEFAULT_LIMITS.maxNodes,
    own,
    warn: warnOn(io),
    entries: noting(entries, unnamed),
    once: true,
    signal,
    progress: () => undefined,
    append: async ({ index, result }) => {
      waiting.set(index, result)
      for (let ready = waiting.get(next); ready; ready = waiting.get(next)) {
        waiting.delete(next++)
        if (ready.failure) failed++
        await write(io.stdout, `${scoreLine(ready, run, unnamed.delete(ready.facts.page))}\n`)
      }
    },
  })
  return failed > 0 ? EXIT.someFailed : EXIT.done
}
