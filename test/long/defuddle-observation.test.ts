/** Real pages: an observed run of Defuddle equals that of the library, and gives a reason for dropped text. */
import { describe, expect, it } from 'vitest'
import { defuddle, runAlone, runObserved } from '../../electron/peers/defuddle'
import { presetValues } from '../../shared/extractors/core/params'
import { pageFolders, realPages } from '../fixtures/real-pages'

const params = presetValues(defuddle.params, 'default')

describe.skipIf(pageFolders.length === 0)('an observed run of Defuddle, on real pages', () => {
  it.each(pageFolders)('gives the same markup as the library: %s', { timeout: 3_600_000 }, (folder) => {
    const differing: string[] = []
    const untold: string[] = []
    for (const { name, page } of realPages(folder)) {
      const run = runObserved(page, params)
      if (run.result.content !== runAlone(page, params).result.content) differing.push(name)
      if (!run.isComplete) untold.push(name)
    }
    expect(differing).toEqual([])
    expect(untold).toEqual([])
  })
})
