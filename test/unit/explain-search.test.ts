import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { diffCaptures } from '../../shared/explain/difference/capture-diff'
import type { Fate } from '../../shared/explain/explain-node'
import { findFlip, findFlips } from '../../shared/explain/flip-search'
import { findPairFlips } from '../../shared/explain/pair-flips'
import { firstTextOfLines, linesOfNode } from '../../shared/explain/line-nodes'
import { diffWords } from '../../shared/explain/difference/text-diff'
import { boolean, choice, number, type ParamValue } from '../../shared/extractors/core/params'
import { attributesOf, FRAME_DOCUMENT, LAYOUT_DISPLAYED, LAYOUT_VISIBLE, type PageModel } from '../../shared/page/page-model'
import { parsePage } from '../../shared/page/parse-page'

const about = { label: 'x', description: '', origin: 'ours' } as const
const spec = (min: number, max: number, step: number) => number({ ...about, default: min, min, max, step })
const letters = (...values: readonly string[]) =>
  choice({ ...about, default: values[0] ?? '', options: values.map((value) => ({ value, label: value })) })
const asked = (answer: (value: number) => boolean) => (value: unknown) => Promise.resolve(answer(Number(value)))

describe('the smallest change of a parameter that changes an answer', () => {
  it.each([
    ['the grid value next to the border, on a long range', [0, 100, 0.01], 50, (v: number) => v >= 61.234, 61.24],
    ['the nearer of the two directions', [0, 2, 0.01], 1, (v: number) => v >= 1.5 || v <= 0.9, 0.9],
    ['exact on a short range even where the answer is not monotonic', [0, 10, 1], 5, (v: number) => v === 8, 8],
    ['nothing where no value changes it', [0, 2, 0.01], 1, () => false, undefined],
  ] as const)('is %s, in a logarithmic number of runs', async (_, [min, max, step], current, answer, value) => {
    const flip = await findFlip(spec(min, max, step), current, asked(answer))
    expect(flip?.value).toBe(value)
    expect(flip?.runs ?? 0).toBeLessThan(40)
  })

  it('stays inside the range and on the grid, and really changes the answer', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: 400 }), fc.integer({ min: 1, max: 400 }), async (current, border) => {
        const changed = (v: number): boolean => Math.round(v * 100) >= border !== current >= border
        const flip = await findFlip(spec(0, 4, 0.01), current / 100, asked(changed))
        if (!flip || typeof flip.value !== 'number') return flip === null && !changed(0) && !changed(4)
        // Monotonic answers have one border: the flip is the first grid value beyond it.
        const nearest = current >= border ? border - 1 : border
        return Math.round(flip.value * 100) === nearest
      }),
    )
  })

  it('tries the other side of a switch, and each other option of a choice', async () => {
    const flag = boolean({ ...about, default: false })
    expect((await findFlip(flag, false, (v) => Promise.resolve(v === true)))?.value).toBe(true)
    expect((await findFlip(letters('a', 'b', 'c'), 'a', (v) => Promise.resolve(v === 'c')))?.value).toBe('c')
  })

  it('is found for each parameter by itself, the others staying as they are', async () => {
    const specs = { x: spec(0, 10, 1), y: spec(0, 10, 1), z: boolean({ ...about, default: false }) }
    const seen: string[] = []
    const found = await findFlips(specs, { x: 1, y: 2, z: false }, 'kept', async (values) => {
      seen.push(JSON.stringify(values))
      return Number(values.x) + Number(values.y) < 6 ? 'kept' : 'out'
    })
    expect(found).toEqual([
      { param: 'x', from: 1, to: 4, fate: 'out' },
      { param: 'y', from: 2, to: 5, fate: 'out' },
    ])
    expect(seen).toContain(JSON.stringify({ x: 1, y: 2, z: true }))
  })

  it('ends with what was found when it is stopped', async () => {
    let runs = 0
    const specs = { x: spec(0, 10, 1), y: spec(0, 10, 1) }
    const found = await findFlips(specs, { x: 0, y: 0 }, 'kept', async (values) => (runs++, Number(values.x) < 2 ? 'kept' : 'path'), {
      stopped: () => runs >= 2,
    })
    expect(found).toEqual([{ param: 'x', from: 0, to: 2, fate: 'path' }])
    expect(runs).toBe(2)
  })
})

