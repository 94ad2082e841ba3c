import { setTimeout as sleep } from 'node:timers/promises'
import { toFailure } from '../../../shared/base/failure'
import { valuesByPage, type PageResult } from '../../../shared/evaluation/evaluation-row'
import { mean } from '../../../shared/metrics/bootstrap'
import { metricInfo, type MetricId } from '../../../shared/evaluation/metric-list'
import { describeFailure, warn, write, type CliIo, EXIT, usage, type ExitCode, withProgress } from '../cli-io'
import { DEFAULT_LIMITS } from '../../../shared/contract/capture'
import { metricsOf } from '../../../shared/evaluation/run-spec'
import { FIELD_PEERS } from '../../../shared/extractors/peers/field'
import { namesVersion } from '../../../shared/extractors/peers/library-name'
import { evaluatePages, progressSentence } from '../../services/evaluation/evaluation-runner'
import { stampOf } from '../../services/files/files'
import { readOwnFile, type OwnFile } from '../../services/own/own-file'
import { type EvaluateOptions, openSource, prepared } from './prepare-run'
import { reportedTables } from './table-run'
import { counted, firstFew, signedFixed } from '../../../shared/base/written-number'

export interface WatchRound {
  readonly names: readonly string[]
  readonly metrics: readonly MetricId[]
  readonly results: readonly PageResult[]
  readonly table: string
}

const MOST_NAMED = 5
/** Milliseconds between two checks of the files. A save counts as complete after two checks with equal stamps. */
const CHECK = 150

function pagesOf({ names, results }: WatchRound, name: string, failing: boolean): string[] {
  const row = names.indexOf(name)
  return results.flatMap(({ facts, rows }) => (Boolean(rows[row]?.failure) === failing ? [facts.page] : []))
}

export function whatChanged(before: WatchRound, after: WatchRound): string {
  const results = [...before.results, ...after.results]
  const isThere = (id: MetricId): boolean => results.some(({ rows }) => rows.some(({ metrics }) => typeof metrics[id] === 'number'))
  const metric = [...after.metrics].sort((a, b) => Number(b === 'f1') - Number(a === 'f1')).find(isThere) ?? after.metrics[0]
  if (metric === undefined) return ''
  const lines: string[] = []
  for (const name of after.names) {
    if (!before.names.includes(name)) {
      lines.push(`  ${name}: new`)
      continue
    }
    const failed = pagesOf(before, name, true)
    const began = pagesOf(after, name, true).filter((page) => !failed.includes(page))
    const ceased = pagesOf(after, name, false).filter((page) => failed.includes(page))
    if (began.length > 0) lines.push(`  ${name}: now fails on ${counted(began.length, 'page')}: ${firstFew(began, MOST_NAMED)}`)
    if (ceased.length > 0) lines.push(`  ${name}: no longer fails on ${counted(ceased.length, 'page')}: ${firstFew(ceased, MOST_NAMED)}`)
    const old = valuesByPage(before.results, before.names.indexOf(name), metric)
    const both = [...valuesByPage(after.results, after.names.indexOf(name), metric)].flatMap(([page, value]) => {
      const was = old.get(page)
      return was === undefined ? [] : [{ page, was, value, change: value - was }]
    })
    const changed = both.filter(({ change }) => change !== 0).sort((a, b) => Math.abs(b.change) - Math.abs(a.change))
    if (changed.length === 0) continue
    const [was = 0, is = 0] = [both.map((page) => page.was), both.map((page) => page.value)].map((of) => mean(of) ?? 0)
    const better = changed.filter(({ change }) => change > 0).length
    lines.push(
      `  ${name}: mean ${was.toFixed(4)} → ${is.toFixed(4)} (${signedFixed(is - was, 4)}), ${counted(better, 'page')} higher, ${changed.length - better} lower`,
      ...changed.slice(0, MOST_NAMED).map((page) => `    ${page.was.toFixed(3)} → ${page.value.toFixed(3)}  ${page.page}`),
    )
  }
  const head = `Since the last save, by ${metricInfo(metric).label}:`
  return lines.length === 0 ? `${head} no changes.\n` : `${head}\n${lines.join('\n')}\n`
}

/**
 * Returns the next state that differs from `previous`; null after `signal` aborts. Calls `stateOf` only for new stamps, because `stateOf`
 * parses all imports.
 */
