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
  it.each(samples)('ends in what the extractor selected on $name: the same texts, and what is around them kept or path', ({ page }) => {
    const { extraction, trace } = traceExtractor(page, extractor, presetValues(extractor.params, 'default'))
    const replay = new Replay(page, extraction, trace)
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
    expect(differing).toEqual([])
  })
})
