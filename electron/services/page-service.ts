import { randomUUID } from 'node:crypto'
import { failure, FailureError, valueOf } from '../../shared/base/failure'
import type { Capture, PageSummary } from '../../shared/contract/capture'
import type { Progress } from '../../shared/contract/contract'
import type { CaptureOptions, PageLimits, Source } from '../../shared/contract/source'
import type { ExtractionPool } from './extraction/extraction-pool'
import type { PageDocument, PageTask, PageTaskResults } from './extraction/tasks'

/** Loads a source into a capture; both hosts have one over their browser. */
export interface PageLoader {
  load(
    source: Source,
    options: CaptureOptions,
    context: { readonly signal: AbortSignal; progress(progress: Progress): void },
  ): Promise<Capture>
}

interface OpenPage {
  readonly summary: PageSummary
  readonly document: PageDocument
  /** Milliseconds for each task; undefined for the pool's own limit. */
  readonly timeout: number | undefined
}

export interface PageService {
  open(
    source: Source,
    options: CaptureOptions,
    context: { readonly signal: AbortSignal; progress(progress: Progress): void },
  ): Promise<PageSummary>
  /** Opens a page that was captured before, as it was: nothing is loaded or laid out anew, so node ids and boxes are those of the capture. */
  adopt(capture: Omit<Capture, 'timings'>, limits: Pick<PageLimits, 'maxNodes' | 'taskTimeout'>, signal: AbortSignal): Promise<PageSummary>
  /** Does a task on an open page. @throws FailureError `page.unknown` for a handle that was closed. */
  run<K extends PageTask['kind']>(page: string, task: Extract<PageTask, { kind: K }>, signal?: AbortSignal): Promise<PageTaskResults[K]>
  /** The address a page came from; null where it has none or is not open. */
  address(page: string): string | null
  close(page: string): void
}

/** Characters of HTML kept for open pages; the oldest are forgotten beyond it. */
const KEPT_CHARACTERS = 256 * 1024 * 1024

/** Keeps the captures of open pages and sends their tasks to the pool. */
export function createPageService(loader: PageLoader, pool: ExtractionPool): PageService {
  const pages = new Map<string, OpenPage>()

  function forgetOldest(): void {
    let total = 0
    for (const page of pages.values()) total += page.document.html.length
    for (const [id, page] of pages) {
      if (total <= KEPT_CHARACTERS || pages.size === 1) return
      total -= page.document.html.length
      pages.delete(id)
    }
  }

  async function keep(capture: Capture, maxNodes: number, timeout: number | undefined, signal: AbortSignal): Promise<PageSummary> {
    const id = randomUUID()
    const document: PageDocument = {
      html: capture.html,
      url: capture.url,
      layout: capture.layout,
      scriptingEnabled: capture.mode === 'rendered',
      maxNodes,
    }
    const start = performance.now()
    const parsed = valueOf(await pool.run(id, document, { kind: 'parse' }, { signal, timeout }))
    const summary: PageSummary = {
      id,
      label: capture.label,
      title: parsed.title,
      url: capture.url,
      mode: capture.mode,
      status: capture.status,
      charset: capture.charset,
      hasLayout: capture.layout !== null,
      nodes: parsed.nodes,
      htmlLength: capture.html.length,
      log: [...capture.log, ...parsed.notes],
      timings: { ...capture.timings, parse: performance.now() - start },
      capturedAt: capture.capturedAt,
    }
    pages.set(id, { summary, document, timeout })
    forgetOldest()
    return summary
  }

  return {
    async open(source, options, context) {
      const capture = await loader.load(source, options, context)
      context.progress({ done: 0.9, message: 'Parsing …' })
      return keep(capture, options.maxNodes, options.taskTimeout, context.signal)
    },
    adopt: (capture, { maxNodes, taskTimeout }, signal) => keep({ ...capture, timings: {} }, maxNodes, taskTimeout, signal),
    async run(page, task, signal) {
      const open = pages.get(page)
      if (!open) throw new FailureError(failure('page.unknown', 'This page is no longer in memory.', 'Open it again.'))
      return valueOf(await pool.run(page, open.document, task, { signal, timeout: open.timeout }))
    },
    address: (page) => pages.get(page)?.document.url ?? null,
    close(page) {
      pages.delete(page)
    },
  }
}
