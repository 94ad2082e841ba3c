/** Runs `evaluate` with `--stdin` or `--lines`, which print one line of scores per page, or with `--merge`, which reads these lines. */
import { failed } from '../../../shared/base/failure'
import { DEFAULT_LIMITS } from '../../../shared/contract/capture'
import type { PageResult } from '../../../shared/evaluation/evaluation-row'
import { scoreLine, type ScoredRun } from '../../../shared/evaluation/score-line'
import { evaluatePages } from '../../services/evaluation/evaluation-runner'
import { scoredRun, mergedPages, scoreFiles } from '../../services/evaluation/score-lines'
import { jsonLinesPages } from '../../services/sources/json-lines-pages'
import type { PageCollection } from '../../services/sources/page-record'
import { EXIT, versionOf, write, type CliIo, type ExitCode, writeOut } from '../cli-io'
import type { EvaluateOptions, Prepared } from './prepare-run'
import { resolve } from 'node:path'
import { PageReport, parseGroupings, parseReference, tablesOf } from './evaluation-output'
import { ScoreSums } from '../../../shared/evaluation/score-sums'

export function standardInput(io: CliIo): PageCollection {
  return {
    all: () => jsonLinesPages({ stream: io.stdin, name: 'standard input' }, { folder: io.cwd, maxBytes: DEFAULT_LIMITS.maxBytes }),
  }
}

function recordUnnamedEntries(entries: PageCollection, unnamed: Set<string>): PageCollection {
  return {
    async *all(signal) {
      for await (const entry of entries.all(signal)) {
        if (entry.key === null) unnamed.add(entry.id)
        yield entry
      }
    },
  }
}

export async function linesRun(
  io: CliIo,
  { registry, own, spec, pool }: Prepared,
  entries: PageCollection,
  signal: AbortSignal,
): Promise<ExitCode> {
  const run = scoredRun(
    spec,
    registry,
    versionOf(io.root),
    own?.files.map(({ hash }) => hash),
  )
  const unnamed = new Set<string>()
  let next = 0
  let failed = 0
  const waiting = new Map<number, PageResult>()
  await evaluatePages(pool, {
    spec,
    maxNodes: DEFAULT_LIMITS.maxNodes,
    own,
    entries: recordUnnamedEntries(entries, unnamed),
    once: true,
    signal,
    progress: () => undefined,
    append: async ({ index, result }) => {
      waiting.set(index, result)
      for (let ready = waiting.get(next); ready; ready = waiting.get(next)) {
        waiting.delete(next++)
        if (ready.failure || ready.rows.some((row) => row.failure !== null)) failed++
        await write(io.stdout, `${scoreLine(ready, run, unnamed.delete(ready.facts.page))}\n`)
      }
    },
  })
  return failed > 0 ? EXIT.someFailed : EXIT.done
}

export async function mergeScores(io: CliIo, choice: EvaluateOptions, merge: readonly string[], signal: AbortSignal): Promise<ExitCode> {
  const groupings = parseGroupings(choice.by)
  const files = await scoreFiles(merge.filter((path) => path !== '-').map((path) => resolve(io.cwd, path)))
  const sources = merge.includes('-') ? [...files, { stream: io.stdin, name: 'standard input' }] : files
  if (sources.length === 0)
    throw failed('input.no-pages', `There is no file in ${merge.join(', ')}.`, 'Name files with the output of evaluate --stdin or --lines.')
  const report = new PageReport()
  let merged: { readonly run: ScoredRun; readonly sums: ScoreSums } | null = null
  for await (const { run, result } of mergedPages(sources, signal)) {
    if (!merged) {
      parseReference(choice.against, run.extractors)
      merged = { run, sums: new ScoreSums(run.extractors.length, run.metrics, groupings, choice.failures) }
    }
    merged.sums.add(result)
    report.add(result)
  }
  if (!merged) return EXIT.failed
  const { extractors: names, metrics, titles = names } = merged.run
  await report.write(io, names)
  await writeOut(io, tablesOf({ sums: merged.sums, names, metrics }, choice, { titles }), choice.out)
  return report.someFailed ? EXIT.someFailed : EXIT.done
}
