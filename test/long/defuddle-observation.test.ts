/** Over real pages: an observed run of Defuddle gives what the library alone gives, and names a reason for what it drops. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { defuddle, runAlone, runObserved } from '../../electron/peers/defuddle'
import { presetValues } from '../../shared/extractors/core/params'
import { parsePage } from '../../shared/page/parse-page'

const DATA = join(import.meta.dirname, '../../../shared/data')
const folders = ['wcxb/dev/html', 'aeb', 'trafilatura'].map((name) => join(DATA, name)).filter((folder) => existsSync(folder))
const params = presetValues(defuddle.params, 'default')

describe(`Defuddle over real pages${folders.length > 0 ? '' : ' (left out: the pages are not beside this checkout)'}`, () => {
  it.each(folders)('gives, observed, the markup that it gives alone, in %s', { timeout: 3_600_000 }, (folder) => {
    const differing: string[] = []
    const untold: string[] = []
    let [alone, observed] = [0, 0]
    for (const name of readdirSync(folder).filter((file) => file.endsWith('.html.gz'))) {
      const page = parsePage(gunzipSync(readFileSync(join(folder, name))).toString('utf8'))
      const start = performance.now()
      const { result } = runAlone(page, params)
      const middle = performance.now()
      const run = runObserved(page, params)
      observed += performance.now() - middle
      alone += middle - start
      if (run.result.content !== result.content) differing.push(name)
      if (!run.told) untold.push(name)
    }
    expect(differing).toEqual([])
    expect(untold).toEqual([])
    expect(observed / alone).toBeLessThan(1.5)
  })
})
