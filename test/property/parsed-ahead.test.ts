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

function answer(page: string, document: PageDocument | null, task: PageTask): unknown {
  return structuredClone(performTask({ page, document, task, kept: [page] }, { known: registry }))
}

test('a page that is parsed before its layout has the same model and extraction as a page that is parsed with its layout', () => {
  const run = { kind: 'run', extractor: descriptions.list()[0]?.id ?? '', preset: 'default', params: {}, trace: false } as const
  fc.assert(
    fc.property(
      page,
      fc.array(fc.constantFrom(0, 1, 3), { minLength: 1, maxLength: 7 }),
      fc.integer({ min: 2, max: 40 }),
      (html, flags, lost) => {
        const layout = layoutOf(html, flags, lost)
        const document: PageDocument = { html, url: null, layout, scriptingEnabled: false, maxNodes: 100_000 }
        const selected = (done: unknown): unknown => (done as { extraction: { selected: unknown } }).extraction.selected
        const whole = [answer('whole', document, { kind: 'model' }), selected(answer('whole', null, run))]
        answer('ahead', { ...document, layout: null }, { kind: 'parse', layout: null })
        answer('ahead', null, { kind: 'parse', layout })
        expect([answer('ahead', null, { kind: 'model' }), selected(answer('ahead', null, run))]).toEqual(whole)
      },
    ),
    { numRuns: 60 },
  )
})
