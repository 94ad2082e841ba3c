/** Runs the tasks of open pages in a thread: parses pages, stores the pages that a request lists in `kept`, and runs extractors. */
import { failed } from '../../shared/base/failure'
import type { ExtractionResult } from '../../shared/contract/contract'
import { findExtractor, type Registry, resolveParams, runExtractor, traceExtractor } from '../../shared/extractors/core/run'
import { formatted } from '../../shared/extractors/core/content-xml'
import { removeSameMeasures } from '../../shared/extractors/core/known-measures'
import type { Extractor } from '../../shared/extractors/core/extractor'
import { FRAME_DOCUMENT, tagName, type PageModel, packModel } from '../../shared/page/page-model'
import { parsePage } from '../../shared/page/parse-page'
import { describeFit, placeLayout, type CapturedLayout } from '../../shared/page/place-layout'
import { describeStreamed } from '../../shared/page/streamed-content'
import { statedAddress } from '../../shared/page/kept-address'
import { keptStyle } from '../../shared/page/view-attributes'
import { viewPieces, type LackedKind, type ViewOptions } from '../../shared/page/view-html'
import type { PageRequest, PageTask, PageTaskResults, WrittenView } from '../services/extraction/tasks'
import type { TakePiece } from '../services/threads/task-thread'
import { valueAt } from '../../shared/base/once'

const pages = new Map<string, PageModel>()

const variants = new WeakMap<PageModel, PageModel>()

/** Returns the page with or without shadow roots and frames. Both forms have separate cached data. */
function readAs(page: PageModel, composed: boolean | undefined): PageModel {
  if (composed === undefined || composed === page.composed) return page
  return valueAt(variants, page, () => ({ ...page, composed }))
}

type PageResult = PageTaskResults[PageTask['kind']] | Promise<string>

function perform(kept: PageModel, task: Exclude<PageTask, { kind: 'parse' }>, parse: number, { known, takePiece }: TaskMeans): PageResult {
  const page = task.kind === 'run' || task.kind === 'export' ? readAs(kept, task.composed) : kept
  switch (task.kind) {
    case 'model':
      return packModel({ ...page, layout: null })
    case 'layout':
      return page.layout
    case 'view':
      return viewOf(page, task, takePiece)
    case 'frame': {
      const { html, url, kept } = task
      return written(parsePage(html, { url, scriptingEnabled: page.scripting }), { kept, ids: false })
    }
    case 'sheet':
      return keptStyle(task.css, { kept: task.kept, base: task.url })
    case 'run': {
      const extractor = findExtractor(known, task.extractor)
      const params = resolveParams(extractor, task.preset, task.params)
      const start = performance.now()
      const { extraction, trace } = task.trace
        ? traceExtractor(page, extractor, params)
        : { extraction: runExtractor(page, extractor, params), trace: null }
      const extract = performance.now() - start
      return { ...removeSameMeasures(extraction, task.known ?? {}), trace, timings: { parse, extract } } satisfies ExtractionResult
    }
    case 'export': {
      const extractor = findExtractor(known, task.extractor)
      const { extraction } = traceExtractor(page, extractor, resolveParams(extractor, task.preset, task.params))
      return formatted(page, extraction, task.format)
    }
  }
}

function viewOf(
  own: PageModel,
  { kept, styles, documents, root, base, inPieces }: Extract<PageTask, { kind: 'view' }>,
  takePiece?: TakePiece,
): WrittenView {
  const page = base === undefined ? own : { ...own, url: base }
  if (root !== null && (root < 0 || root >= page.count || tagName(page, root) !== FRAME_DOCUMENT))
    throw failed('page.no-frame', 'The page does not have this frame.', 'Open the page again.')
  return written(page, { kept, styles, documents, root: root ?? undefined }, inPieces ? takePiece : undefined)
}

function written(page: PageModel, options: ViewOptions, takePiece?: TakePiece): WrittenView {
  const lacked = new Map<string, LackedKind>()
  const frames: number[] = []
  const pieces = viewPieces(page, { ...options, lacks: (url, kind) => lacked.set(url, kind), shows: (document) => frames.push(document) })
  if (!takePiece) return { html: [...pieces].join(''), lacked: [...lacked], frames }
  const encoder = new TextEncoder()
  for (const piece of pieces) takePiece(encoder.encode(piece))
  return { html: '', lacked: [...lacked], frames }
}

function placed(id: string, page: PageModel, layout: CapturedLayout | null): PageTaskResults['parse'] {
  const found = layout && placeLayout(page, layout)
  if (found) pages.set(id, { ...page, layout: found.layout })
  const notes = [...describeStreamed(page), ...(found ? describeFit(found.fit) : [])]
  return { nodes: page.count, title: page.title, address: statedAddress(page), notes }
}

interface TaskMeans {
  readonly known: Registry<Extractor>
  readonly takePiece?: TakePiece
}

export function performTask({ page: id, task, document, kept }: PageRequest, means: TaskMeans): PageResult {
  for (const other of pages.keys()) if (!kept.includes(other)) pages.delete(other)
  const start = performance.now()
  const held = task.kind === 'parse' && task.isNew ? undefined : pages.get(id)
  const page = held ?? (document && parsePage(document.html, { sourcePositions: true, ...document }))
  if (!page) throw new Error('the thread does not hold the page')
  const parse = held ? 0 : performance.now() - start
  pages.set(id, page)
  return task.kind === 'parse' ? placed(id, page, task.layout) : perform(page, task, parse, means)
}

/** Omits buffers of the page, because the page stays in this thread, and of custom extractors, because an extractor may reuse buffers. */
export function buffersOf(done: unknown, { page: id, task }: PageRequest): ArrayBuffer[] {
  if (task.kind !== 'run' || task.own) return []
  const page = pages.get(id)
  const own = new Set<ArrayBufferLike>(Object.values(page ?? {}).flatMap((v: unknown) => (ArrayBuffer.isView(v) ? [v.buffer] : [])))
  const found = new Set<ArrayBuffer>()
  const visit = (v: unknown, depth: number): void => {
    if (ArrayBuffer.isView(v)) {
      if (v.buffer instanceof ArrayBuffer && !own.has(v.buffer)) found.add(v.buffer)
    } else if (typeof v === 'object' && v !== null && depth < 6) for (const child of Object.values(v)) visit(child, depth + 1)
  }
  visit(done, 1)
  return [...found]
}
