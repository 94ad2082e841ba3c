/** Runs `evaluate` with `--stdin` or `--lines`, which print one line of scores per page, or with `--merge`, which reads these lines. */
import { hash } from 'node:crypto'
import { readdir, stat } from 'node:fs/promises'
import { basename, join, resolve } from 'node:path'
import { failed, type FailureError } from '../../../shared/base/failure'
import { DEFAULT_LIMITS } from '../../../shared/contract/capture'
import type { PageResult } from '../../../shared/evaluation/evaluation-row'
import { completeParams, configurationName, metricsOf, rowTitles } from '../../../shared/evaluation/run-spec'
import { readScoreLine, scoreLine, type ScoredPage, type ScoredRun } from '../../../shared/evaluation/score-line'
import { ScoreSums } from '../../../shared/evaluation/score-sums'
import { evaluatePages } from '../../services/evaluation/evaluation-runner'
import { sha256 } from '../../services/files/files'
import { type LineSource, readLines, textOfLine } from '../../services/files/read-lines'
import type { PageCollection } from '../../services/sources/page-record'
import { EXIT, versionOf, write, type CliIo, type ExitCode, writeOut } from '../cli-io'
import { PageReport, parseGroupings, parseReference, tablesOf } from './evaluation-output'
import { type EvaluateOptions, openSource, type Prepared } from './prepare-run'

export async function linesRun(io: CliIo, ready: Prepared, signal: AbortSignal): Promise<ExitCode> {
  const { own, spec, pool } = ready
  const run = scoredRun(ready, versionOf(io.root))
  const unnamed = new Set<string>()
  const entries: PageCollection = {
    async *all(stop) {
      for await (const entry of openSource(io, spec).all(stop)) {
        if (entry.key === null) unnamed.add(entry.id)
        yield entry
      }
    },
  }
  let next = 0
  let failed = 0
  const waiting = new Map<number, PageResult>()
  await evaluatePages(pool, {
    spec,
    maxNodes: DEFAULT_LIMITS.maxNodes,
    own,
    entries,
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

/** Returns the properties that the score lines of a run share. */
function scoredRun({ spec, registry, own }: Prepared, version: string): ScoredRun {
  const configurations = spec.configurations.map((configuration) => {
    const extractor = registry.get(configuration.extractor)
    return [configuration.extractor, extractor ? Object.entries(completeParams(extractor, configuration)).sort() : []]
  })
  const metrics = metricsOf(spec)
  const { tokens, gold } = spec
  const files = own?.files.map((file) => file.hash) ?? []
  const id = sha256(JSON.stringify({ version, configurations, metrics, tokens, gold, ...(files.length > 0 && { files }) }))
  return { id: id.slice(0, 16), extractors: spec.configurations.map(configurationName), titles: rowTitles(spec, registry.list()), metrics }
}

/**
 * Returns the given files and the files in given folders. In a folder, omits files whose names begin with `.` or `_`, because Spark adds
 * such files, for example `_SUCCESS`.
 */
async function scoreFiles(paths: readonly string[]): Promise<string[]> {
  const filesAt = async (path: string): Promise<string[]> => {
    if (!(await stat(path).catch(() => null))?.isDirectory()) return [path]
    const names = (await readdir(path)).filter((name) => !/^[._]/.test(name)).sort()
    return names.map((name) => join(path, name))
  }
  return (await Promise.all(paths.map(filesAt))).flat()
}

/**
 * Yields one page at a time, because the files may exceed the memory.
 * @throws FailureError `merge.not-scores`, `merge.other-run`, `merge.duplicate` for a repeated page, `input.no-pages`; as `readLines` and
 * `textOfLine`
 */
async function* mergedPages(sources: readonly LineSource[], signal: AbortSignal): AsyncGenerator<ScoredPage> {
  const seen = new SeenIds()
  let first: { readonly run: ScoredRun; readonly key: string; readonly place: string } | null = null
  for (const source of sources) {
    const name = typeof source === 'string' ? source : source.name
    for await (const line of readLines(source, { signal })) {
      const place = `${name}, line ${line.number}`
      const page = readScoreLine(textOfLine(line, source), place)
      const key = JSON.stringify(page.run)
      first ??= { run: page.run, key, place }
      if (key !== first.key) throw otherRun(first, page.run, place)
      if (!page.unnamed && !seen.add(page.result.facts.page)) {
        const message = `${place} scores the page "${page.result.facts.page}", which was scored before.`
        throw failed('merge.duplicate', message, 'Name each shard once; if a task ran twice, use the output of one attempt.')
      }
      yield page
    }
  }
  if (!first)
    throw failed(
      'input.no-pages',
      `The input has no score lines: ${sources.map((source) => basename(typeof source === 'string' ? source : source.name)).join(', ')}.`,
      'Use files that contain the output of evaluate --stdin or --lines.',
    )
}

function otherRun(first: { readonly run: ScoredRun; readonly place: string }, run: ScoredRun, place: string): FailureError {
  const differs =
    String(first.run.extractors) !== String(run.extractors)
      ? `${run.extractors.join(', ')} instead of ${first.run.extractors.join(', ')}`
      : String(first.run.metrics) !== String(run.metrics)
        ? `the metrics ${run.metrics.join(', ')} instead of ${first.run.metrics.join(', ')}`
        : 'other parameters, other settings for words or gold texts, or another version of Boilerscope'
  return failed(
    'merge.other-run',
    `${place} belongs to a different run than ${first.place}: ${differs}.`,
    'Score all shards with the same options and version.',
  )
}

/** Stores 16 bytes of the SHA-256 of an id instead of the id, because most ids are longer. */
class SeenIds {
  /** Sets of hashes by first byte, because a set of V8 has at most 2²⁴ members. */
  private readonly shards = Array.from({ length: 256 }, () => new Set<string>())

  add(id: string): boolean {
    const digest = hash('sha256', id, 'buffer')
    const shard = this.shards[digest[0] as number] as Set<string>
    const before = shard.size
    return shard.add(digest.toString('latin1', 1, 17)).size > before
  }
}
