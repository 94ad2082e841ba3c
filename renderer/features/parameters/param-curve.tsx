import { useEffect, useRef, useState, type RefObject } from 'react'
import { create } from 'zustand'
import { valueAt } from '../../../shared/base/once'
import { createRequestSlot } from '../../../shared/base/request-slot'
import { characterF1, wordsOfSelection } from '../../../shared/explain/coverage'
import { curveValues, type CurvePoint } from '../../../shared/explain/flip-search'
import type { NumberParam } from '../../../shared/extractors/core/params'
import type { PageModel } from '../../../shared/page/page-model'
import { formatNumber, formatWords } from '../../components/number-format'
import { shareOf } from '../../components/param-fields/number-slider'
import { goldHitsFor } from '../../window/result/gold-hits'
import { selectionOfTrial } from '../../window/result/trial-runs'
import { actions, useTab, type Tab, ownHashOf, useTabFields } from '../../window/window'

const CHANGE_REST_MS = 350
const CURVE_HEIGHT = 24

export function ParamCurve({ name, spec, value }: { readonly name: string; readonly spec: NumberParam; readonly value: number }) {
  const box = useRef<HTMLDivElement>(null)
  const { tried, points } = useTriedCurve(box, name, spec)
  const [pointer, setPointer] = useState<number | null>(null)

  const range = spec.max - spec.min || 1
  const xOf = (v: number): number => ((v - spec.min) / range) * 100
  const most = points.reduce((top, { words }) => Math.max(top, words), 0)
  const yOf = (share: number): number => CURVE_HEIGHT - 1 - share * (CURVE_HEIGHT - 2)
  const line = (height: (point: CurvePoint) => number): string =>
    `M${points.map((point) => `${xOf(point.value)} ${yOf(height(point))}`).join('L')}`
  const words = line((point) => point.words / Math.max(1, most))
  const first = points[0]
  const last = points.at(-1)

  const at = pointer === null ? undefined : nearestPoint(points, spec.min + pointer * range)
  usePreview(tried, name, at?.value)
  if (!first || !last || points.length < 2) return <div ref={box} className="param-curve" />
  return (
    <div ref={box} className="param-curve">
      <div
        className="param-curve-plot"
        role="img"
        aria-label={`Words kept over the range of ${spec.label}: ${formatNumber(first.words)} at ${formatNumber(first.value)}, ${formatNumber(last.words)} at ${formatNumber(last.value)}`}
        onPointerMove={(event) => {
          const { left, width } = event.currentTarget.getBoundingClientRect()
          setPointer(Math.min(1, Math.max(0, (event.clientX - left) / width)))
        }}
        onPointerLeave={() => setPointer(null)}
        onClick={() => {
          if (!at) return
          setPointer(null)
          actions.setParam(name, at.value)
        }}
      >
        <svg viewBox={`0 0 100 ${CURVE_HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
          <path className="param-curve-area" d={`${words}L${xOf(last.value)} ${CURVE_HEIGHT}L${xOf(first.value)} ${CURVE_HEIGHT}Z`} />
          <path className="param-curve-words" d={words} />
          {first.f1 === null ? null : <path className="param-curve-f1" d={line(({ f1 }) => f1 ?? 0)} />}
        </svg>
        <span className="param-curve-now" style={shareOf(spec, value)} />
        {at ? <span className="param-curve-at" style={shareOf(spec, at.value)} /> : null}
      </div>
      <p className="dim tabular param-curve-text">
        {at ? (
          <>
            {formatNumber(at.value)}: {formatWords(at.words)}
            {at.f1 === null ? '' : `, F1 ${at.f1.toFixed(3)}`}
          </>
        ) : (
          <>
            words kept, up to {formatNumber(most)}
            {first.f1 === null ? null : (
              <>
                ; <span className="param-curve-f1-name">F1 of characters</span>, best {bestF1(points)}
              </>
            )}
          </>
        )}
      </p>
    </div>
  )
}

function useTriedCurve(box: RefObject<HTMLElement | null>, name: string, spec: NumberParam) {
  const tried = useTabFields('page', 'model', 'result', 'preset', 'gold')
  const isResting = useTab((tab) => !tab.running && tab.draft === null && tab.status === 'ready')
  const inView = useInView(box)
  useEffect(() => {
    if (!isResting || !inView) return
    const stopping = new AbortController()
    const timer = setTimeout(() => void fillCurve(tried, name, spec, stopping.signal), CHANGE_REST_MS)
    return () => {
      clearTimeout(timer)
      stopping.abort()
    }
  }, [isResting, inView, tried, name, spec])
  return { tried, points: useCurve(tried, name) }
}

function usePreview(tried: Tried, name: string, value: number | undefined): void {
  useEffect(() => {
    if (value === undefined) return
    const trying = createRequestSlot()
    void trying.replace(({ signal }) => tryValue(tried, name, value, signal)).then((selected) => selected && actions.preview(selected))
    return () => {
      trying.cancel()
      actions.preview(null)
    }
  }, [value, name, tried])
}

function nearestPoint(points: readonly CurvePoint[], value: number): CurvePoint | undefined {
  const off = (point: CurvePoint): number => Math.abs(point.value - value)
  return points.toSorted((a, b) => off(a) - off(b))[0]
}

function bestF1(points: readonly CurvePoint[]): string {
  const best = points.reduce((top, point) => ((point.f1 ?? 0) > (top.f1 ?? 0) ? point : top))
  return `${(best.f1 ?? 0).toFixed(3)} at ${formatNumber(best.value)}`
}

function useInView(element: RefObject<HTMLElement | null>): boolean {
  const [isInView, setInView] = useState(false)
  useEffect(() => {
    if (!element.current) return
    const observer = new IntersectionObserver(([entry]) => setInView(entry?.isIntersecting ?? false), { rootMargin: '20px' })
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [element])
  return isInView
}

/** Maximum number of tried values. `MOST_OF_LARGE` applies to pages with more than `LARGE` nodes. */
const MOST = 25
const MOST_OF_LARGE = 13
const LARGE = 30_000

const curves = new WeakMap<PageModel, Map<string, readonly CurvePoint[]>>()

const DRAWING_INTERVAL_MS = 100

const useVersion = create<{ readonly version: number }>()(() => ({ version: 0 }))

type Tried = Pick<Tab, 'page' | 'model' | 'result' | 'preset' | 'gold'>

function keyOf({ result, preset, gold }: Tried, name: string): string {
  const { extractor, params } = result?.extraction ?? { extractor: '', params: {} }
  const others = Object.entries(params).filter(([other]) => other !== name)
  return JSON.stringify([extractor, ownHashOf(extractor), preset, name, others, gold?.text ?? null])
}

function useCurve(tab: Tried, name: string): readonly CurvePoint[] {
  useVersion()
  return (tab.model && curves.get(tab.model)?.get(keyOf(tab, name))) ?? []
}

async function tryValue(tab: Tried, name: string, value: number, signal: AbortSignal): Promise<Uint8Array | null> {
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
