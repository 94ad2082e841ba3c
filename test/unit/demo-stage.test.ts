import { beforeEach, describe, expect, it } from 'vitest'
import { failure, type Result } from '../../shared/base/failure'
import type { ExtractionResult } from '../../shared/contract/contract'
import { extractorInfo } from '../../shared/extractors/core/extractor'
import { presetValues, type ParamValue } from '../../shared/extractors/core/params'
import { resolveParams, traceExtractor } from '../../shared/extractors/core/run'
import { registry } from '../../electron/peers/registry'
import type { PageModel } from '../../shared/page/page-model'
import { parsePage } from '../../shared/page/parse-page'
import { momentOf, useDemo } from '../../renderer/features/demo/state/demo-state'
import { createStageDirector, type StageHost, type StageTab } from '../../renderer/features/demo/state/stage-director'
import type { TrialRequest } from '../../renderer/window/result/trial-runs'
import { sample } from './demo-fixture'

const pageOf = (name: string): PageModel => parsePage(sample(name), { sourcePositions: true })
const NEWS = pageOf('news-article')
const DOCS = pageOf('docs-page')
const valuesOf = (id: string, changed: Readonly<Record<string, ParamValue>>): Record<string, ParamValue> => ({
  ...presetValues(registry.get(id)?.params ?? {}, 'default'),
  ...changed,
})

/** Shows real pages with real extractors. With `hold`, responses wait until `flow` forwards them. */
class Window {
  tab: StageTab
  readonly pages = new Map(Object.entries({ news: NEWS, docs: DOCS }))
  readonly closed: string[] = []
  readonly notices: string[] = []
  readonly ran: string[] = []
  readonly waiting: (() => void)[] = []
  hold = false
  hash = ''
  #examples = 0

  constructor() {
    this.tab = this.#tabOn('news', NEWS, 'cectd-ds', {})
  }

  #extract(page: PageModel, id: string, params: Readonly<Record<string, ParamValue>>): ExtractionResult {
    const extractor = registry.get(id)
    if (!extractor) throw new Error(id)
    const { extraction, trace } = traceExtractor(page, extractor, resolveParams(extractor, 'default', params))
    return { extraction, trace, duration: 0 } as unknown as ExtractionResult
  }

  #tabOn(page: string, model: PageModel, extractor: string, changed: Readonly<Record<string, ParamValue>>): StageTab {
    const params = valuesOf(extractor, changed)
    return {
      id: 'tab',
      status: 'ready',
      source: { kind: 'sample', id: page === 'news' ? 'news-article' : 'docs-page' },
      page: { id: page } as StageTab['page'],
      model,
      extractor,
      preset: 'default',
      params,
      running: false,
      result: this.#extract(model, extractor, params),
    }
  }

  show(page: 'news' | 'docs', extractor: string, changed: Readonly<Record<string, ParamValue>> = {}): void {
    this.tab = this.#tabOn(page, page === 'news' ? NEWS : DOCS, extractor, changed)
  }

  async #held<T>(value: T): Promise<T> {
    if (this.hold) await new Promise<void>((go) => this.waiting.push(go))
    return value
  }

  readonly host: StageHost = {
    tab: () => this.tab,
    extractors: () => registry.list().map(extractorInfo),
    hashOf: () => this.hash,
    run: async ({ page, extractor, params }: TrialRequest): Promise<Result<ExtractionResult>> => {
      this.ran.push(`${extractor} on ${page}`)
      const model = this.pages.get(page)
      if (!model) return { ok: false, failure: failure('page.gone', 'The page is not open.', 'Open it again.') }
      return this.#held({ ok: true, value: this.#extract(model, extractor, params) })
    },
    open: async (html) => {
      const page = `example ${++this.#examples}`
      const model = parsePage(html, { sourcePositions: true })
      this.pages.set(page, model)
      return this.#held({ ok: true, value: { page, model } })
    },
    close: (page) => this.closed.push(page),
    notify: (notice) => this.notices.push(notice),
  }
}

let window: Window
let director: ReturnType<typeof createStageDirector>
const demo = useDemo.getState
const START = demo()

beforeEach(() => {
  useDemo.setState(START, true)
  window = new Window()
  director = createStageDirector(window.host)
})

const turn = (): Promise<void> => new Promise((resolve) => setTimeout(resolve))

async function flow(): Promise<void> {
  for (let i = 0; i < 20; i++) {
    window.waiting.shift()?.()
    await turn()
  }
}

async function follow(...shown: Parameters<Window['show']>): Promise<void> {
  window.show(...shown)
  await director.update(true)
}

