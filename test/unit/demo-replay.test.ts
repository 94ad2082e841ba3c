import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { createReplay } from '../../shared/demo/replay'
import { KEPT, OUT } from '../../shared/page/output'
import type { Extractor } from '../../shared/extractors/core/extractor'
import { presetValues, type ParamValue } from '../../shared/extractors/core/params'
import { traceExtractor } from '../../shared/extractors/core/run'
import { explainNode } from '../../shared/explain/explain-node'
import { cectdDs, cectdS, cetdDs } from '../../shared/extractors/cetd/cetd'
import { cuter } from '../../shared/extractors/cuter/cuter'
import { fe, kfe } from '../../shared/extractors/fe/fe'
import { registry } from '../../electron/peers/registry'
import { nodePaths, TEXT, type PageModel } from '../../shared/page/page-model'
import { parsePage } from '../../shared/page/parse-page'
import { collapsedLength } from '../../shared/page/text'

const folder = 'electron/samples/pages'
const samples = readdirSync(folder).map((name) => ({
  name,
  page: parsePage(readFileSync(`${folder}/${name}`, 'utf8'), { sourcePositions: true }),
}))

function differences(page: PageModel, extractor: Extractor, params: Readonly<Record<string, ParamValue>> = {}): string[] {
  const { extraction, trace } = traceExtractor(page, extractor, { ...presetValues(extractor.params, 'default'), ...params })
  const replay = createReplay(page, extraction, trace)
  const selected = replay.selectedIn(replay.seek(trace.decisionCount))
  const end = page.body < 0 ? 0 : (page.subtreeEnd[page.body] as number)
  const path = nodePaths(page)
  const differing: string[] = []
  const holdsKept = new Uint8Array(page.count)
  for (let n = page.count - 1; n >= 0; n--) {
    const [wanted, found, parent] = [extraction.selected[n], selected[n], page.parent[n] as number]
    const isText = page.kind[n] === TEXT && collapsedLength(page.text[n] as string) > 0
    if (isText && wanted === KEPT) holdsKept[n] = 1
    if (holdsKept[n] === 1 && parent >= 0) holdsKept[parent] = 1
    const isAround = page.kind[n] !== TEXT && holdsKept[n] === 1 && n >= page.body && n < end
    if ((isText && (found === KEPT) !== (wanted === KEPT)) || (isAround && (found === OUT) !== (wanted === OUT)))
      differing.push(`${path(n)} ${wanted} not ${found} ${page.text[n]?.slice(0, 40)}`)
  }
  return differing
}

describe.each(registry.list().map((extractor) => [extractor.id, extractor] as const))('a replay of %s', (_id, extractor) => {
  it.each(samples)(
    'ends with the selection of the extractor on $name: the same texts, inside kept elements or elements that contain kept text',
    ({ page }) => {
      expect(differences(page, extractor)).toEqual([])
    },
  )
})

describe('a replay of cuter by the prose', () => {
  it.each(samples)('ends with the selection of the extractor on $name, also with omitted children', ({ page }) => {
    for (const prune of [false, true]) expect(differences(page, cuter, { procedure: 'prose', prune })).toEqual([])
  })
})

describe('a replay ends with the selection', () => {
  const words = (count: number): string => 'word '.repeat(count)

  it.each([cetdDs, cectdDs])('if $id marks a block inside an element below the threshold', (extractor) => {
    const tags = (count: number): string => '<i></i>'.repeat(count)
    const page = parsePage(
      `<body><div>${`<p>${words(40)}</p>`.repeat(12)}</div><section><div>${tags(60)}<div>${`<p>${words(20)}</p>`.repeat(6)}</div>menu</div><p>${words(60)}</p></section>${tags(220)}</body>`,
    )
    expect(differences(page, extractor, { lambda: 0.9 })).toEqual([])
    const { extraction, trace } = traceExtractor(page, extractor, { ...presetValues(extractor.params, 'default'), lambda: 0.9 })
    const why = (text: string): string | undefined =>
      explainNode(page, { extraction, trace, rules: extractor.rules }, page.text.indexOf(text)).decisive?.rule
    expect([why(words(20)), why('menu')]).toEqual(['largest-density-sum', 'path-text'])
  })

  it.each([fe, kfe])('if $id drops a direct text of a kept element', (extractor) => {
    const page = parsePage(`<body><div id=kept>${words(80)}<hr>menu<br><h2>Heading</h2></div><p>${words(9)}</p></body>`)
    expect(differences(page, extractor)).toEqual([])
    const { extraction, trace } = traceExtractor(page, extractor, presetValues(extractor.params, 'default'))
    for (let n = page.body + 1; n < page.count; n++) {
      const { decisive, status } = explainNode(page, { extraction, trace, rules: extractor.rules }, n)
      if (page.kind[n] === TEXT) expect(decisive?.outcome).toBe(status === 'kept' ? 'keepNode' : 'dropNode')
    }
  })

  it('if CECTD-S keeps text in an unwrapped form', () => {
    const page = parsePage(
      `<body><div><form>${words(40)}<b>${words(9)}</b></form></div><ul>${'<li><a href=/>menu</a></li>'.repeat(9)}</ul></body>`,
    )
    expect(differences(page, cectdS)).toEqual([])
  })
})
