/** What was kept of the page in view, and what is missing: one count, for whoever says it. */
import { create } from 'zustand'
import { createRequestSlot } from '../../../shared/base/request-slot'
import type { ResourceSummary } from '../../../shared/contract/bundle'
import { call } from '../host/host'

const useResources = create<{ readonly page: string; readonly summary: ResourceSummary | null }>()(() => ({ page: '', summary: null }))
const reading = createRequestSlot()

/** What is known of a page's parts; null before it was asked for. */
export const useResourceSummary = (page: string | undefined): ResourceSummary | null =>
  useResources((state) => (state.page === page ? state.summary : null))

/** Asks what is missing by now: a view asks for fonts and images of style sheets as it is drawn. */
export async function readResources(page: string): Promise<void> {
  const answer = await reading.replace(({ signal }) => call('page.resources', { page }, { signal }))
  if (answer?.ok) takeResources(page, answer.value)
}

/** Takes what the host said of a page's parts. */
export function takeResources(page: string, summary: ResourceSummary): void {
  useResources.setState({ page, summary })
}
