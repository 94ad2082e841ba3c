import { readFileSync } from 'node:fs'
import { registry } from '../../electron/peers/registry'
import { DemoRun } from '../../shared/demo/demo-run'
import { stageChart, type StageChart } from '../../shared/demo/stage-chart'
import type { Chapter } from '../../shared/demo/timeline'
import { nodeLabel } from '../../shared/explain/node-label'
import { extractorInfo } from '../../shared/extractors/core/extractor'
import type { ParamValue } from '../../shared/extractors/core/params'
import { resolveParams, traceExtractor } from '../../shared/extractors/core/run'
import { ELEMENT } from '../../shared/page/page-model'
import { parsePage } from '../../shared/page/parse-page'

export function play(html: string, id: string, params: Readonly<Record<string, ParamValue>> = {}): DemoRun {
  const page = parsePage(html, { sourcePositions: true })
  const extractor = registry.get(id)
  if (!extractor) throw new Error(id)
  const { extraction, trace } = traceExtractor(page, extractor, resolveParams(extractor, 'default', params))
  return new DemoRun(page, extractorInfo(extractor), extraction, trace)
}

export const sample = (name: string): string => readFileSync(`electron/samples/pages/${name}.html`, 'utf8')

export const METHODS = registry.list().map(({ id }) => [id] as const)

export function stepOf({ timeline }: DemoRun, name: string, which = 0): Chapter {
  const found = timeline.chapters.filter(({ step }) => step.name === name).at(which)
  if (!found) throw new Error(`no step ${name}`)
  return found
}

export const beginOf = (run: DemoRun, name: string, which = 0): number => stepOf(run, name, which).start
export const endOf = (run: DemoRun, name: string, which = 0): number => stepOf(run, name, which).end - 1

export function nodeOf({ page }: DemoRun, label: string): number {
  for (let n = 0; n < page.count; n++) if (page.kind[n] === ELEMENT && nodeLabel(page, n) === label) return n
  throw new Error(label)
}

export function chartAt(run: DemoRun, moment: number, width = 200): StageChart {
  const chart = stageChart(run, run.frameAt(moment), width)
  if (!chart) throw new Error('no chart')
  return chart
}
