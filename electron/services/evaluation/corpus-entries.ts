import type { RunSpec } from '../../../shared/evaluation/run-spec'
import { FailureError } from '../../../shared/contract/failure'
import { chooseGold } from '../corpus/choose-gold'
import { openCorpus } from '../corpus/corpus-store'
import type { PageEntry } from './page-entries'

/**
 * The pages of one of our corpora, by id. Gold labels become text in the worker, which parses the page; an imported text
 * that nobody corrected counts as it is. A page whose gold is damaged fails, so that it is seen.
 * @throws FailureError where the corpus itself cannot be read.
 */
export async function* corpusEntries(folder: string, spec: RunSpec): AsyncGenerator<PageEntry> {
  const store = await openCorpus(folder)
  const contentLabels = spec.labels.length > 0 ? spec.labels : (store.file.contentLabels ?? [])
  const name = spec.gold === '' ? undefined : spec.gold
  for (const id of await store.pageIds()) {
    const gold = await store.gold(id).catch((thrown: unknown) => thrown)
    if (!isGold(gold)) {
      yield { id, url: null, pageType: 'unknown', read: () => Promise.reject(gold) }
      continue
    }
    const { entry, snippets } = gold
    const chosen = chooseGold(gold, name)
    const pageType =
      chosen?.labels?.gold.pageType ?? gold.labels.find(({ gold: { pageType: type } }) => type !== null)?.gold.pageType ?? 'unknown'
    yield {
      id,
      url: entry.url,
      pageType,
      async read() {
        const damage = entry.problems.find(({ file, failure }) => file.includes('/gold/') && failure.code !== 'corpus.leftover')
        if (damage) throw new FailureError(damage.failure)
        const { html, capture } = await store.html(id)
        const own = snippets.find((s) => name === undefined || s.name === name)
        return {
          html,
          gold: { text: chosen?.text ?? null, with: [...(own?.with ?? [])], without: [...(own?.without ?? [])], pageType },
          labels: chosen?.labels && chosen.text === null ? { spans: chosen.labels.gold.spans, contentLabels } : null,
          scriptingEnabled: capture.mode === 'rendered',
        }
      },
    }
  }
}

type Gold = Awaited<ReturnType<Awaited<ReturnType<typeof openCorpus>>['gold']>>

function isGold(value: unknown): value is Gold {
  return typeof value === 'object' && value !== null && 'entry' in value
}
