/** The contents of a campaign's site: its pages, and the words for names, paths and quotations. */
import { webOnly } from '../../../../shared/base/url'
import type { Checked } from '../../../../shared/contract/contract'
import type { AgreementReport, CampaignReport, CorpusPageEntry } from '../../../../shared/contract/corpus-data'
import { isAgreed } from '../../../../shared/gold/adjudication'
import type { CampaignFile } from '../../../../shared/gold/campaign'
import type { GoldFile } from '../../../../shared/gold/gold-file'
import { escapePattern, scrubber, readOwnMachine } from '../../files/site-folder'
import type { PageAnalyst } from '../analysis/page-analyst'
import { listStoredGold } from '../store/gold-store'
import type { CorpusStore } from '../store/corpus-store'

export type CampaignSiteChoice = Omit<Checked<'corpus.publish'>, 'corpus'> & { readonly campaign: CampaignFile | null }

export type SitePage = Awaited<ReturnType<typeof sitePage>>

export const isFinished = ({ status, imported }: CorpusPageEntry['gold'][number]): boolean =>
  status === 'adjudicated' || (status === 'done' && !imported)

export async function sitePage(store: CorpusStore, entry: CorpusPageEntry, isPractice: boolean, analyst: PageAnalyst) {
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
      /** Labels in the order of `people`; null without a label. */
      labels: labels.slice(0, people.length),
      /** Null if the decision is no label, undefined without a decision. */
      decided: decision ? (labels[people.length] ?? null) : undefined,
      isDisputed: !isAgreed(labels.slice(0, people.length)),
    })),
  }
}

function answersOf({ annotator, pageType, fields, notes }: GoldFile) {
  return { annotator, pageType, title: fields?.title?.text, author: fields?.author?.text, date: fields?.date?.text, notes: notes.trim() }
}

export type SiteWords = ReturnType<typeof wordsOf>

export function wordsOf(
  { folder, withNames, withText }: CampaignSiteChoice,
  store: CorpusStore,
  [agreement, report]: readonly [AgreementReport, CampaignReport],
  pages: readonly SitePage[],
) {
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
    /**
     * Replaces file paths, and the user name and host name of this machine, by “…”. Also replaces the names of annotators, unless the
     * site shows names.
     */
    scrub: (text: string): string => {
      const scrubbed = withoutPaths(text)
      return names ? scrubbed.replace(names, name) : scrubbed
    },
    quote: (text: string): string => {
      const count = text.split(/\s+/).filter((word) => word !== '').length
      return withText ? text : `${count} ${count === 1 ? 'word' : 'words'}`
    },
  }
}
