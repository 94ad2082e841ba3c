import { readdir, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { failed, FailureError } from '../../../shared/base/failure'
import { completeParams, configurationName, configurationTitle, metricsOf, type RunSpec } from '../../../shared/evaluation/run-spec'
import { readScoreLine, type ScoredPage, type ScoredRun } from '../../../shared/evaluation/score-line'
import type { ExtractorInfo } from '../../../shared/extractors/core/extractor'
import type { Registry } from '../../../shared/extractors/core/registry'
import { readLines, type LineSource } from '../sources/read-lines'
import { SeenIds } from './seen-ids'
import { sha256 } from '../corpus/store/corpus-files'

/**
 * What the lines of a run say of it.
 * @param version of the program: another one may score differently
 * @param files hashes of the extractors of one's own
 */
export function scoredRun(spec: RunSpec, registry: Registry<ExtractorInfo>, version: string, files: readonly string[] = []): ScoredRun {
  const titles = spec.configurations.map((configuration) => configurationTitle(configuration, registry.get(configuration.extractor)))
  const configurations = spec.configurations.map((configuration) => {
    const extractor = registry.get(configuration.extractor)
    return [configuration.extractor, extractor ? Object.entries(completeParams(extractor, configuration)).sort() : []]
  })
  const metrics = metricsOf(spec)
  const { tokens, gold, labels } = spec
  const id = sha256(JSON.stringify({ version, configurations, metrics, tokens, gold, labels, ...(files.length > 0 && { files }) }))
  return { id: id.slice(0, 16), extractors: spec.configurations.map(configurationName), titles, metrics }
}

/** Files of scores: those named, and of folders what lies in them, but not what clusters put beside (`_SUCCESS`, `.part-0.crc`). */
export async function scoreFiles(paths: readonly string[]): Promise<string[]> {
  const files: string[] = []
  for (const path of paths) {
    if (!(await stat(path).catch(() => null))?.isDirectory()) files.push(path)
    else
      files.push(
        ...(await readdir(path))
          .filter((name) => !/^[._]/.test(name))
          .map((name) => join(path, name))
          .sort(),
      )
  }
  return files
}

/**
 * The pages of score lines in many files, one at a time; only hashes of their ids are kept.
 * @throws FailureError `merge.not-scores`, `merge.other-run` where a line is of other extractors, parameters, metrics or another
 *   version, `merge.duplicate` where a page comes twice, `input.no-pages`.
 */
export async function* mergedPages(sources: readonly LineSource[], signal: AbortSignal): AsyncGenerator<ScoredPage> {
  const seen = new SeenIds()
  let first: { readonly run: ScoredRun; readonly key: string; readonly place: string } | null = null
  for (const source of sources) {
    const name = typeof source === 'string' ? source : source.name
    for await (const { number, text, failure: reason } of readLines(source, { signal })) {
      if (reason) throw new FailureError(reason)
      const place = `${name}, line ${number}`
      const page = readScoreLine(text, place)
      const key = JSON.stringify(page.run)
      first ??= { run: page.run, key, place }
      if (key !== first.key) throw otherRun(first, page.run, place)
      if (!page.unnamed && !seen.add(page.result.facts.page))
        throw failed(
          'merge.duplicate',
          `${place} scores the page "${page.result.facts.page}", which was scored before.`,
          'Give each shard once; where a task ran twice, take the output of one try.',
        )
      yield page
    }
  }
  if (!first)
    throw failed(
      'input.no-pages',
      `There is no line of scores in ${sources.map((source) => basename(typeof source === 'string' ? source : source.name)).join(', ') || 'nothing'}.`,
      'Give the files that evaluate --stdin or --lines wrote.',
    )
}

function otherRun(first: { readonly run: ScoredRun; readonly place: string }, run: ScoredRun, place: string): FailureError {
  const differs =
    String(first.run.extractors) !== String(run.extractors)
      ? `${run.extractors.join(', ')} instead of ${first.run.extractors.join(', ')}`
      : String(first.run.metrics) !== String(run.metrics)
        ? `the metrics ${run.metrics.join(', ')} instead of ${first.run.metrics.join(', ')}`
        : 'other parameters, words or gold, or another version of Boilerscope'
  return failed(
    'merge.other-run',
    `${place} is of another run than ${first.place}: ${differs}.`,
    'Score all shards with the same options and version.',
  )
}
