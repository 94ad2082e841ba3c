import { resolve } from 'node:path'
import { EXIT, writeOut, type CliIo, type ExitCode } from '../cli-io'
import { PageReport } from './evaluation-notes'
import { parseGroupings, parseReference, tablesOf, type TableChoice } from './evaluation-tables'
import { ScoreSums } from '../../../shared/evaluation/score-sums'
import type { ScoredRun } from '../../../shared/evaluation/score-line'
import { mergedPages, scoreFiles } from '../../services/evaluation/score-lines'

export interface MergeOptions extends TableChoice {
  /** Files and folders of score lines; `-` is standard input. */
  readonly merge: readonly string[]
  readonly out: string | undefined
}

/** Makes the tables of a single run from the score lines of many programs, in any order. */
export async function mergeScores(io: CliIo, { merge, out, ...choice }: MergeOptions, signal: AbortSignal): Promise<ExitCode> {
  const groupings = parseGroupings(choice.by)
  const named = await scoreFiles(merge.filter((path) => path !== '-').map((path) => resolve(io.cwd, path)))
  const sources = merge.includes('-') ? [...named, { stream: io.stdin, name: 'standard input' }] : named
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
  await report.write(io, merged.run.extractors)
  await writeOut(
    io,
    tablesOf(merged.sums, merged.run.extractors, merged.run.metrics, choice, { titles: merged.run.titles ?? merged.run.extractors }),
    out,
  )
  return report.someFailed ? EXIT.someFailed : EXIT.done
}