describe('lines and nodes', () => {
  const html = '<body>\n<p>one\ntwo</p>\n<p>three</p>'
  const page = parsePage(html, { sourcePositions: true })
  const starts: number[] = []
  const ends: number[] = []
  let at = 0
  for (const line of html.split('\n')) {
    starts.push(at)
    ends.push(at + line.length)
    at += line.length + 1
  }
  const lines = { start: Int32Array.from(starts), end: Int32Array.from(ends), measures: {}, content: new Uint8Array(starts.length) }

  it('finds the lines a node stands on, with the characters it has there', () => {
    const one = [...page.text].indexOf('one\ntwo')
    expect(linesOfNode(page, lines, one, 10)).toEqual([
      { line: 1, characters: 3 },
      { line: 2, characters: 3 },
    ])
    expect(linesOfNode(page, lines, one, 1)).toHaveLength(1)
  })

  it('finds the first text of each line', () => {
    const one = [...page.text].indexOf('one\ntwo')
    const three = [...page.text].indexOf('three')
    expect([...firstTextOfLines(page, lines)]).toEqual([-1, one, one, three])
  })
})

describe('difference of two texts by words', () => {
  it('gives what both have and what only one has, with offsets', () => {
    const a = 'the quick brown fox'
    const b = 'the slow brown fox jumps'
    const { parts, common, onlyA, onlyB } = diffWords(a, b)
    expect(parts.map((p) => [p.kind, p.kind === 'b' ? b.slice(p.bStart, p.bEnd) : a.slice(p.aStart, p.aEnd)])).toEqual([
      ['both', 'the'],
      ['a', 'quick'],
      ['b', 'slow'],
      ['both', 'brown fox'],
      ['b', 'jumps'],
    ])
    expect([common, onlyA, onlyB]).toEqual([3, 1, 2])
  })

  it('gives every word of both texts exactly once', () => {
    const text = fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 30 }).map((words) => words.join(' '))
    fc.assert(
      fc.property(text, text, (a, b) => {
        const { parts } = diffWords(a, b)
        const left = parts.filter((p) => p.kind !== 'b').map((p) => a.slice(p.aStart, p.aEnd))
        const right = parts.filter((p) => p.kind !== 'a').map((p) => b.slice(p.bStart, p.bEnd))
        return left.join(' ') === a && right.join(' ') === b
      }),
    )
  })
})

describe('raw against rendered', () => {
  const withFlags = (html: string, invisible: (page: PageModel, n: number) => number): PageModel => {
    const page = parsePage(html)
    const flags = new Uint8Array(page.count).map((_, n) => invisible(page, n))
    return { ...page, layout: { flags, boxes: new Float32Array(page.count * 4), styles: null, viewport: { width: 1, height: 1 } } }
  }

  it('says what scripts added, removed and moved', () => {
    const raw = parsePage('<body><p>Loading …</p><p>first</p><p>second text</p><p>third</p></body>')
    const rendered = parsePage('<body><p>second text</p><p>third</p><p>built by a script</p><p>first</p></body>')
    const diff = diffCaptures(raw, rendered)
    expect(diff.changes.map((c) => [c.kind, c.text])).toEqual([
      ['removed', 'Loading …'],
      ['added', 'built by a script'],
      ['moved', 'first'],
    ])
    expect(diff.words).toEqual({ added: 4, framed: 0, removed: 1, moved: 1, hidden: 0, shown: 0 })
    expect(diff.same).toBe(3)
  })

  it('keeps apart what a frame loads from what scripts wrote', () => {
    const parsed = parsePage('<body><p>first</p><p>by a script</p><iframe-like><p>words of another document</p></iframe-like></body>')
    const rendered = { ...parsed, tagNames: parsed.tagNames.map((tag) => (tag === 'iframe-like' ? FRAME_DOCUMENT : tag)) }
    const diff = diffCaptures(parsePage('<body><p>first</p></body>'), rendered)
    expect(diff.changes.map((c) => [c.kind, c.text])).toEqual([
      ['added', 'by a script'],
      ['framed', 'words of another document'],
    ])
    expect([diff.words.added, diff.words.framed]).toEqual([3, 4])
  })

  it('says what is hidden and by what: attribute, inline style, computed', () => {
    const raw = parsePage('<body><p>a</p><p>b</p><p>c</p><p>d</p><p hidden>e</p></body>')
    const rendered = withFlags(
      '<body><p hidden>a</p><p style="display: none">b</p><p class=x>c</p><p class=y>d</p><p>e</p></body>',
      (page, n) => {
        const text = page.text[n] ?? ''
        if (text === 'c' || attributesOf(page, n).some(([, v]) => v === 'x')) return 0
        return text === 'd' ? LAYOUT_DISPLAYED : LAYOUT_DISPLAYED | LAYOUT_VISIBLE
      },
    )
    const diff = diffCaptures(raw, rendered)
    expect(diff.changes.map((c) => [c.kind, c.text, c.cause?.cause])).toEqual([
      ['hidden', 'a', 'hidden attribute'],
      ['hidden', 'b', 'inline display:none'],
      ['hidden', 'c', 'computed display:none'],
      ['hidden', 'd', 'not visible'],
      ['shown', 'e', 'hidden attribute'],
    ])
    expect(diff.hidden.reduce((sum, h) => sum + h.words, 0)).toBe(4)
  })

  it('counts the elements that came and went', () => {
    const diff = diffCaptures(parsePage('<body><div>a</div>'), parsePage('<body><div>a</div><span></span><span></span>'))
    expect(diff.tags).toEqual([{ tag: 'span', raw: 0, rendered: 2 }])
  })
})

