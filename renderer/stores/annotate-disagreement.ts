/** Which pages a person should label first: those on which the extractors differ most. */
import { disagreementOf } from '../../shared/explain/disagreement'
import type { PageModel } from '../../shared/page/page-model'
import { presetValues } from '../../shared/extractors/core/params'
import { annotate, runTask, useAnnotate } from './annotate'
import { getState } from './workspace'

const call = getState().client.call

/** One extractor of each paper, peers left out: relatives agree with each other and say little. */
function voters(): { readonly id: string; readonly params: Record<string, number | boolean | string> }[] {
  const papers = new Set<string>()
  return getState()
    .extractors.filter(({ family, paper }) => family !== 'peer' && !papers.has(paper.title) && papers.add(paper.title))
    .slice(0, 8)
    .map(({ id, params }) => ({ id, params: presetValues(params, 'default') }))
}

/** Share of the kept text that not all keep, in [0,1]; 0 where nobody keeps any. */
export function disputedShare(model: PageModel, selections: readonly Uint8Array[]): number {
  const { all, some } = disagreementOf(model, selections)
  return all + some === 0 ? 0 : some / (all + some)
}

/** Runs the extractors on every page of the corpus and orders the pages by how much they differ. Can be cancelled; what is ranked by then counts. */
export async function rankByDisagreement(): Promise<void> {
  const { corpus } = useAnnotate.getState()
  if (!corpus) return
  const ranked: { readonly id: string; readonly share: number }[] = []
  const rest: string[] = []
  await runTask('Ranking pages', async ({ signal, onProgress }) => {
    const list = await call('corpus.list', { corpus: corpus.path, offset: 0, limit: 100_000 }, { signal })
    const ids = list.ok ? list.value.entries.map(({ id }) => id) : []
    const extractors = voters()
    for (const [i, id] of ids.entries()) {
      if (signal.aborted) {
        rest.push(...ids.slice(i))
        return
      }
      onProgress({ done: i / ids.length, message: id })
      const share = await shareOf(corpus.path, id, extractors, signal)
      if (share === null) rest.push(id)
      else ranked.push({ id, share })
    }
  })
  ranked.sort((a, b) => b.share - a.share || (a.id < b.id ? -1 : 1))
  if (useAnnotate.getState().corpus?.path === corpus.path) annotate.setDisputed([...ranked.map(({ id }) => id), ...rest])
}

/** Null where a page cannot be opened, or fewer than two extractors finish. */
async function shareOf(corpus: string, id: string, extractors: ReturnType<typeof voters>, signal: AbortSignal): Promise<number | null> {
  const opened = await call('page.openCorpus', { corpus, page: id }, { signal })
  if (!opened.ok) return null
  const page = opened.value.id
  try {
    const model = await call('page.model', { page }, { signal })
    if (!model.ok) return null
    const runs = await Promise.all(
      extractors.map(({ id: extractor, params }) =>
        call('extraction.run', { page, extractor, preset: 'default', params, trace: false }, { signal }),
      ),
    )
    const selections = runs.flatMap((run) => (run.ok ? [run.value.extraction.selected] : []))
    return selections.length < 2 ? null : disputedShare(model.value, selections)
  } finally {
    void call('page.close', { page })
  }
}
