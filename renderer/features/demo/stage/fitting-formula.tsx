import { useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useResize } from '../../../components/hooks'
import { Math as Formula } from '../../../components/math/math'

const TOKEN = /\\[A-Za-z]+|\\.|[^\\]/gs

const OPENS = new Set(['{', '(', '[', String.raw`\left`])
const CLOSES = new Set(['}', ')', ']', String.raw`\right`])

function breakFormula(tex: string): string | null {
  const lines = linesAt(tex, '+') ?? linesAt(tex, '=')
  if (lines === null) return null
  const set = lines.map((line, i) => String.raw`\displaystyle ${i === 0 ? '' : String.raw`\quad {}`}${line}`)
  return String.raw`\begin{array}{l}${set.join(String.raw` \\ `)}\end{array}`
}

function linesAt(tex: string, sign: string): string[] | null {
  const lines: string[] = []
  let line = ''
  let depth = 0
  for (const [token] of tex.matchAll(TOKEN)) {
    if (OPENS.has(token)) depth++
    else if (CLOSES.has(token)) depth--
    if (token === sign && depth === 0 && line.trim() !== '') {
      lines.push(line)
      line = ''
    }
    line += token
  }
  return lines.length === 0 ? null : [...lines, line]
}

function measureFormula(formula: HTMLElement): { readonly needed: number; readonly size: number; readonly room: number } | null {
  formula.style.fontSize = ''
  const needed = formula.firstElementChild?.getBoundingClientRect().width ?? 0
  const room = formula.clientWidth
  if (needed === 0 || room === 0) return null
  return { needed, size: Number.parseFloat(getComputedStyle(formula).fontSize), room }
}

function shrinkFormula(formula: HTMLElement): void {
  const measured = measureFormula(formula)
  if (measured && measured.needed > measured.room) formula.style.fontSize = `${measured.size * (measured.room / measured.needed) * 0.98}px`
}

const SIZES = [1, 0.9]
const LECTURE_SIZES = [2.2, 1.9, 1.6, 1.35, 1.15, 1, 0.9, 0.8, 0.7, 0.6]

export function fitCard(card: HTMLElement): void {
  const sizes = card.closest('[data-lecture="true"]') ? LECTURE_SIZES : SIZES
  for (const size of sizes) {
    card.style.setProperty('--fit', String(size))
    for (const formula of card.querySelectorAll<HTMLElement>('.math-display')) shrinkFormula(formula)
    if (card.scrollHeight <= card.clientHeight) return
  }
}

const fitOf = (element: HTMLElement): number => Number(getComputedStyle(element).getPropertyValue('--fit')) || 1

const LEAST_SIZE = 0.8

export function FittingFormula({ tex, onBreak }: { readonly tex: string; readonly onBreak: () => void }) {
  const host = useRef<HTMLDivElement>(null)
  const [isBroken, setBroken] = useState(false)
  const broken = useMemo(() => breakFormula(tex), [tex])
  const wide = useRef(0)
  const fit = useCallback((): void => {
    const formula = host.current?.querySelector<HTMLElement>('.math-display')
    const measured = formula && measureFormula(formula)
    if (!measured) return
    const { needed, size, room } = measured
    if (!isBroken) wide.current = needed / size
    // Use the unscaled size: otherwise the card's scale and the line breaks could alternate forever.
    const full = size / fitOf(formula)
    const breaks = broken !== null && room < wide.current * full * LEAST_SIZE
    if (breaks === isBroken) shrinkFormula(formula)
    else setBroken(breaks)
  }, [isBroken, broken])
  useLayoutEffect(fit, [fit])
  useResize(host, fit)
  useLayoutEffect(() => {
    if (isBroken) onBreak()
  }, [isBroken, onBreak])

  return (
    <div ref={host}>
      <Formula display tex={isBroken && broken !== null ? broken : tex} />
    </div>
  )
}
