import { join, resolve } from 'node:path'
import { type Command, InvalidArgumentError } from 'commander'
import { counted } from '../../../shared/base/written-number'
import type { Checked } from '../../../shared/contract/contract'
import type { CampaignReport } from '../../../shared/contract/corpus-contract'
import { passText } from '../../../shared/gold/campaign'
import { write, type CliIo } from '../cli-io'
import { positive, seedOf, splitList } from '../options'
import { callCorpora, corpusCommands, reportDone, reportProblems } from '../pages/corpus-session'

const HELP = `
A campaign needs no server. One person plans the campaign, sends a folder to each annotator (by disk, mail or git), and imports the
returned folders:

  boilerscope corpus campaign plan news ann,ben,cas --overlap 2
  boilerscope corpus campaign out news bundles/            writes bundles/ann, bundles/ben, bundles/cas
  boilerscope corpus campaign in news bundles/ann bundles/ben bundles/cas
  boilerscope corpus campaign open news                    ends blind mode: labels can be compared and adjudicated
  boilerscope corpus campaign status news
  boilerscope corpus campaign publish news site/            agreement, disputed text and decisions, for the annotators

A bundle is a separate corpus. Its annotator opens the bundle and labels its pages. The bundle contains no labels of other annotators, so
its annotator always labels in blind mode.`

function share(text: string): number {
  const value = text.trim() === '' ? Number.NaN : Number(text)
  if (!(value >= 0 && value <= 1)) throw new InvalidArgumentError('Enter a number from 0 to 1.')
  return value
}

type PlanOptions = Omit<Checked<'corpus.planCampaign'>, 'corpus' | 'annotators'>

export function addCampaignCommands(corpus: Command, io: CliIo): void {
  const campaign = corpus
    .command('campaign')
    .description('label a corpus with several annotators, who exchange folders')
    .addHelpText('after', HELP)
  const add = corpusCommands(campaign, io)

  add('plan', 'assign the pages evenly, each to as many annotators as --overlap states; replaces the previous assignment')
    .argument('<annotators>', 'comma-separated names')
    .option('--overlap <n>', 'annotators per page', positive, 2)
    .option('--seed <n>', 'seed of the assignment', seedOf, 1)
    .option(
      '--training <ids>',
      'practice pages, comma-separated, which all annotators label first; each needs adjudicated or imported gold labels',
      splitList,
      [],
    )
    .option('--pass-mark <f1>', 'minimum F1 against the gold labels to pass a practice page, from 0 to 1', share)
    .option('--page-types <names>', 'page types that annotators can choose, comma-separated', splitList)
    .action(async (corpus: string, names: string, options: PlanOptions) => {
      const annotators = names.split(',').map((name) => name.trim())
      const report = await callCorpora(io, 'corpus.planCampaign', { corpus, annotators, ...options })
      await write(io.stdout, statusText(report))
    })

  add('status', 'progress and pace per annotator; scores against adjudicated labels and the gold labels of practice pages')
    .option('--json', 'print JSON')
    .action(async (corpus: string, { json }: { json?: true }) => {
      const report = await callCorpora(io, 'corpus.campaign', { corpus })
      await reportProblems(io, report.problems)
      await write(io.stdout, json ? `${JSON.stringify(report, null, 2)}\n` : statusText(report))
    })

  add('out', 'write a bundle for each annotator')
    .argument('<folder>', 'folder for the bundles')
    .option('--annotator <names>', 'only these annotators, comma-separated', splitList)
    .action(async (corpus: string, to: string, { annotator }: { annotator?: string[] }) => {
      const wanted = { corpus, path: resolve(io.cwd, to), annotators: annotator }
      const outcome = await callCorpora(io, 'corpus.distribute', wanted)
      await reportDone(io, outcome.problems, `${counted(outcome.added.length, 'bundle')} written to ${wanted.path}\n`)
    })

  add('in', 'import the labels of bundles')
    .argument('<bundles...>', 'folders of the bundles')
    .action(async (corpus: string, bundles: string[]) => {
      const paths = bundles.map((bundle) => resolve(io.cwd, bundle))
      const { added, known, problems } = await callCorpora(io, 'corpus.importBundles', { corpus, paths })
      await reportDone(
        io,
        problems,
        `labels of ${counted(added.length, 'page')} imported, ${known} unchanged, ${counted(problems.length, 'problem')}\n`,
      )
    })

  add('publish', 'write agreement, disputed text and decisions as a static site for the annotators')
    .argument('<folder>', 'new or empty folder, or a previously published site')
    .option('--without-names', 'write numbers instead of annotator names')
    .option('--without-text', 'write the number of words of each labelled text instead of the text')
    .action(async (corpus: string, to: string, { withoutNames, withoutText }: { withoutNames?: true; withoutText?: true }) => {
      const wanted = { corpus, folder: resolve(io.cwd, to), withNames: !withoutNames, withText: !withoutText }
      const site = await callCorpora(io, 'corpus.publish', wanted)
      const size = (site.bytes / 1e6).toFixed(1)
      await reportDone(io, site.problems, `${join(site.folder, 'index.html')}: ${counted(site.pages, 'page')}, ${size} MB\n`)
    })

  for (const [name, blind, description] of [
    ['open', false, 'end blind mode: labels can be seen, compared and adjudicated'],
    ['blind', true, 'start blind mode: annotators see only their own labels'],
  ] as const)
    add(name, description).action(async (corpus: string) => {
      await callCorpora(io, 'corpus.setBlind', { corpus, blind })
      await write(io.stdout, blind ? 'The campaign is blind.\n' : 'Labels can be compared now.\n')
    })
}

function statusText({ campaign, pace, quality, notes }: CampaignReport): string {
  const figure = (value: number | null): string => (value === null ? '–' : value.toFixed(3))
  return [
    campaign
      ? `${counted(campaign.annotators.length, 'annotator')}, ${campaign.overlap} per page, ${counted(campaign.training.length, 'practice page')}, ${campaign.blind ? 'blind' : 'open'}`
      : 'no campaign',
    ...pace.map((p) => {
      const own = quality.filter(({ annotator }) => annotator === p.annotator)
      return [
        `${p.annotator}: ${p.assigned - p.left} of ${p.assigned} assigned pages finished; all pages: ${p.done} done, ${p.skipped} skipped, ${p.begun} started`,
        p.medianSeconds === null ? '' : `, ${p.medianSeconds.toFixed(0)} s per page`,
        p.pagesADay === null ? '' : `, ${p.pagesADay.toFixed(1)} pages per day`,
        ...own.map(
          ({ against, pages, f1, kappa, pageTypes }) =>
            `; against ${against === 'gold' ? 'the gold labels' : 'adjudicated labels'} of ${counted(pages, 'page')}: F1 ${figure(f1)}${against === 'gold' ? passText(f1, campaign?.passMark) : ''}, κ ${figure(kappa)}, page types ${figure(pageTypes)}`,
        ),
      ].join('')
    }),
    ...notes,
    '',
  ].join('\n')
}
