import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { DEFAULT_LIMITS } from '../../../shared/contract/capture'
import { pageScoresCsv } from '../../../shared/evaluation/table-text'
import { metricsOf, rowTitles } from '../../../shared/evaluation/run-spec'
import { meanTimes, type PageResult, usualColumns } from '../../../shared/evaluation/evaluation-row'
import type { MetricId } from '../../../shared/evaluation/metric-list'
import { sweepNotes } from '../../../shared/evaluation/sweeps'
import { counted } from '../../../shared/base/written-number'
import { sumsOf } from '../../../shared/evaluation/score-sums'
import { holdLock } from '../../services/files/file-lock'
import { progressSentence } from '../../services/evaluation/evaluation-runner'
import { runRest } from '../../services/evaluation/going-runs'
import { runFiles, type JournalEntry, type RunFiles } from '../../services/evaluation/run-files'
import { newRunRecord, ownRecords } from '../../services/evaluation/run-record'
import { EXIT, isSpecial, usage, versionOf, withProgress, warn, writeOut, type CliIo, type ExitCode } from '../cli-io'
import { PageReport, type RunKnowledge, tablesOf } from './evaluation-output'
import { type Guard, guardRun } from './guard-run'
import { type EvaluateOptions, openSource, type Prepared } from './prepare-run'

export async function tableRun(
  io: CliIo,
  options: EvaluateOptions,
  ready: Prepared,
  { guard, signal }: { readonly guard: Guard | null; readonly signal: AbortSignal },
): Promise<ExitCode> {
  const target = options.out === undefined ? null : resolve(io.cwd, options.out)
  const out = target !== null && (await isSpecial(target)) ? null : target
  // Two runs that write the same files would mix their results.
  if (out !== null) await mkdir(dirname(out), { recursive: true })
  const release = out === null ? null : await holdLock(`${out}.run`)
  const folder = out === null ? await mkdtemp(join(tmpdir(), 'boilerscope-run-')) : `${out}.run`
  try {
    const entries = await scoredEntries(io, options, ready, { files: runFiles(folder), out, signal })
    const someFailed = await printed(io, options, ready, entries)
    if (guard) return await guardRun(io, guard, ready, { entries, signal })
    return someFailed ? EXIT.someFailed : EXIT.done
  } finally {
    if (out === null) await rm(folder, { recursive: true, force: true })
    await release?.()
  }
}

async function scoredEntries(
  io: CliIo,
  options: EvaluateOptions,
  { spec, own, names, pool }: Prepared,
  { files, out, signal }: { readonly files: RunFiles; readonly out: string | null; readonly signal: AbortSignal },
): Promise<readonly JournalEntry[]> {
  const resumed = options.resume && out !== null ? await resumable() : false
  if (!resumed) {
    const left = await files.pagesInJournal()
    await files.clear()
    if (left > 0) await warn(io, `discarded ${counted(left, 'scored page')} of an interrupted run; --resume would have kept them.`)
    const createdAt = new Date().toISOString()
    const record = { id: 'cli', name: out ?? '', createdAt, spec, names: [...names], boilerscope: versionOf(io.root) }
    await files.writeRecord(newRunRecord({ ...record, status: 'running' }, own))
  }
  const { entries } = await withProgress(options.quiet, progressSentence, (progress) =>
    runRest(pool, files, {
      ...{ spec, own, signal, progress, maxNodes: DEFAULT_LIMITS.maxNodes, entries: openSource(io, spec) },
      // A comparison with this run as the baseline needs the kept nodes to show lost text.
      kept: out !== null,
    }),
  )
  return entries

  /** @throws FailureError `usage` if the folder contains a run with other settings or other custom extractors */
  async function resumable(): Promise<boolean> {
    const record = await files.readRecord().catch(() => null)
    if (!record) return false
    if (JSON.stringify([record.spec, record.own]) !== JSON.stringify([spec, ownRecords(own)])) {
      const message = `${files.folder} belongs to a run with other settings or another version of your custom extractors.`
      throw usage(message, 'Use the same options to resume, or omit --resume to start again.')
    }
    return true
  }
}

async function printed(io: CliIo, options: EvaluateOptions, ready: Prepared, entries: readonly JournalEntry[]): Promise<boolean> {
  const { names, spec } = ready
  const results = entries.map(({ result }) => result)
  const timings = entries.map((entry) => entry.timings)
  const repeated = results.length - new Set(results.map(({ facts }) => facts.page)).size
  if (repeated > 0)
    await warn(
      io,
      `The id of ${counted(repeated, 'page')} repeats an earlier id: tables count every page, plots and lists show one page per id.`,
    )
  const { tables, someFailed } = await reportedTables(io, options, ready, results, {
    ...(options.metrics === undefined ? { usual: usualColumns(results) } : {}),
    ...(options.out === undefined ? { milliseconds: meanTimes(names.length, timings) } : {}),
  })
  await writeOut(io, tables, options.out)
  if (options.format === 'csv' || options.format === 'jsonl') for (const note of sweepNotes(spec, results)) await warn(io, note)
  if (options.scores !== undefined) await writeOut(io, pageScoresCsv(results, names, metricsOf(spec)), options.scores)
  return someFailed
}

/** Writes warnings about pages, and returns the tables. @throws FailureError as `PageReport.write` and `tablesOf` */
export async function reportedTables(
  io: CliIo,
  options: EvaluateOptions,
  { registry, names, spec, groupings }: Prepared,
  results: readonly PageResult[],
  shown: Pick<RunKnowledge, 'usual' | 'milliseconds'> = {},
) {
  const metrics = metricsOf(spec)
  const report = new PageReport(results)
  await report.write(io, names, spec.gold)
  const sums = sumsOf(results, names.length, metrics, groupings, options.failures)
  const known = { titles: rowTitles(spec, registry.list()), sweepNotes: (metric?: MetricId) => sweepNotes(spec, results, metric), ...shown }
  return { tables: tablesOf({ sums, names, metrics }, options, known), someFailed: report.someFailed }
}
