import { create } from 'zustand'
import { valueAt } from '../../../../shared/base/once'
import { characterF1, wordsOfSelection } from '../../../../shared/explain/coverage'
import { curveValues, type CurvePoint } from '../../../../shared/explain/flip-search'
import type { NumberParam } from '../../../../shared/extractors/core/params'
import type { PageModel } from '../../../../shared/page/page-model'
import { goldHitsFor } from '../../../window/result/gold-hits'
import { selectionOfTrial } from '../../../window/result/trial-runs'
import { ownHashOf } from '../../../window/store'
import type { Tab } from '../../../window/window'

/** Maximum number of tried values. `MOST_OF_LARGE` applies to pages with more than `LARGE` nodes. */
const MOST = 25
const MOST_OF_LARGE = 13
const LARGE = 30_000

const curves = new WeakMap<PageModel, Map<string, readonly CurvePoint[]>>()

const DRAWING_INTERVAL_MS = 100

const useVersion = create<{ readonly version: number }>()(() => ({ version: 0 }))

export type Tried = Pick<Tab, 'page' | 'model' | 'result' | 'preset' | 'gold'>

function keyOf({ result, preset, gold }: Tried, name: string): string {
  const { extractor, params } = result?.extraction ?? { extractor: '', params: {} }
  const others = Object.entries(params).filter(([other]) => other !== name)
  return JSON.stringify([extractor, ownHashOf(extractor), preset, name, others, gold?.text ?? null])
}

export function useCurve(tab: Tried, name: string): readonly CurvePoint[] {
  useVersion()
  return (tab.model && curves.get(tab.model)?.get(keyOf(tab, name))) ?? []
}

export async function tryValue(tab: Tried, name: string, value: number, signal?: AbortSignal): Promise<Uint8Array | null> {
  const { page, result, preset } = tab
  if (!page || !result) return null
  const { extractor, params } = result.extraction
  const trial = await selectionOfTrial({ page: page.id, extractor, preset, params: { ...params, [name]: value } }, signal)
  return trial.ok ? trial.value : null
}

export async function fillCurve(tab: Tried, name: string, spec: NumberParam, signal: AbortSignal): Promise<void> {
  const { model, gold } = tab
  if (!model) return
  const ofPage = valueAt(curves, model, () => new Map<string, readonly CurvePoint[]>())
  const key = keyOf(tab, name)
  let drawnAt = performance.now()
  let isDrawn = true
  const draw = (): void => {
    drawnAt = performance.now()
    isDrawn = true
    useVersion.setState(({ version }) => ({ version: version + 1 }))
  }
  for (const value of curveValues(spec, model.count > LARGE ? MOST_OF_LARGE : MOST)) {
    const known = ofPage.get(key) ?? []
    if (known.some((point) => point.value === value)) continue
    const selected = await tryValue(tab, name, value, signal)
    if (signal.aborted || selected?.length !== model.count) break
    const hits = gold && goldHitsFor(model, gold.text, selected)
    const point = { value, words: wordsOfSelection(model, selected), f1: hits && characterF1(hits.characters) }
    const points = [...(ofPage.get(key) ?? []), point].sort((a, b) => a.value - b.value)
    ofPage.set(key, points)
    isDrawn = false
    if (performance.now() - drawnAt >= DRAWING_INTERVAL_MS) draw()
  }
  if (!isDrawn) draw()
}
