import { FailureError } from '../../../shared/base/failure'
import { chooseGold } from '../corpus/exchange/choose-gold'
import { openCorpus, type CorpusStore } from '../corpus/store/corpus-store'
import type { PageContent, PageEntries, PageEntry } from './page-entries'
import type { GoldChoice } from './page-sources'

const NO_GOLD = { text: null, with: [], without: [], pageType: 'unknown' }

/**
 * The pages of one of our corpora, by id. Gold labels become text in the worker, which parses the page; an imported text
 * that nobody corrected counts as it is. A page whose gold is damaged fails, so that it is seen.
 * @throws FailureError where the corpus itself cannot be read.
 */
export function corpusEntries(folder: string, choice: GoldChoice): PageEntries {
  return entriesOf(folder, (store, id) => goldEntry(store, id, choice))
}

/** The same pages without their gold, to extract from. */
export function corpusPages(folder: string): PageEntries {
  return entriesOf(folder, async (store, id) => ({
    id,
    url: await store.capture(id).then(
      ({ finalUrl, url }) => finalUrl ?? url,
      () => null,
    ),
    pageType: 'unknown',
    read: async () => ({ ...(await captured(store, id)), gold: NO_GOLD }),
  }))
}

function entriesOf(folder: string, entryOf: (store: CorpusStore, id: string) => Promise<PageEntry>): PageEntries {
  return {
    async *all() {
      const store = await openCorpus(folder)
      for (const id of await store.pageIds()) yield await entryOf(store, id)
    },
    count: async () => (await (await openCorpus(folder)).pageIds()).length,
  }
}

async function captured(store: CorpusStore, id: string): Promise<Omit<PageContent, 'gold' | 'labels'>> {
  const { html, capture } = await store.html(id)
  return { html, scriptingEnabled: capture.mode === 'rendered', layout: await store.layout(id) }
}

async function goldEntry(store: CorpusStore, id: string, choice: GoldChoice): Promise<PageEntry> {
  const contentLabels = choice.labels.length > 0 ? choice.labels : (store.file.contentLabels ?? [])
  const name = choice.gold === '' ? undefined : choice.gold
  const gold = await store.gold(id).catch((thrown: unknown) => thrown)
  if (!isGold(gold)) return { id, url: null, pageType: 'unknown', read: () => Promise.reject(gold) }
  const { entry, snippets } = gold
  const chosen = chooseGold(gold, name)
  const pageType =
    chosen?.labels?.gold.pageType ?? gold.labels.find(({ gold: { pageType: type } }) => type !== null)?.gold.pageType ?? 'unknown'
  return {
    id,
    url: entry.url,
    pageType,
    async read() {
      const damage = entry.problems.find(({ file, failure }) => file.includes('/gold/') && failure.code !== 'corpus.leftover')
      if (damage) throw new FailureError(damage.failure)
      const own = snippets.find((s) => name === undefined || s.name === name)
      return {
        ...(await captured(store, id)),
        gold: { text: chosen?.text ?? null, with: [...(own?.with ?? [])], without: [...(own?.without ?? [])], pageType },
        labels: chosen?.labels && chosen.text === null ? { spans: chosen.labels.gold.spans, contentLabels } : null,
      }
    },
  }
}

type Gold = Awaited<ReturnType<CorpusStore['gold']>>

function isGold(value: unknown): value is Gold {
  return typeof value === 'object' && value !== null && 'entry' in value
}
