import { createHash } from 'node:crypto'
import type { KeptRedirect, KeptResponse, MissingResource, ResourceKind } from '../../../shared/contract/bundle'
import { findKept } from './find-kept'

/** Different parts that are named as missing, and redirects that are kept; a page may ask for things without end. */
const MOST = 1_000

/** What a capture has of the parts of a page. */
export interface RecordedParts {
  readonly resources: readonly KeptResponse[]
  readonly redirects: readonly KeptRedirect[]
  readonly missing: readonly MissingResource[]
}

/**
 * Holds the parts of a page that came, where redirects led, and what is missing. Addresses are without fragments.
 * @param budget bytes of the bodies together, equal ones counted once
 */
export function createPartStore(budget: number) {
  const kept = new Map<string, KeptResponse>()
  const bodies = new Map<string, Uint8Array>()
  const redirects = new Map<string, KeptRedirect>()
  const missing = new Map<string, MissingResource>()
  let bytes = 0
  let reserved = 0
  const overBudget = { reason: `over the limit of ${Math.round((budget / 1024 / 1024) * 10) / 10} MB a page`, isFinal: true } as const

  /** Says that a part is not here, and why; of one that is kept, nothing. */
  function miss(url: string, kind: ResourceKind, why: Pick<MissingResource, 'reason' | 'isFinal'>): void {
    if (missing.size < MOST && !kept.has(url)) missing.set(url, { url, kind, ...why })
  }

  return {
    miss,
    /** What was kept under this very address. */
    get: (url: string): KeptResponse | null => kept.get(url) ?? null,
    /** What was kept under an address, redirects followed. */
    find: (url: string): KeptResponse | null => findKept(url, kept, { get: (at) => redirects.get(at)?.location })?.part ?? null,
    redirect: (url: string, status: number, location: string): void => {
      if (!redirects.has(url) && redirects.size < MOST) redirects.set(url, { url, status, location })
    },
    /** Sets bytes aside for a body that is asked for. @returns gives them back; null where there is no room, and the part is missing. */
    reserve(url: string, kind: ResourceKind, length: number): (() => void) | null {
      if (bytes + reserved + length > budget) {
        miss(url, kind, overBudget)
        return null
      }
      reserved += length
      return () => void (reserved -= length)
    },
    /** Keeps a part where there is room for its body; of equal bodies there is one. */
    keep({ body, ...part }: KeptResponse): void {
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
