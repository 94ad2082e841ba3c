// At which moment of its run each stop of a tour stands, for the stages of the articles.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DemoRun } from '../shared/demo/demo-run'
import { stopMoment } from '../shared/demo/tours/tour'
import { resolveParams, traceExtractor } from '../shared/extractors/core/run'
import { parsePage } from '../shared/page/parse-page'

/**
 * @param folder where the samples are
 * @param sample the tour's, as the list of samples has it
 * @returns the moment of each stop; null for a stop about a page of its own, which an article's stage cannot open
 * @throws where a stop names a step that its run does not have
 */
export async function momentsOf(folder, sample, extractor, { id, params = {}, stops }) {
  const html = await readFile(join(folder, 'pages', sample.file), 'utf8')
  const page = parsePage(html, { sourcePositions: true, scriptingEnabled: sample.mode === 'rendered', url: sample.url })
  const { extraction, trace } = traceExtractor(page, extractor, resolveParams(extractor, 'default', params))
  const run = new DemoRun(page, extractor, extraction, trace)
  return stops.map((stop) => {
    if (stop.example !== undefined) return null
    const moment = stopMoment(run, stop)
    if (moment < 0) throw new Error(`${id}: the run has no ${stop.step}`)
    return moment
  })
}
