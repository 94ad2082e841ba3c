import { readdir, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { failed, type FailureError } from '../../../shared/base/failure'
import { completeParams, configurationName, metricsOf, rowTitles, type RunSpec } from '../../../shared/evaluation/run-spec'
import { readScoreLine, type ScoredPage, type ScoredRun } from '../../../shared/evaluation/score-line'
import type { ExtractorInfo } from '../../../shared/extractors/core/extractor'
import type { Registry } from '../../../shared/extractors/core/run'
import { readLines, textOfLine, type LineSource } from '../files/read-lines'
import { sha256 } from '../files/files'
import { hash } from 'node:crypto'

/**
 * Returns the properties that the score lines of a run share.
 * @param files hashes of custom extractors
 */
export function scoredRun(spec: RunSpec, registry: Registry<ExtractorInfo>, version: string, files: readonly string[] = []): ScoredRun {
  const configurations = spec.configurations.map((configuration) => {
    const extractor = registry.get(configuration.extractor)
    return [configuration.extractor, extractor ? Object.entries(completeParams(extractor, configuration)).sort() : []]
  })
  const metrics = metricsOf(spec)
  const { tokens, gold } = spec
  const id = sha256(JSON.stringify({ version, configurations, metrics, tokens, gold, ...(files.length > 0 && { files }) }))
  return { id: id.slice(0, 16), extractors: spec.configurations.map(configurationName), titles: rowTitles(spec, registry.list()), metrics }
}

/**
 * Returns the given files and the files in given folders. In a folder, omits files whose names begin with `.` or `_`, because Spark adds
 * such files, for example `_SUCCESS`.
 */
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
 * Yields one page at a time, because the files may exceed the memory.
 * @throws FailureError `merge.not-scores`, `merge.other-run`, `merge.duplicate` for a repeated page, `input.no-pages`; as `readLines` and
 * `textOfLine`
 */
export async function* mergedPages(sources: readonly LineSource[], signal: AbortSignal): AsyncGenerator<ScoredPage> {
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
