import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { protocolSchema, ProgramDescription, type ProgramAnswer } from '../../shared/extractors/own/program-protocol'
import { programExtraction } from '../../shared/extractors/own/program-extraction'
import { createReplay } from '../../shared/demo/replay'
import { RecordingProbe } from '../../shared/extractors/core/probe'
import { runExtractor } from '../../shared/extractors/core/run'
import { outputText, KEPT } from '../../shared/page/output'
import { nodePaths, TEXT } from '../../shared/page/page-model'
import { parsePage } from '../../shared/page/parse-page'
import { lqf } from '../../shared/extractors/lqf/lqf'
import { whatChanged, type WatchRound } from '../../electron/cli/evaluate/evaluate-watch'
import { extractorTypes } from '../../scripts/extractor-types.mjs'

const root = join(import.meta.dirname, '../..')
const article = join(root, 'electron/samples/pages/news-article.html')

describe('a response with nodes', () => {
  const program = ProgramDescription.parse({
    ...{ id: 'nodes', title: 'Nodes', command: 'x', mode: 'jsonl', measures: [{ id: 'score', label: 'score' }] },
    rules: [{ id: 'high', label: 'high score', relation: '≥', sentence: 'Its score {value} is at least {limit}.' }],
  })
  const html = '<body><nav>Menu</nav><div><p>One <b>two</b></p><p>Three</p><aside>Advert</aside></div></body>'
  const page = parsePage(html)
  const run = (answer: ProgramAnswer, probe = new RecordingProbe()) => {
    const found = programExtraction(page, program, probe, () => answer)
    return { found, probe }
  }
  const aside = { path: 'body>div[1]>aside[2]', selected: 0 } as const

  it('keeps the nodes that it lists by path or id, with measures, and drops excluded nodes inside them', () => {
    const { found } = run({ nodes: [{ path: 'body>div[1]', selected: 1, measures: { score: 3 } }, aside] })
    expect(outputText(page, found.selected).text).toBe('One two\nThree')
    expect(found.measures.score?.filter((value) => !Number.isNaN(value))).toEqual(Float64Array.of(3))
  })

  it('gives the same selection in a replay, after the program’s own decisions', () => {
    const decision = { node: 'body>nav[0]', rule: 'high', value: 1, limit: 2, outcome: 'keep' } as const
    const { found, probe } = run({ nodes: [{ path: 'body>div[1]', selected: 1 }, aside], decisions: [decision] })
    const trace = probe.trace()
    const replay = createReplay(page, { ...found, extractor: 'nodes', params: {}, ...outputText(page, found.selected) }, trace)
    const selected = replay.selectedIn(replay.seek(trace.decisionCount))
    for (let n = 0; n < page.count; n++)
      if (page.kind[n] === TEXT) expect([n, selected[n] === KEPT]).toEqual([n, found.selected[n] === KEPT])
  })

  it('accepts the output of "extract --nodes"', () => {
    const sample = parsePage(readFileSync(article, 'utf8'))
    const { selected, text } = runExtractor(sample, lqf, { quota: 0.5, dropHidden: true })
    const path = nodePaths(sample)
    const nodes = [...sample.kind.keys()].slice(sample.body).map((n) => ({ path: path(n), selected: (selected[n] ?? 0) as 0 | 1 | 2 }))
    const found = programExtraction(sample, program, new RecordingProbe(), () => ({ nodes }))
    expect(outputText(sample, found.selected).text).toBe(text)
  })

  it('that lists a node that is not on the page is a failure', () => {
    expect(() => run({ nodes: [{ path: 'body>div[9]', selected: 1 }] })).toThrow(/names the node "body>div\[9\]"/)
    expect(() => run({ nodes: [{ id: 2, measures: { other: 1 }, selected: 1 }] })).toThrow(/measures "other"/)
  })
})

describe('the protocol', () => {
  it('is documented as JSON Schema', () => {
    const file = join(root, 'docs/own-extractor.schema.json')
    if (process.env.UPDATE_GOLDEN === '1') writeFileSync(file, `${JSON.stringify(protocolSchema(), null, 2)}\n`)
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(protocolSchema())
  })
})

describe('the types of boilerscope/extractor', () => {
  it('are documented as in the sources', () => {
    const file = join(root, 'docs/own-extractor.d.ts')
    const types = extractorTypes()
    if (process.env.UPDATE_GOLDEN === '1') writeFileSync(file, types)
    expect(readFileSync(file, 'utf8')).toBe(types)
  })
})

describe('evaluate --watch', () => {
  it('names the pages that changed most', () => {
    const round = (values: readonly number[]): WatchRound => ({
      ...{ names: ['a'], metrics: ['f1'], table: '' },
      results: values.map((value, i) => ({ facts: { page: `p${i}` }, failure: null, rows: [{ metrics: { f1: value } }] })) as never,
    })
    expect(whatChanged(round([0.5, 0.5, 0.2]), round([0.5, 0.6, 0.1]))).toBe(
      'Since the last save, by F1:\n  a: mean 0.4000 → 0.4000 (+0.0000), 1 page higher, 1 lower\n    0.200 → 0.100  p2\n    0.500 → 0.600  p1\n',
    )
    const rounds = [0.1, 0.2].map((precision): WatchRound => ({
      ...{ names: ['a'], metrics: ['precision', 'f1'], table: '' },
      results: [{ facts: { page: 'p' }, failure: null, rows: [{ metrics: { precision, f1: 0.5 } }] }] as never,
    }))
    expect(whatChanged(rounds[0]!, rounds[1]!)).toBe('Since the last save, by F1: no changes.\n')
    expect(whatChanged(round([0.5]), round([0.5]))).toBe('Since the last save, by F1: no changes.\n')
  })
})
