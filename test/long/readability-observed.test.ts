/** On real pages, the observed run of Readability equals a plain run, its decisions give the selection, and dropped texts have a reason. */
import { existsSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { defuddle } from '../../electron/peers/defuddle'
import { readability, runObserved, runPlain } from '../../electron/peers/readability'
import { readabilityInfo } from '../../shared/extractors/peers/readability-info'
import { Replay } from '../../shared/demo/replay'
import { explainNode } from '../../shared/explain/explain-node'
import { presetValues } from '../../shared/extractors/core/params'
import { traceExtractor } from '../../shared/extractors/core/run'
import { TEXT, type PageModel } from '../../shared/page/page-model'
import { KEPT } from '../../shared/page/output'
import { tagTable, unreadTags } from '../../shared/page/tags'
import { countWords } from '../../shared/page/text'
import { pageFolders, realPages, WCXB } from '../fixtures/real-pages'

const params = presetValues(readabilityInfo.params, 'default')

/** The text nodes of body with a word that a reader could see. */
function* textsOf(page: PageModel): Generator<number> {
  const unread = tagTable(page.tagNames, unreadTags(page))
  for (let n = Math.max(0, page.body); n < page.count; n++) {
    if (page.kind[n] !== TEXT) {
      if (unread[page.tag[n] as number] === 1) n = (page.subtreeEnd[n] as number) - 1
    } else if (countWords(page.text[n] as string) > 0) yield n
  }
}

describe.skipIf(pageFolders.length === 0)('an observed run of Readability, on real pages', () => {
  it.each(pageFolders)('gives the same bytes as the library: %s', { timeout: 1_800_000 }, (folder) => {
    const differing: string[] = []
    for (const { name, page } of realPages(folder)) {
      if (runObserved(page, params).html !== runPlain(page, params).html) differing.push(name)
    }
    expect(differing).toEqual([])
  })

  // Where equal words stand twice on a page, Defuddle’s output can be found at the other place.
  it.skipIf(!existsSync(WCXB)).each([
    [readability, 0.0001],
    [defuddle, 0.003],
  ] as const)(
    'has the library’s own reason for each dropped text, and is replayed from its decisions: $id',
    { timeout: 3_600_000 },
    (library, most) => {
      const params = presetValues(library.params, 'default')
      let untold = 0
      let dropped = 0
      const unlike: string[] = []
      for (const { name, page } of realPages(WCXB)) {
        const { extraction, trace } = traceExtractor(page, library, params)
        const replay = new Replay(page, extraction, trace)
        const selected = replay.selectedIn(replay.seek(trace.decisionCount))
        for (const node of textsOf(page)) {
          const kept = extraction.selected[node] === KEPT
          if ((selected[node] === KEPT) !== kept) unlike.push(`${name} ${node}`)
          if (kept) continue
          dropped += countWords(page.text[node] as string)
          const rule = explainNode(page, { extraction, trace, rules: library.rules }, node).decisive?.rule ?? 'none'
          if (['none', 'not-in-output', 'unobserved'].includes(rule)) untold += countWords(page.text[node] as string)
        }
      }
      expect(unlike).toEqual([])
      expect(dropped).toBeGreaterThan(0)
      expect(untold / dropped).toBeLessThan(most)
    },
  )
})
