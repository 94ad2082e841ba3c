import type { NodeId } from '../../shared/page/page-model'
import { wrapMethod } from './observed-library'
import { matchingExact, repeatsTitle, scoreParts } from './defuddle-reasons'
import {
  childrenOf,
  followCopies,
  FRAGMENT,
  watchPrototypes,
  type DomDocument,
  type LibraryInstance,
  type LibraryResult,
} from './defuddle-dom'
import { carryTexts, joinReport, joinTexts, newPass, placeOf, textsIn, type Pass, type Stage } from './defuddle-pass'
import type { DomElement, PeerNode } from './peer-document'

export type Observed = ReturnType<DefuddleObserver['run']>

/** Returns, in order, the stages after the choice of the main element in which the library checks the debug flag. */
function questionsOf(options: Readonly<Record<string, unknown>>): Stage[] {
  const on = (name: string): boolean => options[name] !== false
  const stages: Stage[] = []
  if (on('removeSmallImages')) stages.push('small')
  if (on('removeHiddenElements')) stages.push('hidden')
  if (on('removeContentPatterns')) stages.push('eyebrow')
  if (on('removeExactSelectors') || on('removePartialSelectors')) stages.push('selectors')
  if (on('removeLowScoring')) stages.push('scoring')
  if (on('removeContentPatterns')) stages.push('patterns')
  if (on('standardize')) stages.push('standardize')
  return [...stages, 'unsafe', 'done']
}

const ANSWERED: ReadonlySet<Stage> = new Set<Stage>(['hidden', 'eyebrow', 'selectors', 'scoring', 'patterns', 'done'])

export class DefuddleObserver {
  readonly #open: Pass[] = []
  readonly #passes: Pass[] = []
  #scored: DomElement[] = []
  #moving = 0

  constructor(
    private readonly library: LibraryInstance,
    private readonly document: DomDocument,
    private readonly ids: ReadonlyMap<PeerNode, NodeId>,
    private readonly options: Readonly<Record<string, unknown>>,
  ) {}

  run() {
    this.#wrapInstance()
    this.#watchQueries(this.document)
    followCopies(this.document, this.ids, (copy, ids) => {
      if (this.#pass) {
        this.#pass.ids = ids
        this.#pass.stage = 'copy'
      }
      this.#watchQueries(copy)
    })
    const restore = watchPrototypes(
      this.document,
      (node) => this.#leaves(node),
      (run, node, before) => this.#move(run, node, before),
    )
    let result: LibraryResult
    try {
      result = this.library.parse?.() as LibraryResult
    } finally {
      restore()
    }
    const chosen = this.#chosenPassOf(result)
    const passes: readonly Pass[] = this.#passes
    return { result, passes, chosen, isComplete: chosen === null || joinReport(chosen) }
  }

  #chosenPassOf(result: LibraryResult): Pass | null {
    const given = this.#passes.findIndex((pass) => pass.returned === result)
    const same = (pass: Pass): boolean => pass.kept !== null && pass.result?.content === result.content
    return given < 0 ? null : (this.#passes.slice(given).find(same) ?? null)
  }