describe('the stage', () => {
  it('shows the tab’s own run without running it again', async () => {
    await director.update(true)
    expect(demo().run?.extraction).toBe(window.tab.result?.extraction)
    expect(demo().page).toBe('news')
    expect(window.ran).toEqual([])
  })

  it('is empty without a page, and waits for a running extraction', async () => {
    window.tab = { ...window.tab, running: true, result: null }
    await director.update(true)
    expect(demo().run).toBeNull()
    await follow('news', 'cectd-ds')
    expect(demo().run).not.toBeNull()
    window.tab = { ...window.tab, page: null, model: null, result: null }
    await director.update(true)
    expect(demo()).toMatchObject({ run: null, page: null, playing: false })
  })

  it('keeps its chapter in a run with other values', async () => {
    await director.update(true)
    const threshold = demo().run?.timeline.chapters.find((c) => c.step.name === 'threshold')
    useDemo.setState({ position: threshold?.start ?? 0, playing: true })
    await follow('news', 'cectd-ds', { lambda: 0.2 })
    expect([demo().run?.frameAt(momentOf(demo())).chapter.step.name, demo().playing]).toEqual(['threshold', true])
    await director.update(false)
    window.show('docs', 'cectd-ds')
    await director.update(false)
    expect(demo()).toMatchObject({ position: 0, playing: false })
  })
})

it('an example on the stage is the last typed example, after any delay of earlier responses, and leaves no page open', async () => {
  window.hold = true
  for (const text of ['one', 'two', 'three']) {
    useDemo.setState({ editing: `<p>${text}` })
    void director.update(true)
  }
  window.waiting.reverse()
  await flow()
  expect(demo().example?.html).toBe('<p>three')
  expect(demo().run?.page).toBe(demo().example?.model)
  expect(window.closed.sort()).toEqual(['example 1', 'example 2'])
})

describe('the second run', () => {
  const beside = (lambda: number) => ({ extractor: 'cectd-ds', params: valuesOf('cectd-ds', { lambda }) })

  it('is requested once, and again only after a change of its settings', async () => {
    useDemo.setState({ beside: beside(0.5) })
    await director.update(true)
    expect(demo().other?.extraction.params.lambda).toBe(0.5)
    await director.update(true)
    await director.updateBeside()
    expect(window.ran).toHaveLength(1)
    useDemo.setState({ beside: null })
    await director.updateBeside()
    expect(demo().other).toBeNull()
  })

  it('shows a running request and then the latest request, but no request between them', async () => {
    await director.update(true)
    window.hold = true
    useDemo.setState({ beside: beside(0.1) })
    void director.updateBeside()
    for (const lambda of [0.2, 0.3, 0.4]) {
      useDemo.setState({ beside: beside(lambda) })
      void director.updateBeside()
    }
    window.waiting.shift()?.()
    await turn()
    expect(demo().other?.extraction.params.lambda).toBe(0.1)
    await flow()
    expect([demo().other?.extraction.params.lambda, window.ran.length]).toEqual([0.4, 2])
  })

  it('is never beside a run of another page', async () => {
    useDemo.setState({ beside: beside(0.5) })
    await director.update(true)
    window.hold = true
    window.show('docs', 'cectd-ds')
    void director.update(true)
    await turn()
    expect(demo().run?.page).toBe(DOCS)
    expect(demo().other).toBeNull()
    await flow()
    expect(demo().other?.page).toBe(DOCS)
  })

  it('runs again after its extractor is saved with other content', async () => {
    useDemo.setState({ beside: beside(0.5) })
    await director.update(true)
    const before = demo().other
    window.hash = 'saved'
    await director.updateBeside()
    expect(window.ran).toHaveLength(2)
    expect(demo().other).not.toBe(before)
  })

  it('explains why it is empty, and tries again with the next update', async () => {
    await director.update(true)
    window.pages.clear()
    useDemo.setState({ beside: beside(0.5) })
    await director.updateBeside()
    expect(demo().otherFailure?.code).toBe('page.gone')
    window.pages.set('news', NEWS)
    await director.updateBeside()
    expect(demo().otherFailure).toBeNull()
    expect(demo().other?.page).toBe(NEWS)
  })
})

describe('a requested step', () => {
  const step = { tab: null, moment: 12, moments: null, chapter: '', into: 0, beside: null, example: null, tour: null }

  it('is shown as soon as the run of the tab is available, and then forgotten', async () => {
    window.tab = { ...window.tab, status: 'loading' }
    useDemo.setState({ requested: step })
    await director.update(true)
    expect(momentOf(demo())).toBe(0)
    expect(demo().requested).not.toBeNull()
    window.tab = { ...window.tab, status: 'ready' }
    await director.update(true)
    expect([momentOf(demo()), demo().requested]).toEqual([12, null])
  })

  it('reports that the run has changed', async () => {
    useDemo.setState({ requested: { ...step, moments: 9999, chapter: 'threshold', into: 0 } })
    await director.update(true)
    expect(demo().run?.frameAt(momentOf(demo())).chapter.step.name).toBe('threshold')
    expect(window.notices[0]).toContain('changed after this step')
  })
})
