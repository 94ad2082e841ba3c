/** On real pages, observed runs of Readability and Defuddle equal plain runs. */
import { existsSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { defuddle, runPlain as runDefuddle, runObserved as observeDefuddle } from '../../electron/peers/defuddle'
import { readability, runObserved as observeReadability, runPlain } from '../../electron/peers/readability'
import { createReplay } from '../../shared/demo/replay'
import { explainNode } from '../../shared/explain/explain-node'
import { presetValues } from '../../shared/extractors/core/params'
import { traceExtractor } from '../../shared/extractors/core/run'
import { TEXT, type PageModel } from '../../shared/page/page-model'
import { KEPT } from '../../shared/page/output'
import { tagTable, unreadTags } from '../../shared/page/tags'
import { countWords } from '../../shared/page/text'
import { pageFolders, realPages, WCXB } from '../fixtures/real-pages'

const ofReadability = presetValues(readability.params, 'default')
const ofDefuddle = presetValues(defuddle.params, 'default')

function* textsOf(page: PageModel): Generator<number> {
  const unread = tagTable(page.tagNames, unreadTags(page))
  for (let n = Math.max(0, page.body); n < page.count; n++) {
    if (page.kind[n] !== TEXT) {
      if (unread[page.tag[n] as number] === 1) n = (page.subtreeEnd[n] as number) - 1
    } else if (countWords(page.text[n] as string) > 0) yield n
  }
}

describe.skipIf(pageFolders.length === 0)('an observed run on real pages', () => {
  it.each(pageFolders)('gives the same markup as the library: %s', { timeout: 3_600_000 }, (folder) => {
    const faults: string[] = []
    for (const { name, page } of realPages(folder)) {
      if (observeReadability(page, ofReadability).html !== runPlain(page, ofReadability).html) faults.push(`${name}: Readability differs`)
      const { result, isComplete } = observeDefuddle(page, ofDefuddle)
      if (result.content !== runDefuddle(page, ofDefuddle).result.content) faults.push(`${name}: Defuddle differs`)
      if (!isComplete) faults.push(`${name}: Defuddle reports not all reasons`)
    }
    expect(faults).toEqual([])
  })

  // The numbers limit the share of dropped words without a reason of the library. If words occur twice, the kept words can be located at
  // the wrong occurrence, and some dropped words have no reason.
  it.skipIf(!existsSync(WCXB)).each([
    [readability, 0.0001],
    [defuddle, 0.003],
  ] as const)(
    'has a reason of the library for each dropped text, and its decisions replay the result: $id',
    { timeout: 3_600_000 },
    (library, limit) => {
      const params = presetValues(library.params, 'default')
      let unexplained = 0
      let dropped = 0
      const differing: string[] = []
      for (const { name, page } of realPages(WCXB)) {
        const { extraction, trace } = traceExtractor(page, library, params)
        const replay = createReplay(page, extraction, trace)
        const selected = replay.selectedIn(replay.seek(trace.decisionCount))
        for (const node of textsOf(page)) {
          const isKept = extraction.selected[node] === KEPT
          if ((selected[node] === KEPT) !== isKept) differing.push(`${name} ${node}`)
          if (isKept) continue
          dropped += countWords(page.text[node] as string)
          const rule = explainNode(page, { extraction, trace, rules: library.rules }, node).decisive?.rule ?? 'none'
          if (['none', 'not-in-output', 'unobserved'].includes(rule)) unexplained += countWords(page.text[node] as string)
        }
      }
      expect(differing).toEqual([])
      expect(dropped).toBeGreaterThan(0)
      expect(unexplained / dropped).toBeLessThan(limit)
    },
  )
})
