/** `evaluate --watch`: the table again after each change of a file of one's own. */
import { DEFAULT_LIMITS } from '../../../shared/contract/source'
import type { PageResult } from '../../../shared/evaluation/evaluation-row'
import { ScoreSums } from '../../../shared/evaluation/score-sums'
import { metricsOf } from '../../../shared/evaluation/run-spec'
import { FIELD_PEERS } from '../../../shared/extractors/peers/field'
import { namesVersion } from '../../../shared/extractors/peers/library-name'
import { evaluatePages } from '../../services/evaluation/evaluation-runner'
import { progressSentence } from '../../services/evaluation/evaluation-service'
import { readOwnFile, type OwnFile } from '../../services/own/own-file'
import { endProgress, EXIT, showProgress, usage, type CliIo, type ExitCode } from '../cli-io'
import type { EvaluateOptions } from './evaluate-options'
import { watchRounds, type Watched, type WatchRound } from './evaluate-watch'
import { tablesOf } from './evaluation-tables'
import { knowledgeOf, openSource, prepared, warnOn } from './prepare-run'

/** Prints tables until it is interrupted. @throws FailureError `usage` where there is nothing to watch. */
export async function watchRun(io: CliIo, options: EvaluateOptions, signal: AbortSignal): Promise<ExitCode> {
  const wrong = (['out', 'resume', 'lines', 'stdin', 'scores'] as const).find((name) => options[name])
  if (wrong) throw usage(`--watch prints tables; it does not go with --${wrong}.`, 'Leave one of them out.')
  const { own } = await prepared(io, options)
  const paths = (own?.files ?? []).filter((file) => !isPeerFile(file)).map(({ path }) => path)
  if (paths.length === 0)
    throw usage('There is nothing to watch: no file of your own is among the extractors.', 'Name one: --extractors lqf,./my-method.ts')
  const watched = async (): Promise<Watched> => {
    const read = await Promise.all(paths.map((path) => readOwnFile(path, io.cwd)))
    return { hash: read.map(({ hash }) => hash).join(), files: read.flatMap(({ files }) => files) }
  }
  await watchRounds(io, watched, signal, (before) => watchedRound(io, options, before, signal))
  return EXIT.done
}

/** One round of a watch: all at first, then the files of one's own alone, beside what the others gave before. */
async function watchedRound(io: CliIo, options: EvaluateOptions, before: WatchRound | null, signal: AbortSignal): Promise<WatchRound> {
  const { registry, names, spec, groupings, pool, own } = await prepared(io, options)
  try {
    const isFixed = (id: string): boolean => io.registry.get(id) !== undefined || isPeer(id)
    const again = spec.configurations.flatMap(({ extractor }, i) => (isFixed(extractor) ? [] : [i]))
    const isSame = before !== null && before.names.join('\n') === names.join('\n')
    const chosen = isSame ? again : spec.configurations.map((_, i) => i)
    const results: PageResult[] = []
    await evaluatePages(pool, {
      spec: { ...spec, configurations: chosen.flatMap((i) => spec.configurations[i] ?? []) },
      maxNodes: DEFAULT_LIMITS.maxNodes,
      entries: openSource(io, spec),
      own,
      warn: warnOn(io),
      signal,
      append: async ({ index, result }) => {
        const rows = [...(before?.results[index]?.rows ?? [])]
        result.rows.forEach((row, i) => (rows[chosen[i] ?? 0] = { ...row, configuration: chosen[i] ?? 0 }))
        results[index] = { ...result, rows }
      },
      progress: showProgress(options.quiet, progressSentence),
    })
    endProgress(options.quiet)
    const sums = new ScoreSums(names.length, metricsOf(spec), groupings, options.failures)
    for (const result of results) sums.add(result)
    const table = tablesOf(sums, names, metricsOf(spec), options, knowledgeOf(registry, spec, results))
    return { names, metrics: metricsOf(spec), results, table }
  } finally {
    await pool.close()
  }
}

const isPeer = (id: string): boolean => FIELD_PEERS.some((peer) => peer.id === id)
const isPeerFile = (file: OwnFile): boolean =>
  file.kind === 'library' || (file.kind === 'program' && (isPeer(file.program.id) || namesVersion(file.program.id)))
