/** Runs to play in tests: an extractor with its default values, or some others, on a page, and the pages of the samples. */
import { readFileSync } from 'node:fs'
import { registry } from '../../electron/peers/registry'
import { DemoRun } from '../../shared/demo/demo-run'
import { extractorInfo } from '../../shared/extractors/core/extractor'
import type { ParamValue } from '../../shared/extractors/core/params'
import { resolveParams, traceExtractor } from '../../shared/extractors/core/run'
import { parsePage } from '../../shared/page/parse-page'

export function play(html: string, id: string, params: Readonly<Record<string, ParamValue>> = {}): DemoRun {
  const page = parsePage(html, { sourcePositions: true })
  const extractor = registry.get(id)
  if (!extractor) throw new Error(id)
  const { extraction, trace } = traceExtractor(page, extractor, resolveParams(extractor, 'default', params))
  return new DemoRun(page, extractorInfo(extractor), extraction, trace)
}

/** HTML of a sample. @param name of its file, without the ending */
export const sample = (name: string): string => readFileSync(`electron/samples/pages/${name}.html`, 'utf8')
