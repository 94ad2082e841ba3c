import { stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { InvalidArgumentError, Option } from 'commander'
import type { CorpusPageEntry } from '../../../shared/contract/corpus-contract'
import { matchesFilter, type CorpusFilter } from '../../../shared/contract/corpus-list'
import { failed } from '../../../shared/base/failure'
import { LabelStatus } from '../../../shared/gold/gold-file'
import { PageLimits } from '../../../shared/contract/capture'
import { write, type CliIo, withLoader } from '../cli-io'
import {
  type AddCommand,
  callCorpora,
  milliseconds,
  reportBatch,
  reportProblems,
  withCorpora,
  type CallCorpora,
} from '../pages/corpus-session'
import type { OwnVoters } from '../../services/corpus/analysis/measure-pages'
import type { Corpora } from '../../services/corpus/corpora'
import { loadExtractors } from '../options'
import { readNames } from '../../services/files/read-lines'

const SCORES_HELP = `
Scores are computed on request. "disagreement" is the share of the kept text that only some extractors keep; kept text is text that at
least one extractor keeps. "f1" is the mean F1 of the extractors against the page's gold text (as in evaluate). Without --extractors, eight
extractors (one per paper) are scored, with default parameters.

  boilerscope corpus list news --score f1:0..0.5            pages on which the extractors fail
  boilerscope corpus list news --by-disagreement | head     pages to label first`

interface ListOptions extends Pick<CorpusFilter, 'status' | 'annotator' | 'flag' | 'problems' | 'score'> {
  readonly search?: string
  readonly type?: string
  readonly assigned?: string
  readonly unassigned?: true
  readonly byDisagreement?: true
  readonly extractors?: string
  readonly json?: true
}

async function readVoters(list: string | undefined, io: CliIo): Promise<{ readonly ids?: string[]; readonly voters?: OwnVoters }> {
  if (list === undefined) return {}
  const { list: named, own } = await loadExtractors(list, {}, io)
  const ids = named.split(',')
  const isOurs = (id: string): boolean => io.registry.get(id) !== undefined
  const ready = own ? ids.filter((id) => !isOurs(id)) : []
  return { ids, voters: { ready: () => Promise.resolve(ready), dataOf: () => Promise.resolve(own) } }
}

export function addPagesCommands(add: AddCommand, io: CliIo): void {
  add('list', 'list the ids of the pages that pass all filters, one per line')
    .option('--search <text>', 'text in id, address or label')
    .addOption(new Option('--status <status>', 'status of the labels').choices(['unlabelled', ...LabelStatus.options]))
    .option('--type <type>', 'article, overview, forum, product, … or a type of the corpus; none: without a type')
    .option('--annotator <name>', 'only labels of this annotator; omits pages without such labels (not with --status unlabelled)')
    .option('--flag <flag>', 'with this flag')
    .option('--assigned <name>', 'assigned to this annotator')
    .option('--unassigned', 'assigned to no annotator')
    .option('--problems', 'with damaged or unknown files')
    .option('--score <score:from..to>', 'with a score between two bounds: f1:0..0.5, disagreement:0.3..1', score)
    .option('--by-disagreement', 'sort by disagreement of the extractors, highest first')
    .option('--extractors <ids>', 'extractors to compare, comma-separated ids or files: .ts, .js, .json (default: eight, one per paper)')
    .option('--json', 'print one JSON object per page, with annotators and status of its labels, stored scores and assignment')
    .addHelpText('after', SCORES_HELP)
    .action(async (root: string, options: ListOptions) => {
      const filter = filterOf(options)
      const voting = await readVoters(options.extractors, io)
      const act = async (call: CallCorpora, corpora: Corpora): Promise<void> => {
        await corpora.entries(root)
        const listed = async (passing: CorpusFilter): Promise<CorpusPageEntry[]> =>
          (await call('corpus.list', { corpus: root })).entries.filter((entry) => matchesFilter(entry, passing))
        if (options.score || options.byDisagreement) {
          const { score: _score, ...rest } = filter
          const pages = (await listed(rest)).map(({ id }) => id)
          const { problems } = await call('corpus.measure', { corpus: root, extractors: voting.ids, pages })
          await reportProblems(io, problems)
        }
        const found = await listed(filter)
        if (options.byDisagreement) found.sort((a, b) => disagreement(b) - disagreement(a))
        for (const entry of found) await write(io.stdout, options.json ? `${JSON.stringify(entry)}\n` : `${entry.id}\n`)
      }
      await withCorpora(io, act, { voters: voting.voters })
    })
}

export function addRecaptureCommand(add: AddCommand, io: CliIo): void {
  add('recapture', 'capture pages again under their ids; previous captures of changed pages move to the trash, and the labels stay')
    .argument('[pages...]', 'ids of pages; - reads them from standard input, one per line')
    .option('--from <file>', 'file with ids of pages, one per line')
    .option('--delay <ms>', 'milliseconds between two captures from the same host', milliseconds, 1000)
    .addHelpText(
      'after',
      '\nLabels of a changed page do not count until you open the page in Annotate, check the new positions and confirm them.\nboilerscope corpus check lists these pages.',
    )
    .action(async (root: string, named: string[], options: { from?: string; delay: number }) => {
      const pages = await pagesOf(named, options.from, io)
      const outcome = await withLoader(io.root, (loadPage) =>
        callCorpora(io, 'corpus.recapture', { corpus: root, pages, limits: PageLimits.parse({}), delay: options.delay }, loadPage),
      )
      await reportBatch(io, outcome, `captured again and changed, ${outcome.known} unchanged`)
    })
}

function disagreement({ scores }: CorpusPageEntry): number {
  return scores?.disagreement ?? -1
}

function filterOf({ search: text, type: pageType, assigned, unassigned, ...same }: ListOptions): CorpusFilter {
  return { ...same, text, pageType, assigned: unassigned ? false : assigned }
}

function score(text: string): NonNullable<CorpusFilter['score']> {
  const found = /^(f1|disagreement)(?::([\d.]*)\.\.([\d.]*))?$/.exec(text)
  const [min, max] = [Number(found?.[2] || 0), Number(found?.[3] || 1)]
  if (!found || !(min >= 0 && max <= 1 && min <= max))
    throw new InvalidArgumentError('Enter f1 or disagreement with two bounds from 0 to 1: f1:0..0.5.')
  return { by: found[1] === 'f1' ? 'f1' : 'disagreement', min, max }
}

async function pagesOf(named: readonly string[], from: string | undefined, io: CliIo): Promise<string[]> {
  const pages = new Set<string>()
  for (const name of named) {
    if (name !== '-') pages.add(name.trim())
    else for await (const id of readNames({ stream: io.stdin, name: 'standard input' })) pages.add(id)
  }
  if (from !== undefined) {
    const path = resolve(io.cwd, from)
    if (!(await stat(path).catch(() => null))?.isFile()) throw failed('file.not-found', `${path} is not a file.`, 'Check the name.')
    for await (const id of readNames(path)) pages.add(id)
  }
  if (pages.size === 0)
    throw failed('corpus.no-pages', 'No page was named.', 'Name page ids, use --from FILE, or use - to read ids from standard input.')
  return [...pages]
}
