import fc from 'fast-check'
import { expect, test } from 'vitest'
import { performTask } from '../../electron/worker/page-tasks'
import type { PageDocument, PageTask } from '../../electron/services/extraction/tasks'
import { descriptions } from '../../shared/extractors'
import { ELEMENT } from '../../shared/page/page-model'
import { parsePage } from '../../shared/page/parse-page'
import type { CapturedLayout } from '../../shared/page/place-layout'
import { registry } from '../../electron/peers/registry'
import { page } from './arbitrary-html'

/** A layout of the parsed page's own elements, some of which the browser would not have had; what is displayed is drawn by lot. */
function layoutOf(html: string, flags: readonly number[], lost: number): CapturedLayout {
  const model = parsePage(html)
  const elements = Array.from(model.kind.keys()).filter((n) => model.kind[n] === ELEMENT && n % lost !== lost - 1)
  return {
    tagNames: model.tagNames,
    tags: Uint16Array.from(elements, (n) => model.tag[n] ?? 0),
    parents: Int32Array.from(elements, (n) => elements.indexOf(model.parent[n] ?? -1)),
    flags: Uint8Array.from(elements, (_, i) => flags[i % flags.length] ?? 3),
    boxes: Float32Array.from({ length: elements.length * 4 }, (_, i) => i),
    viewport: { width: 1280, height: 900 },
  }
}

/** A name that no page has yet: a thread answers of what it holds. */
let names = 0
const nameOf = (what: string): string => `${what} ${++names}`

function answer(name: string, document: PageDocument | null, task: Exclude<PageTask, { kind: 'describe' }>): unknown {
  const reply = performTask({ page: name, document, task }, registry)
  if (reply === 'miss') return reply
  return structuredClone(reply.done)
}

test('a page that was parsed before its layout was known is the page parsed with it: model, notes, and what is extracted', () => {
  const run = { kind: 'run', extractor: descriptions.list()[0]?.id ?? '', preset: 'default', params: {}, trace: false } as const
  fc.assert(
    fc.property(
      page,
      fc.array(fc.constantFrom(0, 1, 3), { minLength: 1, maxLength: 7 }),
      fc.integer({ min: 2, max: 40 }),
      (html, flags, lost) => {
        const layout = layoutOf(html, flags, lost)
        const document: PageDocument = { html, url: null, layout, scriptingEnabled: false, maxNodes: 100_000 }
        answer('ahead', { ...document, layout: null }, { kind: 'parse' })
        const joined = answer('joined', null, { kind: 'parse', ahead: { page: 'ahead', layout } })
        const whole = answer(nameOf('whole'), document, { kind: 'parse' })
        expect(joined).toEqual(whole)
        const plain = nameOf('plain')
        expect(answer('joined', null, { kind: 'model' })).toEqual(answer(plain, document, { kind: 'model' }))
        const selected = (done: unknown): unknown => (done as { extraction: { selected: unknown } }).extraction.selected
        expect(selected(answer('joined', null, run))).toEqual(selected(answer(plain, document, run)))
      },
    ),
    { numRuns: 60 },
  )
})
