import { availableParallelism } from 'node:os'
import { Argument, Option, type Command } from 'commander'
import { failed } from '../../../shared/base/failure'
import { DEFAULT_LIMITS } from '../../../shared/contract/source'
import type { PageResult } from '../../../shared/evaluation/evaluation-row'
import {
  PAPERS,
  type PrintedPaper,
  configurationsOf,
  REPRODUCED_METRICS,
  reproduce,
  reproducedFigures,
} from '../../../shared/evaluation/reproduction'
import { reproductionText } from '../../../shared/evaluation/reproduction-text'
import { configurationName, RunSpec } from '../../../shared/evaluation/run-spec'
import { TABLE_FORMATS, type TableFormat } from '../../../shared/evaluation/table-text'
import type { Preset } from '../../../shared/extractors/core/params'
import { evaluatePages, progressSentence } from '../../services/evaluation/evaluation-runner'
import { openCollection } from '../../services/corpus/open-collection'
import type { PageCollection } from '../../services/sources/page-record'
import {
  EXIT,
  positive,
  presetOption,
  seconds,
  usage,
  writeOut,
  type CliIo,
  type ExitCode,
  endProgress,
  showProgress,
  collectionSourceOf,
} from '../cli-io'
import { PageReport } from '../evaluate/evaluation-notes'
import { withEvaluationPool } from '../evaluate/prepare-run'

interface ReproduceOptions {
  cleaneval?: string
  preset: Preset
  format: TableFormat
  jobs: number
  timeout: number
  out?: string
  quiet?: boolean
}

const HELP = `
Papers and the pages that their figures are of:
${PAPERS.map(({ id, paper, corpus, tables }) => `  ${id.padEnd(12)} ${paper}\n${' '.repeat(15)}${tables.length === 0 ? 'prints no figures' : corpus}`).join('\n')}
CETR’s figures on CETD’s corpus are in CETD’s Tables 4 to 6.`

/** CleanEval's pages as one more source beside those of CETD's corpus. */
function withCleanEval(pages: PageCollection, cleanEval: PageCollection): PageCollection {
  return {
    async *all(signal) {
      yield* pages.all(signal)
      for await (const page of cleanEval.all(signal))
        yield {
          ...page,
          id: `cleaneval-${page.id}`,
          async read() {
            const content = await page.read()
            return { ...content, gold: { ...content.gold, groups: { ...content.gold.groups, source: 'CleanEval' } } }
          },
        }
    },
  }
}

function paperOf(id: string): PrintedPaper {
  const paper = PAPERS.find((known) => known.id === id)
  if (!paper) throw usage(`There is no paper "${id}".`, `Choose from: ${PAPERS.map((known) => known.id).join(', ')}.`)
  if (paper.tables.length === 0)
    throw usage(
      `${paper.paper} prints no figures: it leaves a formal evaluation to later work.`,
      'Score it with boilerscope evaluate on any collection.',
    )
  return paper
}

async function reproducePaper(io: CliIo, id: string, folder: string, options: ReproduceOptions): Promise<ExitCode> {
  const paper = paperOf(id)
  if (options.cleaneval !== undefined && id !== 'cetd') throw usage('--cleaneval goes with cetd alone.', 'Leave it out.')
  const configurations = configurationsOf(paper, options.preset)
  const spec = RunSpec.parse({ source: collectionSourceOf(folder, io.cwd), configurations, metrics: REPRODUCED_METRICS })
  const pages = openCollection(spec.source)
  const entries =
    options.cleaneval === undefined ? pages : withCleanEval(pages, openCollection(collectionSourceOf(options.cleaneval, io.cwd)))
  const results: PageResult[] = []
  const report = new PageReport()
  await withEvaluationPool(io, options, (pool, signal) =>
    evaluatePages(pool, {
      ...{ spec, entries, signal, maxNodes: DEFAULT_LIMITS.maxNodes },
      progress: showProgress(options.quiet, progressSentence),
      append({ index, result }) {
        results[index] = result
        return Promise.resolve()
      },
    }),
  ).finally(() => endProgress(options.quiet))
  for (const result of results) report.add(result)
  await report.write(io, configurations.map(configurationName))
  const reproduction = reproduce(paper, configurations, results)
  if (reproducedFigures(reproduction) === 0)
    throw failed(
      'reproduce.other-pages',
      `None of the pages in ${folder} is one that ${id}’s tables are of.`,
      `They are of ${paper.corpus}.`,
    )
  await writeOut(io, reproductionText(reproduction, options.format), options.out)
  return report.someFailed ? EXIT.someFailed : EXIT.done
}

/** Adds `reproduce` to the command line. */
export function addReproduceCommand(program: Command, io: CliIo): void {
  program
    .command('reproduce')
    .description('print the tables of a paper with ours and the difference beside every figure, for whoever has its pages')
    .addArgument(new Argument('<paper>', 'which paper').argParser((id: string) => paperOf(id).id))
    .argument('<folder>', 'its pages, or other pages with gold texts where they were never published')
    .option('--cleaneval <folder>', 'CleanEval’s English pages, for the first column of cetd’s tables')
    .addOption(presetOption())
    .addOption(new Option('--format <format>', 'how the tables are written').choices([...TABLE_FORMATS]).default('table'))
    .option('--timeout <seconds>', 'longest time for a page with all its extractors', seconds, 120)
    .option('--jobs <n>', 'threads; all cores by default', positive, availableParallelism())
    .option('--out <file>', 'write the tables here')
    .option('--quiet', 'no progress')
    .addHelpText('after', HELP)
    .action(async (paper: string, folder: string, options: ReproduceOptions) => io.exit(await reproducePaper(io, paper, folder, options)))
}
