import { createHash } from 'node:crypto'
import type { KeptRedirect, KeptResponse, MissingResource, ResourceKind } from '../../../shared/contract/capture'
import { findKept } from './find-kept'

/** Limit of missing parts and of redirects that are listed; a page may send requests without end. */
const MOST = 1_000

export interface RecordedParts {
  readonly resources: readonly KeptResponse[]
  readonly redirects: readonly KeptRedirect[]
  readonly missing: readonly MissingResource[]
}

/** Stores parts, redirects and missing parts of a page by address without fragment; `budget` limits the bytes of different bodies. */
export function createPartStore(budget: number) {
  const kept = new Map<string, KeptResponse>()
  const bodies = new Map<string, Uint8Array>()
  const redirects = new Map<string, KeptRedirect>()
  const missing = new Map<string, MissingResource>()
  let bytes = 0
  let reserved = 0
  const overBudget = { reason: `over the limit of ${Math.round((budget / 1024 / 1024) * 10) / 10} MB per page`, isFinal: true } as const

  /** Records a missing part and its reason; ignored if the part is stored. */
  function miss(url: string, kind: ResourceKind, why: Pick<MissingResource, 'reason' | 'isFinal'>): void {
    if (missing.size < MOST && !kept.has(url)) missing.set(url, { url, kind, ...why })
  }

  return {
    miss,
    get: (url: string): KeptResponse | null => kept.get(url) ?? null,
    /** Returns the part of an address after redirects. */
    find: (url: string): KeptResponse | null => findKept(url, kept, { get: (at) => redirects.get(at)?.location })?.part ?? null,
    redirect: (url: string, status: number, location: string): void => {
      if (!redirects.has(url) && redirects.size < MOST) redirects.set(url, { url, status, location })
    },
    /** Reserves bytes for a requested body. @returns a function that releases them; null without room: the part then counts as missing. */
    reserve(url: string, kind: ResourceKind, length: number): (() => void) | null {
      if (bytes + reserved + length > budget) {
        miss(url, kind, overBudget)
        return null
      }
      reserved += length
      return () => void (reserved -= length)
    },
    /** Stores a part if there is room; equal bodies are stored once. */
    store({ body, ...part }: KeptResponse): void {
      const hash = createHash('sha256').update(body).digest('base64')
      const same = bodies.get(hash)
      if (!same) {
        if (bytes + body.length > budget) return miss(part.url, part.kind, overBudget)
        bodies.set(hash, body)
        bytes += body.length
      }
      kept.set(part.url, { ...part, body: same ?? body })
      if (part.status < 400) missing.delete(part.url)
    },
    all: (): RecordedParts => ({ resources: [...kept.values()], redirects: [...redirects.values()], missing: [...missing.values()] }),
  }
}
