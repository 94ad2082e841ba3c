import { mkdir, writeFile } from 'node:fs/promises'
import { failed } from '../../../../shared/base/failure'
import { webOnly } from '../../../../shared/base/url'
import type { AgreementReport, CampaignReport, CampaignSite, CorpusPageEntry } from '../../../../shared/contract/corpus-data'
import type { Checked } from '../../../../shared/contract/contract'
import type { CallContext } from '../../../../shared/contract/dispatcher'
import { isAgreed } from '../../../../shared/gold/adjudication'
import type { CampaignFile } from '../../../../shared/gold/campaign'
import type { GoldFile } from '../../../../shared/gold/gold-file'
import { beginFolder, escapePattern, publishingCancelled, scrubber, readOwnMachine } from '../../files/site-folder'
import { agreementReport } from '../analysis/agreement-report'
import type { PageAnalyst } from '../analysis/page-analyst'
import type { OpenCorpus } from '../page-list'
import { listStoredGold } from '../store/gold-store'
import type { CorpusStore } from '../store/corpus-store'
import { campaignReport } from './campaign-report'
import { fileOfPage, pageHtml, siteHtml, type SitePage, type SiteWords, STYLE } from './campaign-html'

type CampaignSiteChoice = Omit<Checked<'corpus.publish'>, 'corpus'> & { readonly campaign: CampaignFile | null }

/** @throws FailureError, such as `campaign.no-labels`, `publish.not-own` or `cancelled`. */
export async function publishCampaign(
  corpus: OpenCorpus,
  analyst: PageAnalyst,
  choice: CampaignSiteChoice,
  context: CallContext,
): Promise<CampaignSite> {
  const { store, list } = corpus
  const { campaign } = choice
  const entries = await list.all()
  const shown = [...entries.values()].filter(({ gold }) => gold.some(isFinished)).sort((a, b) => (a.id < b.id ? -1 : 1))
  if (shown.length === 0)
    throw failed('campaign.no-labels', 'No annotator has finished a page yet.', 'Publish the campaign after pages are labelled.')
  const site = await beginFolder(choice.folder)
  try {
    const part = (from: number, to: number): CallContext => ({
      signal: context.signal,
      progress: ({ done, message }) => context.progress({ done: from + (done ?? 0) * (to - from), message }),
    })
    const training = new Set(campaign?.training)
    const agreement = await agreementReport(store, analyst, { entries, practice: training }, part(0, 0.4))
    const report = await campaignReport(corpus, campaign, analyst, part(0.4, 0.6))
    const pages: SitePage[] = []
    for (const [i, entry] of shown.entries()) {
      if (context.signal.aborted) throw publishingCancelled()
      part(0.6, 1).progress({ done: i / shown.length, message: entry.id })
      pages.push(await sitePage(store, entry, training.has(entry.id), analyst))
    }
    if (context.signal.aborted) throw publishingCancelled()
    const words = wordsOf(choice, store, [agreement, report], pages)
    const contents = { name: store.file.name, labels: store.file.labels, guidelines: store.file.guidelines ?? '', agreement, report, pages }
    await mkdir(site.at('pages'))
    await writeFile(site.at('style.css'), STYLE)
    for (const page of pages) await writeFile(site.at('pages', fileOfPage(page.id)), pageHtml(contents, page, words))
    await writeFile(site.at('index.html'), siteHtml(contents, words))
    const bytes = await site.finish()
    return { folder: choice.folder, bytes, pages: pages.length, problems: [...agreement.problems, ...report.problems] }
  } catch (thrown) {
    await site.discard()
    throw context.signal.aborted ? publishingCancelled() : thrown
  }
}

const isFinished = ({ status, imported }: CorpusPageEntry['gold'][number]): boolean =>
  status === 'adjudicated' || (status === 'done' && !imported)

async function sitePage(store: CorpusStore, entry: CorpusPageEntry, isPractice: boolean, analyst: PageAnalyst): Promise<SitePage> {
  const finished = new Set(entry.gold.filter(isFinished).map(({ annotator }) => annotator))
  const stored = await listStoredGold(store.root, entry.id, entry)
  const golds = stored.map(({ gold }) => gold).filter(({ annotator }) => finished.has(annotator))
  const people = golds.filter(({ status }) => status !== 'adjudicated')
  const decision = golds.find(({ status }) => status === 'adjudicated') ?? null
  const sides = decision ? [...people, decision] : people
  const stretches = await analyst(await store.document(entry.id), { kind: 'stretches', golds: sides })
  return {
    id: entry.id,
    title: entry.title ?? entry.label ?? entry.id,
    url: webOnly(entry.url),
    isPractice,
    people: people.map(answersOf),
    decision: decision && { ...answersOf(decision), by: [...new Set(decision.adjudication?.decisions.map(({ by }) => by))].sort() },
    stretches: stretches.map(({ text, labels }) => ({
      text,
      labels: labels.slice(0, people.length),
      decided: decision ? (labels[people.length] ?? null) : undefined,
      isDisputed: !isAgreed(labels.slice(0, people.length)),
    })),
  }
}

function answersOf({ annotator, pageType, fields, notes }: GoldFile): SitePage['people'][number] {
  return { annotator, pageType, title: fields?.title?.text, author: fields?.author?.text, date: fields?.date?.text, notes: notes.trim() }
}

function wordsOf(
  { folder, withNames, withText }: CampaignSiteChoice,
  store: CorpusStore,
  [agreement, report]: readonly [AgreementReport, CampaignReport],
  pages: readonly SitePage[],
): SiteWords {
  const withoutPaths = scrubber(readOwnMachine([store.root, folder]))
  const people = [
    ...agreement.pairs.flatMap(({ first, second }) => [first, second]),
    ...report.pace.map(({ annotator }) => annotator),
    ...pages.flatMap(({ people: own, decision }) => [...own.map(({ annotator }) => annotator), ...(decision?.by ?? [])]),
  ]
  // Ignores case, because a note may contain a name in another case.
  const numbers = new Map([...new Set(people.map((name) => name.toLowerCase()))].sort().map((name, i) => [name, `annotator ${i + 1}`]))
  const escaped = [...numbers.keys()].map(escapePattern)
  const names =
    withNames || escaped.length === 0 ? null : new RegExp(`(?<![\\p{L}\\p{N}])(?:${escaped.join('|')})(?![\\p{L}\\p{N}])`, 'giu')
  const name = (annotator: string): string => (withNames ? annotator : (numbers.get(annotator.toLowerCase()) ?? 'somebody'))
  return {
    name,
    scrub: (text) => {
      const scrubbed = withoutPaths(text)
      return names ? scrubbed.replace(names, name) : scrubbed
    },
    quote: (text) => {
      const count = text.split(/\s+/).filter((word) => word !== '').length
      return withText ? text : `${count} ${count === 1 ? 'word' : 'words'}`
    },
  }
}
