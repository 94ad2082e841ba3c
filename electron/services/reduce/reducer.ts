import { valueOf } from '../../../shared/base/failure'
import type { Handlers } from '../../../shared/contract/dispatcher'
import type { ExtractorInfo } from '../../../shared/extractors/core/extractor'
import { findExtractor, resolveParams } from '../../../shared/extractors/core/run'
import { utf8Length } from '../../../shared/page/text'
import { type Complaint, textsOfComplaint, type Wish } from '../../../shared/reduce/complaint'
import { reducePage, type ReductionProgress, type ReductionStep } from '../../../shared/reduce/reduce-page'
import { reproducerReport } from '../../../shared/reduce/report'
import { originOf, type OwnData } from '../own/own-file'
import { createThreadPool, type HeapLimits } from '../threads/thread-pool'
import type { PageService } from '../view/page-service'
import { type ReduceReply, type ReduceTask, unreducibleFailure } from './reduce-task'

export interface ReduceRequest extends Pick<ReduceTask, 'html' | 'url' | 'scripting' | 'maxNodes' | 'params' | 'complaint'> {
  readonly extractor: Pick<ExtractorInfo, 'id' | 'title'>
  /** Whether the same rule must decide about the text on the reduced page. */
  readonly sameRule: boolean
  /** Another extractor that must be correct on the reduced page. */
  readonly unlike?: { readonly id: string; readonly params: ReduceTask['params'] } | undefined
}

export interface ReducerOptions {
  readonly program: string
  readonly limits: HeapLimits
  /** Maximum milliseconds per page. During the reduction, a slower page counts as a page without the fault. */
  readonly timeout: number
  readonly own?: OwnData | undefined
}

interface ReduceWatch {
  readonly signal?: AbortSignal
  readonly progress?: (progress: ReductionProgress) => void
  readonly step?: (step: ReductionStep) => void
}

export function createTrialPool({ program, limits, timeout }: Omit<ReducerOptions, 'own'>) {
  return createThreadPool<ReduceTask, ReduceReply>({
    program,
    budget: { threads: 1, limits },
    timeout,
    words: { code: 'extraction', work: 'The extraction', tooLong: 'Raise the limit.', tooLarge: 'Use only a part of the page.' },
  })
}

/** @throws FailureError `reduce.*`, a failure of the first or last trial such as `extraction.timeout`, or `cancelled` */
export async function reduceToReproducer(request: ReduceRequest, options: ReducerOptions, watch: ReduceWatch = {}) {
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
    if (!first.holds) throw unreducibleFailure(first, extractor.title)
    const { complaint } = first
    const reduced = await reducePage(html, {
      scripting,
      size: first.size,
      needed: textsOfComplaint(complaint),
      stopped: () => signal?.aborted ?? false,
      ...(progress && { progress }),
      ...(step && { step }),
      attempt: async (candidate) => {
        const reply = await pool.run({ ...task, ...held, html: candidate, complaint }, { signal })
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

interface ReducePorts {
  readonly pages: PageService
  readonly extractors: () => Promise<readonly ExtractorInfo[]>
  readonly own: (ids: readonly string[]) => Promise<OwnData | undefined>
  readonly pool: ReducerOptions
  readonly version: string
}

export function reduceHandlers(ports: ReducePorts): Pick<Handlers, 'reduce.run'> {
  return {
    async 'reduce.run'({ page, extractor: id, preset, params: changed, kind, text }, context) {
      const extractor = findExtractor(await ports.extractors(), id)
      const { html, url, layout, scriptingEnabled, maxNodes } = ports.pages.document(page)
      const own = await ports.own([id])
      const params = resolveParams(extractor, preset, changed)
      const outcome = await reduceToReproducer(
        {
          ...{ html, url, scripting: scriptingEnabled, maxNodes, extractor, params, complaint: { kind, text } },
          sameRule: extractor.family === 'peer',
        },
        { ...ports.pool, own },
        {
          signal: context.signal,
          progress: ({ round, kind: step, nodes, trials }) =>
            context.progress({ done: null, message: `Round ${round}, ${step}: ${nodes} nodes left, ${trials} pages tried` }),
        },
      )
      const report = reproducerReport({
        ...{ ...outcome, extractor, params, url, hadLayout: layout !== null },
        origin: originOf(extractor, own?.files),
        versions: [`Boilerscope ${ports.version}`, `Node ${process.version}`],
      })
      const { before, after, trials, minimal } = outcome
      return { html: outcome.html, report, before, after, trials, minimal }
    },
  }
}
