/** Snippets of one's own: what must and must not be kept of a page, in a folder that `boilerscope evaluate` runs. */
import { z } from 'zod'
import { out } from './out'

/** Characters a snippet has at most: a test is a sentence, not a page. */
export const LONGEST_SNIPPET = 1000

export const SnippetChange = z.object({
  /** The open page. */
  page: z.string().min(1).max(100),
  /** Absolute path; made where it is not there. */
  folder: z.string().min(1).max(4096),
  /** Whether the text must be kept, or must not be. */
  kind: z.enum(['with', 'without']),
  text: z.string().min(1).max(LONGEST_SNIPPET),
  /** Takes it out of the folder again. */
  remove: z.boolean().default(false),
})
export type SnippetChange = z.infer<typeof SnippetChange>

/** What became of it. */
export interface SnippetOutcome {
  /** Whether anything changed: false for a snippet that was there already, or was not there to be removed. */
  readonly changed: boolean
  /** Snippets of the page now. */
  readonly snippets: number
}

export const snippetContract = {
  'snippets.change': { in: SnippetChange, out: out<SnippetOutcome>() },
} as const
