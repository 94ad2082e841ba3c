/** Stored and missing resources of the page in view. */
import { create } from 'zustand'
import { createRequestSlot } from '../../../shared/base/request-slot'
import type { ResourceSummary } from '../../../shared/contract/capture'
import { call } from '../host/host'

const useResources = create<{ readonly page: string; readonly summary: ResourceSummary | null }>()(() => ({ page: '', summary: null }))
const reading = createRequestSlot()

/** Returns the resources of a page; null before the first request. */
export const useResourceSummary = (page: string | undefined): ResourceSummary | null =>
  useResources((state) => (state.page === page ? state.summary : null))

/** Requests the missing resources: a view requests fonts and images of style sheets while it is drawn. */
export async function readResources(page: string): Promise<void> {
  const answer = await reading.replace(({ signal }) => call('page.resources', { page }, { signal }))
  if (answer?.ok) storeResources(page, answer.value)
}

export function storeResources(page: string, summary: ResourceSummary): void {
  useResources.setState({ page, summary })
}