const OUT: Fate = 'out'
const KEPT: Fate = 'kept'
const kept = (answer: (values: Readonly<Record<string, ParamValue>>) => boolean) => (values: Readonly<Record<string, ParamValue>>) =>
  Promise.resolve(answer(values) ? KEPT : OUT)

const counted = () => vi.fn(kept(() => false))

describe('two parameters that change a node’s fate together', () => {
  const specs = { a: spec(0, 2, 0.01), b: spec(0, 100, 1) }

  it('are found where neither does it alone, with changes of which none can be a step smaller', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 2, max: 200 }), fc.integer({ min: 2, max: 100 }), async (a, b) => {
        const answer = (values: Readonly<Record<string, ParamValue>>): boolean =>
          Math.round(Number(values.a) * 100) >= a && Number(values.b) >= b
        const { found } = await findPairFlips(specs, { a: 0, b: 0 }, OUT, kept(answer))
        expect(found).toHaveLength(1)
        const [first, second] = found[0]?.changes ?? []
        expect(first).toEqual({ param: 'a', from: 0, to: a / 100 })
        expect(second).toEqual({ param: 'b', from: 0, to: b })
        expect(found[0]?.fate).toBe(KEPT)
      }),
      { numRuns: 60 },
    )
  })

  it('may trade one for the other: what is found lies on the border', async () => {
    const sum = (values: Readonly<Record<string, ParamValue>>): number => Number(values.a) / 2 + Number(values.b) / 100
    const { found } = await findPairFlips(
      specs,
      { a: 0, b: 0 },
      OUT,
      kept((values) => sum(values) > 1.2),
    )
    const changes = Object.fromEntries((found[0]?.changes ?? []).map(({ param, to }) => [param, to]))
    expect(sum(changes)).toBeGreaterThan(1.2)
    expect(sum({ ...changes, b: Number(changes.b) - 1 })).toBeLessThanOrEqual(1.2)
  })

  it('are switches and choices, too', async () => {
    const { found, tried, pairs } = await findPairFlips(
      { on: boolean({ ...about, default: false }), kind: letters('one', 'two'), a: spec(0, 2, 0.01) },
      { on: false, kind: 'one', a: 0 },
      OUT,
      kept((values) => values.on === true && values.kind === 'two'),
    )
    expect(found.map(({ changes }) => changes.map(({ param, to }) => [param, to]))).toEqual([
      [
        ['on', true],
        ['kind', 'two'],
      ],
    ])
    expect([tried, pairs]).toEqual([3, 3])
  })

  it('are not looked for longer than the runs that it may take, which is said', async () => {
    const never = counted()
    const many = Object.fromEntries(Array.from({ length: 8 }, (_, i) => [`p${i}`, spec(0, 10, 0.01)]))
    const values = Object.fromEntries(Object.keys(many).map((name) => [name, 5]))
    const { found, tried, pairs } = await findPairFlips(many, values, OUT, never, { mostRuns: 100 })
    expect(found).toEqual([])
    expect(never).toHaveBeenCalledTimes(100)
    expect(pairs).toBe(28)
    expect(tried).toBeLessThan(pairs)
  })

  it('are not looked for any more once the search is stopped', async () => {
    const never = counted()
    await findPairFlips(specs, { a: 1, b: 50 }, OUT, never, { stopped: () => never.mock.calls.length >= 5 })
    expect(never).toHaveBeenCalledTimes(5)
  })
})
