import type { Command } from 'commander'
import { faultsMarkdown } from '../../../shared/evaluation/rule-faults'
import { parseConfigurations, RunSpec } from '../../../shared/evaluation/run-spec'
import { DEFAULT_LIMITS } from '../../../shared/contract/capture'
import { readSettings } from '../../../shared/extractors/core/param-settings'
import { findExtractor } from '../../../shared/extractors/core/run'
import { explainFaults } from '../../services/evaluation/explain-pages'
import { failed } from '../../../shared/base/failure'
import { type CliIo, collectionSourceOf, EXIT, EXIT_HELP, type ExitCode, usage, write } from '../cli-io'
import { openSource, withEvaluationPool } from '../evaluate/prepare-run'
import { addPoolOptions, addProjectOption, collect, formatOption, type PoolOptions, type ProjectOption } from '../options'
import { seedOf, wholeNumber, zeroOrMore, loadExtractors } from '../options'

interface FaultsOptions extends ProjectOption, PoolOptions {
  readonly corpus?: string
  readonly extractor?: string
  readonly set: readonly string[]
  readonly contains: string
  readonly sample: number
  readonly seed: number
  readonly worst: number
  readonly format: 'md' | 'json'
}

const DETAILS = `
The extractor runs on each page with a gold text and records its decisions. Missing and extra blocks are grouped by the deciding rule,
groups with most words first; an extractor without rules has one group. All words of a block count, so the sum differs from the words of
a score.`

export function addFaultsCommand(program: Command, io: CliIo): void {
  const command = addProjectOption(program.command('faults'))
    .option('--corpus <path>', 'corpus, folder with gold texts, benchmark, .jsonl, or "samples", as for evaluate')
    .option('--extractor <id|file>', 'extractor, with an optional :preset')
    .option('--set <name=value>', 'set a parameter; repeatable', collect, [])
    .option('--contains <text>', 'only pages whose id or address contains the text', '')
    .option('--sample <n>', 'draw this many pages at random (0: all pages)', zeroOrMore, 0)
    .option('--seed <n>', 'seed of the random draw', seedOf, 1)
    .option('--worst <n>', 'blocks listed per rule, at most 20', wholeNumber(0, 20), 3)
    .addOption(formatOption(['md', 'json']))
  addPoolOptions(command, 'time limit per page', 60)
    .addHelpText('after', `${DETAILS}\n${EXIT_HELP}`)
    .action(async (options: FaultsOptions) => io.exit(await faults(options, io)))
}

async function faults(options: FaultsOptions, io: CliIo): Promise<ExitCode> {
  const { corpus, sample, seed, contains } = options
  if (corpus === undefined)
    throw usage('The option --corpus is missing. Use --corpus PATH to choose the pages.', 'See boilerscope faults --help.')
  const { list, registry, own } = await loadExtractors(options.extractor ?? io.registry.list()[0]?.id ?? '', options, io)
  const [first, second] = parseConfigurations(list, registry.list())
  if (!first) throw usage('--extractor names no extractor. Use --extractor ID.', 'See boilerscope list.')
  if (second) throw usage('This command needs exactly one extractor.', 'Run the command once per extractor.')
  const info = findExtractor(registry, first.extractor)
  const configuration = { ...first, params: readSettings(info, options.set) }
  const spec = RunSpec.parse({
    source: collectionSourceOf(corpus, io.cwd),
    pages: { contains, sample, seed },
    configurations: [configuration],
  })
  const found = await withEvaluationPool(io, options, (pool, signal, progress) =>
    explainFaults(pool, {
      ...{ configuration, own, signal, progress, pages: spec.pages, maxNodes: DEFAULT_LIMITS.maxNodes },
      entries: openSource(io, spec),
    }),
  )
  const changes = [...(first.preset === 'as-printed' ? ['as printed'] : []), ...options.set]
  const settings = changes.length > 0 ? ` (${changes.join(', ')})` : ''
  const text = options.format === 'json' ? `${JSON.stringify(found)}\n` : faultsMarkdown(found, info.title + settings, options.worst)
  await write(io.stdout, text)
  if (found.pages > 0) return EXIT.done
  const message = 'No page was checked: no page has a gold text, or the extractor failed on each page with a gold text.'
  throw failed('faults.no-page', message, 'Name pages with gold texts.')
}
