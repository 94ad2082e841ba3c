import { valueOf } from '../../../shared/base/failure'
import type { ExtractorInfo } from '../../../shared/extractors/core/extractor'
import type { ParamValue } from '../../../shared/extractors/core/params'
import { utf8Length } from '../../../shared/page/text'
import { neededTexts, type Complaint, type Wish } from '../../../shared/reduce/complaint'
import { reducePage, type ReductionProgress, type ReductionStep } from '../../../shared/reduce/reduce-page'
import { type OwnData } from '../own/own-data'
import { createThreadPool } from '../threads/thread-pool'
import type { HeapLimits } from '../threads/thread-budget'
import { unjustified, type ReduceReply, type ReduceTask } from './reduce-task'
import type { Reproducer } from '../../../shared/contract/fault-contract'

export interface ReduceRequest {
  readonly html: string
  readonly url: string | null
  /** Whether the page's scripts had run when it was captured. */
  readonly scripting: boolean
  readonly maxNodes: number
  readonly extractor: Pick<ExtractorInfo, 'id' | 'title'>
  /** Checked and complete, as `resolveParams` gives them. */
  readonly params: Readonly<Record<string, ParamValue>>
  /** What is wrong. White space does not count. */
  readonly complaint: Wish
  /** Whether the rule that decides about the text has to stay the same: else another fault may take the place of this one. */
  readonly sameRule: boolean
  /** Another extractor, which must go on doing right: the reduced page shows the difference of the two. */
  readonly unlike?: { readonly id: string; readonly params: Readonly<Record<string, ParamValue>> } | undefined
}

export interface ReduceOutcome extends Omit<Reproducer, 'report'> {
  readonly complaint: Complaint
  /** What the extractor keeps of the reduced page. */
  readonly output: string
  /** Why it decided so, in a sentence with its numbers; empty where it tells nothing. */
  readonly why: string
  /** Why the other extractor did right; empty where there is none, or it tells nothing. */
  readonly whyUnlike: string
}

export interface ReducerOptions {
  /** Path of the built program `reduce-worker.js`. */
  readonly program: string
  readonly limits: HeapLimits
  /** Milliseconds a page may take; one that takes longer counts as one that does not show the fault. */
  readonly timeout: number
  /** The file of the extractor, where it is a person's own. */
  readonly own?: OwnData | undefined
}

export interface ReduceWatch {
  /** Ends the reduction with what it has: the smallest page until then. */
  readonly signal?: AbortSignal
  /** Told after each page that was tried. */
  readonly progress?: (progress: ReductionProgress) => void
  /** Told of each smaller page. */
  readonly step?: (step: ReductionStep) => void
}

/** A thread in which extractors are tried on pages. */
export function createTrialPool({ program, limits, timeout }: Omit<ReducerOptions, 'own'>) {
  return createThreadPool<ReduceTask, ReduceReply>({
    program,
    budget: { threads: 1, limits },
    timeout,
    words: { code: 'extraction', work: 'The extraction', tooLong: 'Raise the limit.', tooLarge: 'Reduce a part of the page.' },
  })
}

/**
 * Reduces a page to the least that shows a fault, in a thread of its own, which ends with it.
 * @throws FailureError `reduce.no-such-text`, `reduce.not-so`, `reduce.no-witness` where the page does not show the fault; `cancelled` where it is cancelled before the first page was tried; as the extractor does where it fails on the first page.
 */
export async function reduceToReproducer(request: ReduceRequest, options: ReducerOptions, watch: ReduceWatch = {}): Promise<ReduceOutcome> {
  const { html, url, scripting, maxNodes, extractor, params, complaint: wish, unlike, sameRule } = request
  const { signal, progress, step } = watch
  const pool = createTrialPool(options)
  const { own } = options
  const otherDoesRight = async (page: string, complaint: Wish): Promise<boolean> => {
    if (!unlike) return true
    const reply = await pool.run({ ...task, html: page, complaint, extractor: unlike.id, params: unlike.params }, { signal })
    return reply.ok && reply.value.there && !reply.value.holdsAlone && reply.value.brokeDown === null
  }
  const whyRight = async (page: string, { kind, text }: Complaint): Promise<string> => {
    const opposite: Wish = { kind: kind === 'drops' ? 'keeps' : 'drops', text, witness: null, contrast: null }
    const other = { extractor: unlike?.id ?? '', params: unlike?.params ?? {} }
    return valueOf(await pool.run({ ...task, ...other, html: page, complaint: opposite, withOutput: true })).why
  }
  const task = { own, extractor: extractor.id, params, url, scripting, maxNodes, complaint: wish, withOutput: false }
  try {
    const first = valueOf(await pool.run({ ...task, html, withOutput: sameRule }, { signal }))
    const held = first.rule === '' ? {} : { rule: first.rule }
    if (!first.holds) throw unjustified(first, extractor.title)
    const { complaint } = first
    const reduced = await reducePage(html, {
      scripting,
      size: first.size,
      needed: neededTexts(complaint),
      stopped: () => signal?.aborted ?? false,
      ...(progress && { progress }),
      ...(step && { step }),
      attempt: async (candidate) => {
        const reply = await pool.run({ ...task, ...held, html: candidate, complaint }, { signal })
        // A page on which the extractor fails shows another fault.
        if (!reply.ok) return { holds: false, size: first.size }
        return reply.value.holds && unlike ? { ...reply.value, holds: await otherDoesRight(candidate, complaint) } : reply.value
      },
    })
    const last = valueOf(await pool.run({ ...task, html: reduced.html, complaint, withOutput: true }))
    return {
      html: reduced.html,
      complaint,
      output: last.output,
      why: last.why,
      whyUnlike: unlike ? await whyRight(reduced.html, complaint) : '',
      before: { nodes: first.size.nodes, bytes: utf8Length(html) },
      after: { nodes: last.size.nodes, bytes: utf8Length(reduced.html) },
      trials: reduced.trials,
      minimal: reduced.minimal,
    }
  } finally {
    await pool.close()
  }
}