  get #pass(): Pass | undefined {
    return this.#open.at(-1)
  }

  #wrap(name: string, around: (run: () => unknown, values: readonly unknown[]) => unknown): void {
    if (typeof this.library[name] === 'function')
      wrapMethod(
        this.library,
        name,
        (call) =>
          (...values) =>
            around(() => call(...values), values),
      )
  }

  #wrapInstance(): void {
    this.#wrap('parseInternal', (run, [overrides]) => this.#followPass(run, (overrides ?? {}) as Pass['overrides']))
    this.#wrap('flattenShadowRoots', (run) => {
      if (this.#pass) this.#pass.stage = 'shadow'
      return run()
    })
    this.#wrap('findMainContent', (run) => this.#findMain(run))
    this.#wrap('_findElementBySchemaText', (run) => this.#found(run(), 'contains the text of the page’s schema.org data'))
    this.#wrap('adoptExternalFootnotes', (run, [main]) => this.#adopt(run, main as DomElement))
    this.#wrap('_stripUnsafeElements', (run, [main]) => this.#finish(run, main as DomElement))
    this.#wrap('getElementSelector', (run, [element]) => {
      if (this.#pass?.stage !== 'main') return run()
      this.#scored.push(element as DomElement)
      return ''
    })
    this.#wrap('_log', (_run, values) => {
      if (values[0] === 'Content candidates:') this.#noteCandidates(values[1] as readonly { readonly score: number }[])
    })
    Object.defineProperty(this.library, 'debug', { configurable: true, get: () => this.#answer(), set: () => {} })
  }

  /** The library reads the debug flag through this method. The number of reads determines the stage. */
  #answer(): boolean {
    const pass = this.#pass
    if (!pass || pass.stage === 'done') return false
    if (pass.stage === 'main') return true
    if (pass.main === null) return false
    const stage = pass.questions.shift() ?? 'done'
    pass.stage = stage
    return ANSWERED.has(stage)
  }

  #followPass(run: () => unknown, overrides: Pass['overrides']): unknown {
    const pass = newPass(overrides, questionsOf({ ...this.options, ...overrides }))
    this.#open.push(pass)
    this.#passes.push(pass)
    try {
      const result = run() as LibraryResult
      pass.returned = result
      pass.result = { ...result }
      return result
    } finally {
      pass.stage = 'done'
      this.#open.pop()
    }
  }

  #findMain(run: () => unknown): unknown {
    const pass = this.#pass
    if (!pass) return run()
    pass.stage = 'main'
    this.#scored = []
    const found = run()
    pass.stage = 'metadata'
    this.#setMain(pass, found as DomElement | null)
    if (!pass.candidates.some(({ node }) => node === pass.mainNode)) pass.found = 'is the best-scoring cell of a page laid out in tables'
    return found
  }

  #found(found: unknown, how: string): unknown {
    const pass = this.#pass
    if (pass && found && pass.stage !== 'done') {
      this.#setMain(pass, found as DomElement)
      pass.found = how
    }
    return found
  }

  #setMain(pass: Pass, main: DomElement | null): void {
    pass.main = main
    pass.mainNode = main ? (pass.ids.get(main) ?? -1) : -1
  }

  #adopt(run: () => unknown, main: DomElement): unknown {
    const pass = this.#pass
    if (!pass) return run()
    if (main !== pass.main) {
      this.#setMain(pass, main)
      pass.found = 'is the element with the attribute data-defuddle around the chosen element'
    }
    pass.stage = 'footnotes'
    const before = main.children.length
    const result = run()
    for (let i = before; i < main.children.length; i++) {
      const id = pass.ids.get(main.children[i] as DomElement)
      if (id !== undefined) pass.adopted.push(id)
    }
    return result
  }

  #finish(run: () => unknown, main: DomElement): unknown {
    const pass = this.#pass
    const result = run()
    if (pass && main === pass.main) pass.kept = new Set(textsIn(pass, main))
    return result
  }

  #noteCandidates(candidates: readonly { readonly score: number }[]): void {
    const pass = this.#pass
    if (!pass || candidates.length !== this.#scored.length) return
    const seen = new Map<NodeId, number>()
    candidates.forEach(({ score }, i) => {
      const element = this.#scored[i] as DomElement
      const node = pass.ids.get(element) ?? -1
      const before = seen.get(node) ?? 0
      seen.set(node, before + 1)
      // If an element matches several entry points, the first entry point gives the highest score.
      const selector = before === 0 ? (this.#entryPoints.find((entry) => element.matches(entry)) ?? '') : ''
      if (selector !== '') pass.candidates.push({ node, score, selector })
    })
  }

  #entryPoints: string[] = []

  #watchQueries(document: DomDocument): void {
    const { querySelectorAll, querySelector } = document
    document.querySelectorAll = (selector) => {
      const stage = this.#pass?.stage
      if (stage === 'main' && !this.#entryPoints.includes(selector)) this.#entryPoints.push(selector)
      if (stage === 'selectors' && this.#pass?.exact === '') this.#pass.exact = selector
      return querySelectorAll.call(document, selector)
    }
    document.querySelector = (selector) => {
      const found = querySelector.call(document, selector)
      const pass = this.#pass
      if (pass && found && pass.main === null && pass.overrides.contentSelector === selector) {
        this.#setMain(pass, found)
        pass.stage = 'metadata'
        pass.found = `matches ${selector}`
      }
      return found
    }
  }

  #move(run: () => unknown, node: PeerNode, before: PeerNode): unknown {
    const pass = this.#pass
    if (pass && before) {
      pass.filledBefore = before
      pass.filledBy = node.nodeType === FRAGMENT ? childrenOf(node) : [node]
    }
    this.#moving++
    try {
      return run()
    } finally {
      this.#moving--
    }
  }

  #leaves(node: PeerNode): void {
    const pass = this.#pass
    if (!pass || this.#moving > 0 || pass.stage === 'done') return
    // The library joins neighbouring texts in a new copy, and after the removal of markup between two texts.
    if ((pass.stage === 'copy' || pass.stage === 'standardize') && joinTexts(pass, node)) return
    if (pass.stage !== 'copy') this.#loses(pass, node)
  }

  #loses(pass: Pass, node: PeerNode): void {
    const place = pass.stage === 'shadow' ? 'inside' : placeOf(pass, node)
    const element = node as DomElement
    const replaced = pass.filledBefore === node
    const texts = place !== 'inside' ? [] : replaced ? carryTexts(pass, node) : textsIn(pass, node)
    const note = place !== 'gone' && (place === 'inside' || pass.stage === 'scoring') && !replaced ? this.#noteOf(pass, element) : ''
    pass.losses.push({ stage: pass.stage, element, node: pass.ids.get(node) ?? -1, place, texts, replaced, note })
  }

  #noteOf(pass: Pass, element: DomElement): string {
    if (pass.stage === 'scoring') return scoreParts(element)
    if (pass.stage === 'selectors') return matchingExact(element, pass.exact)
    if (pass.stage !== 'standardize' || element.nodeType !== 1 || element.tagName !== 'H2') return ''
    if (pass.main?.querySelector('h2') !== element) return ''
    const { title } = (this.library as unknown as { readonly _metadata?: { readonly title?: string } })._metadata ?? {}
    return title !== undefined && repeatsTitle(element, title) ? TITLE : ''
  }
}

export const TITLE = 'title'
