import { useEffect, useMemo, useRef, useState, type RefObject } from 'react'
import { createRequestSlot } from '../../../shared/base/request-slot'
import type { CurvePoint } from '../../../shared/explain/flip-search'
import type { NumberParam } from '../../../shared/extractors/core/params'
import { formatNumber, formatWords } from '../../components/number-format'
import { shareOf } from '../../components/param-fields/number-slider'
import { actions, useTab } from '../../window/window'
import { fillCurve, tryValue, useCurve, type Tried } from './state/param-curves'
import { useTabFields } from '../../window/store'

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
      <p className="param-curve-text">
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
  const { page, model, result, preset, gold } = useTabFields('page', 'model', 'result', 'preset', 'gold')
  const isResting = useTab((tab) => !tab.running && tab.draft === null && tab.status === 'ready')
  const inView = useInView(box)
  const tried = useMemo<Tried>(() => ({ page, model, result, preset, gold }), [page, model, result, preset, gold])
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