async function nextState(
  { stampsOf, stateOf }: { readonly stampsOf: () => Promise<string>; readonly stateOf: () => Promise<string> },
  previous: string,
  signal: AbortSignal,
): Promise<string | null> {
  for (let last = '', checked = ''; ;) {
    await sleep(CHECK, undefined, { signal }).catch(() => undefined)
    if (signal.aborted) return null
    const stamps = await stampsOf()
    if (stamps === last && stamps !== checked) {
      const now = await stateOf()
      if (now !== previous) return now
      checked = stamps
    }
    last = stamps
  }
}

export async function watchRun(io: CliIo, options: EvaluateOptions, signal: AbortSignal): Promise<ExitCode> {
  const wrong = (['out', 'resume', 'lines', 'stdin', 'scores'] as const).find((name) => options[name])
  if (wrong) throw usage(`--watch prints tables; it cannot be combined with --${wrong}.`, 'Remove one of the options.')
  const { own } = await prepared(io, options)
  const paths = (own?.files ?? []).filter((file) => !isPeerFile(file)).map(({ path }) => path)
  if (paths.length === 0)
    throw usage('The run has no custom extractor, so no file can be watched.', 'Add a file: --extractors lqf,./my-method.ts')
  let files: readonly string[] = paths
  const stateOf = async (): Promise<string> => {
    try {
      const read = await Promise.all(paths.map((path) => readOwnFile(path, io.cwd)))
      files = read.flatMap((file) => file.files)
      return read.map(({ hash }) => hash).join()
    } catch (thrown) {
      return toFailure(thrown).message
    }
  }
  const stampsOf = async (): Promise<string> => String(await Promise.all(files.map(stampOf)))
  let before: WatchRound | null = null
  for (let state: string | null = await stateOf(); state !== null;) {
    try {
      const round: WatchRound = await watchedRound(io, options, before, signal)
      const changes = before ? `\n${whatChanged(before, round)}` : ''
      await write(io.stdout, `${round.table.trimEnd()}\n${changes}`)
      before = round
    } catch (thrown) {
      if (signal.aborted) break
      await write(io.stderr, describeFailure(thrown))
    }
    await warn(io, `waiting for a save of ${files.join(', ')}; Ctrl-C ends.`)
    state = await nextState({ stampsOf, stateOf }, state, signal)
  }
  return EXIT.done
}

async function watchedRound(io: CliIo, options: EvaluateOptions, before: WatchRound | null, signal: AbortSignal): Promise<WatchRound> {
  const ready = await prepared(io, options)
  const { names, spec, pool, own } = ready
  try {
    const isFixed = (id: string): boolean => io.registry.get(id) !== undefined || isPeer(id)
    const again = spec.configurations.flatMap(({ extractor }, i) => (isFixed(extractor) ? [] : [i]))
    const isSame = before !== null && before.names.join('\n') === names.join('\n')
    const chosen = isSame ? again : spec.configurations.map((_, i) => i)
    const results: PageResult[] = []
    let arePagesSame = true
    await withProgress(options.quiet, progressSentence, (progress) =>
      evaluatePages(pool, {
        spec: { ...spec, configurations: chosen.flatMap((i) => spec.configurations[i] ?? []) },
        ...{ own, signal, progress, maxNodes: DEFAULT_LIMITS.maxNodes, entries: openSource(io, spec) },
        append: async ({ index, result }) => {
          const old = isSame ? before.results[index] : undefined
          if (isSame && old?.facts.page !== result.facts.page) arePagesSame = false
          const rows = [...(old?.rows ?? [])]
          result.rows.forEach((row, i) => (rows[chosen[i] ?? 0] = { ...row, configuration: chosen[i] ?? 0 }))
          results[index] = { ...result, rows }
        },
      }),
    )
    if (!arePagesSame) return await watchedRound(io, options, null, signal)
    const { tables } = await reportedTables(io, options, ready, results)
    return { names, metrics: metricsOf(spec), results, table: tables }
  } finally {
    await pool.close()
  }
}

const isPeer = (id: string): boolean => FIELD_PEERS.some((peer) => peer.id === id)
const isPeerFile = (file: OwnFile): boolean =>
  file.kind === 'library' || (file.kind === 'program' && (isPeer(file.program.id) || namesVersion(file.program.id)))
