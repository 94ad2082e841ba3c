/** This module uses no Node API, so it also runs in the web edition. */
import type { KeptResponse, MissingResource, ResourceSummary } from '../../../shared/contract/capture'
import type { LackedKind } from '../../../shared/page/view-html'

const MOST_NAMED = 100

export function summaryOf(
  kept: readonly KeptResponse[],
  missing: readonly MissingResource[],
  { userAgent, fetchable, addressable }: Pick<ResourceSummary, 'userAgent' | 'fetchable' | 'addressable'>,
): ResourceSummary {
  const kinds = keptByKind(kept)
  const all = [...new Map(missing.map((one) => [one.url, isNowhere(one.url) ? { ...one, reason: notKept(one.url) } : one])).values()]
  return {
    kept: kinds.reduce((sum, { count }) => sum + count, 0),
    bytes: kinds.reduce((sum, { bytes }) => sum + bytes, 0),
    kinds,
    userAgent,
    missing: all.length,
    missingParts: all.slice(0, MOST_NAMED),
    fetchable,
    addressable: addressable && !fetchable,
    toFetch: fetchable ? all.filter(({ url, isFinal }) => isFinal !== true && /^https?:/i.test(url) && !isNowhere(url)).length : 0,
  }
}

export const isNowhere = (url: string): boolean => /^(?:file:|https:\/\/page\.invalid\/)/i.test(url)

export const notKept = (url: string): string =>
  isNowhere(url) ? 'the file’s address is unknown, because the saved page does not contain the address of the site' : 'it was not stored'

export function describeMissingResource(url: string, kind: LackedKind, rendered: boolean): MissingResource {
  if (kind === 'media') return { url, kind, reason: 'videos and sound are not stored', isFinal: true }
  return { url, kind, reason: kind === 'document' && !rendered ? 'frames are not loaded in source mode' : notKept(url) }
}

function keptByKind(resources: readonly KeptResponse[]): ResourceSummary['kinds'] {
  const kinds = new Map<KeptResponse['kind'], { count: number; bytes: number }>()
  const bodies = new Set<Uint8Array>()
  for (const { kind, status, body } of resources) {
    if (status >= 400) continue
    const sum = kinds.get(kind) ?? { count: 0, bytes: 0 }
    kinds.set(kind, { count: sum.count + 1, bytes: sum.bytes + (bodies.has(body) ? 0 : body.length) })
    bodies.add(body)
  }
  return [...kinds].map(([kind, sum]) => ({ kind, ...sum })).sort((a, b) => b.bytes - a.bytes)
}
