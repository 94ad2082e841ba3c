import { describe, expect, it } from 'vitest'
import { extractRecord } from '../../electron/cli/pages/printed-page'
import { registry } from '../../electron/peers/registry'
import { defineExtractor } from '../../shared/extractors/core/define'
import { extractorInfo } from '../../shared/extractors/core/extractor'
import { number, paramSchema } from '../../shared/extractors/core/params'
import { createRegistry } from '../../shared/extractors/core/run'
import { sumUp } from '../../shared/page/content-tree'
import { runCliHere, type ProgramRun } from '../fixtures/run-program'

const toy = defineExtractor({
  id: 'long-texts',
  title: 'Long texts',
  family: 'baseline',
  paper: { authors: 'A. Student', title: 'Keep what is long', venue: 'Exercise 1', year: 2026 },
  summary: 'Keeps texts of at least so many characters.',
  params: {
    minLength: number({
      ...{ label: 'Least length', description: 'Characters that a text must have.', origin: 'ours' },
      ...{ default: 20, asPrinted: 10, min: 0, max: 1000, step: 1 },
    }),
  },
  measures: { len: { label: 'Length', unit: 'characters', description: 'Characters below the node.' } },
  rules: {
    length: {
      ...{ label: 'Length', measure: 'len', relation: '≥', quantity: 'length', unit: 'characters' },
      sentence: '{value} against {limit}.',
    },
  },
  charts: [{ id: 'length', title: 'Length by node', per: 'node', series: ['len'] }],
  mainMeasure: 'len',
  pseudocode: { measure: 'measure each text', keep: 'keep what is long' },
  run({ tree, p, step, decide }) {
    step('look', 'Each text is measured.', { measures: ['len'], lines: ['keep'] })
    const texts = Uint8Array.from(tree.length, (length) => (length >= p.minLength ? 1 : 0))
    for (let e = 0; e < tree.size; e++)
      if (tree.isText[e] === 1) decide(e, texts[e] === 1 ? 'keepNode' : 'dropNode', 'length', tree.length[e] ?? 0, p.minLength)
    const len = Int32Array.from(tree.length)
    sumUp(tree, len)
    return { kept: { texts }, measures: { len } }
  },
})

const html = '<body><p>short</p><p>This one is long enough to be kept.</p></body>'
const extended = createRegistry([...registry.list(), toy])

const cli = (args: readonly string[], input = ''): Promise<ProgramRun> =>
  runCliHere(args, { workers: '', cwd: process.cwd(), input, own: extended })

describe('a new extractor needs only its folder and a line in the registry', () => {
  it('is in the list', async () => {
    expect(extended.list().at(-1)?.id).toBe('long-texts')
    expect((await cli(['list'])).out).toContain('minLength = 20, as printed 10  (0 to 1000; origin: ours)')
    const listed = JSON.parse((await cli(['list', '--json'])).out) as { id: string; params: object[] }[]
    const minLength = { name: 'minLength', default: 20, range: [0, 1000], origin: 'ours', description: 'Characters that a text must have.' }
    const params = [minLength, { name: 'dropHidden', default: true }]
    expect(listed.at(-1)).toMatchObject({ id: 'long-texts', family: 'baseline', params })
  })

  it('runs on the command line, with its parameters and measures in the JSON', async () => {
    const run = await cli(['extract', '--extractor', 'long-texts', '--set', 'minLength=6', '--format', 'json', '--nodes', '-'], html)
    expect(run).toMatchObject({ err: '', code: 0 })
    const result = JSON.parse(run.out) as Record<string, unknown>
    expect(Object.keys(result)).toEqual(['id', 'url', 'extractor', 'preset', 'params', 'text', 'verdict', 'warnings', 'nodes'])
    expect(result).toMatchObject({ extractor: 'long-texts', params: { minLength: 6 }, text: 'This one is long enough to be kept.' })
    expect(result.nodes).toEqual([
      { id: 2, path: 'body', tag: 'body', selected: 2, measures: { len: 40 } },
      { id: 3, path: 'body>p[0]', tag: 'p', selected: 0, measures: { len: 5 } },
      { id: 5, path: 'body>p[1]', tag: 'p', selected: 1, measures: { len: 35 } },
    ])
    expect((await cli(['extract', '--extractor', 'long-texts', '--set', 'minLength=-1', '-'], html)).code).toBe(2)
  })

  it('runs in a batch', () => {
    const limits = { maxBytes: 1e6, maxNodes: 1e6 }
    const settings = { extractor: toy.id, preset: 'default', params: { minLength: 20 }, nodes: false, ...limits } as const
    const page = { id: 'a', url: null, html, scriptingEnabled: false, layout: null }
    const { line } = extractRecord({ page, settings }, extended)
    expect(JSON.parse(line)).toMatchObject({ id: 'a', text: 'This one is long enough to be kept.' })
  })

  it('has a description as plain data for the form of its parameters', () => {
    const info = extractorInfo(toy)
    expect(structuredClone(info)).toEqual(info)
    expect(info.params.minLength).toMatchObject({ kind: 'number', min: 0, max: 1000, step: 1, default: 20 })
    expect(paramSchema(toy.params, 'as-printed').parse({})).toEqual({ minLength: 10, dropHidden: true })
  })
})

it('the registry refuses an id that exists already or is malformed', () => {
  expect(() => createRegistry([toy, toy])).toThrow('exists already')
  expect(() => createRegistry([{ ...toy, id: 'Long Texts' }])).toThrow('not an extractor id')
  const own = createRegistry([toy])
  own.register({ ...toy, id: 'toy-2' })
  expect(own.list().map((extractor) => extractor.id)).toEqual(['long-texts', 'toy-2'])
})
