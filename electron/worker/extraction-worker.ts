/** The worker thread: parses pages, keeps the last few, runs extractors on them. */
import { move, transferableSymbol, valueSymbol } from 'piscina'
import { FailureError, failure, toFailure } from '../../shared/base/failure'
import type { ExtractionResult } from '../../shared/contract/contract'
import { registry } from '../peers/registry'
import { contentXml } from '../../shared/extractors/core/content-xml'
import { outputHtml } from '../../shared/page/output'
import { resolveParams, runExtractor, traceExtractor } from '../../shared/extractors/core/run'
import type { Extractor } from '../../shared/extractors/core/extractor'
import type { PageModel } from '../../shared/page/page-model'
import { parsePage } from '../../shared/page/parse-page'
import { describeFit, placeLayout, type CapturedLayout } from '../../shared/page/place-layout'
import { viewHtml } from '../../shared/page/view-html'
import type { PageDocument, PageTask, RunOptions, WorkerReply, WorkerRequest } from '../services/extraction/tasks'

/** Pages kept parsed, most recently used last. */
const KEPT_PAGES = 6
const pages = new Map<string, PageModel>()

function remember(id: string, page: PageModel): void {
  pages.delete(id)
  pages.set(id, page)
  for (const oldest of pages.keys()) {
    if (pages.size <= KEPT_PAGES) break
    pages.delete(oldest)
  }
}

function parseDocument(document: PageDocument): PageModel {
  return parsePage(document.html, {
    sourcePositions: true,
    scriptingEnabled: document.scriptingEnabled,
    maxNodes: document.maxNodes,
    url: document.url,
    layout: document.layout,
  })
}

function extractorOf(options: RunOptions): Extractor {
  const extractor = registry.get(options.extractor)
  if (extractor) return extractor
  throw new FailureError(
    failure(
      'extractor.unknown',
      `There is no extractor "${options.extractor}".`,
      `Choose one of: ${registry
        .list()
        .map((x) => x.id)
        .join(', ')}.`,
    ),
  )
}

function perform(page: PageModel, task: PageTask, parse: number, layout: CapturedLayout | null): unknown {
  switch (task.kind) {
    case 'parse':
      return { nodes: page.count, title: page.title, notes: layout ? describeFit(placeLayout(page, layout).fit) : [] }
    case 'model':
      return page
    case 'view':
      return viewHtml(page, { remote: task.remote })
    case 'run': {
      const extractor = extractorOf(task)
      const params = resolveParams(extractor, task.preset, task.params)
      const start = performance.now()
      if (task.trace) {
        const { extraction, trace } = traceExtractor(page, extractor, params)
        return { extraction, trace, timings: { parse, extract: performance.now() - start } } satisfies ExtractionResult
      }
      const extraction = runExtractor(page, extractor, params)
      return { extraction, trace: null, timings: { parse, extract: performance.now() - start } } satisfies ExtractionResult
    }
    case 'export': {
      const extractor = extractorOf(task)
      const extraction = runExtractor(page, extractor, resolveParams(extractor, task.preset, task.params))
      return task.format === 'xml' ? contentXml(page, extraction) : outputHtml(page, extraction.selected)
    }
  }
}

/** The buffers of all typed arrays in a value, without those of the cached page. */
function buffersOf(value: unknown, page: PageModel): ArrayBuffer[] {
  const own = new Set<ArrayBufferLike>(Object.values(page).flatMap((v: unknown) => (ArrayBuffer.isView(v) ? [v.buffer] : [])))
  const found = new Set<ArrayBuffer>()
  const visit = (v: unknown, depth: number): void => {
    if (ArrayBuffer.isView(v)) {
      if (v.buffer instanceof ArrayBuffer && !own.has(v.buffer)) found.add(v.buffer)
    } else if (typeof v === 'object' && v !== null && depth < 5) for (const child of Object.values(v)) visit(child, depth + 1)
  }
  visit(value, 0)
  return [...found]
}

function done(value: unknown): WorkerReply {
  return { type: 'done', value }
}

/** Answers one request; typed arrays of a run are transferred, the cached page is copied. */
export default function answer(request: WorkerRequest): unknown {
  try {
    let page = pages.get(request.page)
    let parse = 0
    if (!page) {
      if (!request.document) return { type: 'miss' } satisfies WorkerReply satisfies WorkerReply
      const start = performance.now()
      page = parseDocument(request.document)
      parse = performance.now() - start
    }
    remember(request.page, page)
    const value = perform(page, request.task, parse, request.document?.layout ?? null)
    if (request.task.kind !== 'run') return done(value)
    return move({ [transferableSymbol]: buffersOf(value, page), [valueSymbol]: done(value) })
  } catch (thrown) {
    return { type: 'failed', ...toFailure(thrown) } satisfies WorkerReply
  }
}
