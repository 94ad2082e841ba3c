import { resolve } from 'node:path'
import { Option, type Command } from 'commander'
import { FILE_LIMITS } from '../../services/files/files'
import { sampleCrawl, type CrawlOutcome } from '../../services/corpus/exchange/crawl-sample'
import { openCorpus } from '../../services/corpus/store/corpus-store'
import { positive, seedOf, zeroOrMore, type CliIo } from '../cli-io'
import { inContext, reportDone } from '../pages/corpus-session'
import { counted } from '../../../shared/base/written-number'

interface CrawlCommandOptions {
  readonly sample: number
  readonly seed: number
  readonly perSite: number
  readonly least: number
  readonly languages?: string
  readonly without?: string
  readonly allocate: 'even' | 'proportional'
  readonly json?: true
}

const HELP = `
Strata are language (the page's lang, else its header Content-Language, else a charset that says it) and length of its text: short (below
1,000 characters), middle (5,000), long (20,000), very long. Sites are drawn first, then pages of them. The same archives, options and
seed draw the same pages. Each page keeps in capture.json what it says to robots (X-Robots-Tag, meta robots, TDM-Reservation) and of its
licence (rel=license, meta rights), the archive and the time of the crawl: what you may do with it is yours to judge.`

/** `boilerscope corpus from-crawl`. @param inCorpus does something in a corpus that may be made for it */
export function addCrawlCommand(
  corpus: Command,
  io: CliIo,
  inCorpus: <T>(folder: string, act: (root: string) => Promise<T>) => Promise<T>,
): void {
  corpus
    .command('from-crawl')
    .description('draw pages of web archives (Common Crawl’s WARC files) by language, length and site, ready to be labelled')
    .argument('<corpus>', 'folder of the corpus; one that is new or empty becomes one')
    .argument('<archives...>', 'WARC files, packed or not, or WACZ')
    .option('--sample <n>', 'pages to draw', positive, 100)
    .option('--seed <n>', 'seed of the draw', seedOf, 1)
    .option('--per-site <n>', 'pages of one site at most', positive, 1)
    .option('--least <n>', 'characters of text a page must have', zeroOrMore, 200)
    .option('--languages <list>', 'only pages of these, with commas: en,de,zh; unknown: those that do not say')
    .option('--without <list>', 'leave out pages that ask robots for one of these: noindex,noarchive,noai')
    .addOption(
      new Option('--allocate <how>', 'of every stratum as many, or by their shares of the pages')
        .choices(['even', 'proportional'])
        .default('even'),
    )
    .option('--json', 'what was drawn as JSON')
    .addHelpText('after', HELP)
    .action(async (folder: string, archives: string[], options: CrawlCommandOptions) => {
      const { sample: size, seed, perSite, least, allocate: allocation } = options
      const words = (list = ''): string[] => list.split(',').flatMap((word) => word.trim().toLowerCase() || [])
      const wanted = {
        ...{ size, seed, perSite, least, allocation, maxBytes: FILE_LIMITS.html },
        archives: archives.map((path) => resolve(io.cwd, path)),
        languages: words(options.languages),
        without: words(options.without),
      }
      const outcome = await inCorpus(resolve(io.cwd, folder), async (root) =>
        inContext(io, async (context) =>
          sampleCrawl(await openCorpus(root), wanted, {
            signal: context.signal,
            progress: (message) => context.progress({ done: null, message }),
          }),
        ),
      )
      await reportDone(io, outcome.problems, options.json ? `${JSON.stringify(outcome)}\n` : outcomeText(outcome))
    })
}

function outcomeText({ added, known, seen, strata }: CrawlOutcome): string {
  const rows = strata.map(
    ({ stratum, seen: pages, drawn }) => `${stratum.padEnd(24)} ${String(drawn).padStart(6)} of ${String(pages).padStart(8)}`,
  )
  return [`${counted(added, 'page')} drawn of ${seen}${known > 0 ? `, ${known} there already` : ''}`, ...rows, ''].join('\n')
}
