import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { Replay } from '../../shared/demo/replay'
import { KEPT, OUT } from '../../shared/page/selection'
import { presetValues } from '../../shared/extractors/core/params'
import { traceExtractor } from '../../shared/extractors/core/run'
import { registry } from '../../electron/peers/registry'
import { nodePaths } from '../../shared/page/node-path'
import { TEXT } from '../../shared/page/page-model'
import { parsePage } from '../../shared/page/parse-page'
import { collapsedLength } from '../../shared/page/text'

const folder = 'electron/samples/pages'
const samples = readdirSync(folder).map((name) => ({
  name,
  page: parsePage(readFileSync(`${folder}/${name}`, 'utf8'), { sourcePositions: true }),
}))

describe.each(registry.list().map((extractor) => [extractor.id, extractor] as const))('a replay of %s', (_id, extractor) => {
  it.each(samples)('ends in what the extractor selected on $name', ({ page }) => {
    const { extraction, trace } = traceExtractor(page, extractor, presetValues(extractor.params, 'default'))
    const replay = new Replay(page, extraction, trace)
    const selected = replay.selectedIn(replay.seek(trace.decisionCount))
    const path = nodePaths(page)
    const differing: string[] = []
    for (let n = 0; n < page.count; n++) {
      const text = page.kind[n] === TEXT && collapsedLength(page.text[n] as string) > 0
      if (text && (selected[n] === KEPT) !== (extraction.selected[n] === KEPT))
        differing.push(`${path(n)} ${extraction.selected[n]} not ${selected[n]} ${page.text[n]?.slice(0, 40)}`)
    }
    expect(differing).toEqual([])
  })
})

describe('the ancestors of kept text', () => {
  it.each(samples)('are kept or path at the end, as the extractors say, on $name', ({ page }) => {
    for (const extractor of registry.list()) {
      const { extraction, trace } = traceExtractor(page, extractor, presetValues(extractor.params, 'default'))
      const replay = new Replay(page, extraction, trace)
      const selected = replay.selectedIn(replay.seek(trace.decisionCount))
      const end = page.body < 0 ? 0 : (page.subtreeEnd[page.body] as number)
      const path = nodePaths(page)
      const differing: string[] = []
      const holdsKept = new Uint8Array(page.count)
      for (let n = page.count - 1; n > 0; n--) {
        if (page.kind[n] === TEXT && extraction.selected[n] === KEPT && collapsedLength(page.text[n] as string) > 0) holdsKept[n] = 1
        if (holdsKept[n] === 1 && (page.parent[n] as number) >= 0) holdsKept[page.parent[n] as number] = 1
      }
      for (let n = Math.max(0, page.body); n < end; n++) {
        if (page.kind[n] === TEXT || holdsKept[n] === 0) continue
        if ((selected[n] === OUT) !== (extraction.selected[n] === OUT)) differing.push(`${extractor.id} ${path(n)}`)
      }
      expect(differing).toEqual([])
    }
  })
})
