import { useEffect, useRef } from 'react'
import type { Rect } from '../../../../shared/scene/scene'
import { eased, flightAt, flightsBetween, type Flight } from '../../../../shared/demo/motion'
import type { DemoRun, Frame } from '../../../../shared/demo/demo-run'
import { chapterDuration } from '../../../../shared/demo/timeline'
import { formatMeasure } from '../../../components/number-format'
import { useDemo } from '../state/demo'
import { isStill, seenPart, type StageView } from './stage-view'
import styles from './flight-layer.module.css'
import rows from './stage-rows.module.css'

/** Milliseconds that a flight takes, and that the next one begins after the one before. */
const FLY = 650
const APART = 25
/** What flies by itself starts within this time. */
const LATEST = 250
/** Moments that follow each other faster cannot be followed. */
const FOLLOWED = 240
/** Blocks whose words fly at once. */
const MOST_WORDS = 14
/** Flights in the air at most. */
const MOST = 120

/** A flight between two places of the layer. */
interface Aloft {
  readonly begins: number
  readonly from: Rect
  readonly to: Rect
  /** What is written on it, in lines as they stood, and how large. */
  readonly lines: readonly string[]
  readonly font: number
  readonly kind: 'words' | 'term' | 'number'
}

/** Over the stage, what flies between its parts from one moment to the next. Nothing does where motion is unwanted or too fast to follow. */
export function FlightLayer({ run, frame, places }: StageView) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const before = useRef<{ readonly run: DemoRun; readonly frame: Frame; readonly at: number } | null>(null)
  const air = useRef<Aloft[]>([])
  const request = useRef(0)

  useEffect(() => {
    const element = canvas.current
    const context = element?.getContext('2d')
    const stage = element?.parentElement
    if (!element || !context || !stage) return
    const then = before.current
    const now = performance.now()
    before.current = { run, frame, at: now }
    const { playing, speed } = useDemo.getState()
    const { chapter } = frame
    const pace = chapterDuration(chapter) / (chapter.end - chapter.start) / speed
    const isFast = playing ? pace < FOLLOWED : then !== null && now - then.at < FOLLOWED
    const isOnward = then !== null && then.run === run && then.frame.moment < frame.moment
    if (!isOnward || isFast || isStill()) {
      air.current = []
      return
    }
    const layer = element.getBoundingClientRect()
    const begun = flightsBetween(run, then.frame, frame, places.chart?.drawn ?? null)
    const starting = aloft(begun, { stage, places, context, layer, now })
    air.current = [...air.current, ...starting].slice(-MOST)
    if (air.current.length === 0 || request.current !== 0) return
    const draw = (time: number): void => {
      air.current = air.current.filter(({ begins }) => time - begins < FLY)
      paint(element, context, air.current, time)
      request.current = air.current.length > 0 ? requestAnimationFrame(draw) : 0
    }
    request.current = requestAnimationFrame(draw)
  }, [run, frame, places])

  useEffect(() => {
    const element = canvas.current
    if (!element) return
    // Another layout has other places.
    const observer = new ResizeObserver(() => (air.current = []))
    observer.observe(element)
    return () => {
      observer.disconnect()
      cancelAnimationFrame(request.current)
    }
  }, [])
  return <canvas ref={canvas} className={styles.flights} aria-hidden="true" />
}

interface Sky {
  readonly stage: Element
  readonly places: StageView['places']
  readonly context: CanvasRenderingContext2D
  readonly layer: DOMRect
  readonly now: number
}

/** The flights whose two ends are in sight, with their places in the layer. */
function aloft(flights: readonly Flight[], { stage, places, context, layer, now }: Sky): Aloft[] {
  const found: Aloft[] = []
  const inLayer = (rect: Rect): Rect => ({ ...rect, x: rect.x - layer.x, y: rect.y - layer.y })
  const add = (from: Rect | null, to: Rect | null, rest: Pick<Aloft, 'lines' | 'font' | 'kind'>): void => {
    if (from && to) found.push({ begins: now + Math.min(LATEST, found.length * APART), from: inLayer(from), to: inLayer(to), ...rest })
  }
  const bar = (column: number, from: number, to: number): Rect | null => (column < 0 ? null : (places.chart?.bar(column, from, to) ?? null))
  const columns = places.chart?.drawn.columns
  for (const flight of flights) {
    if (flight.kind === 'words') {
      if (found.length >= MOST_WORDS) continue
      const block = places.block?.(flight.node)
      if (!block) continue
      const lines = wrapped(context, flight.words, block.rect, block.font)
      add(block.rect, bar(flight.column, 0, columns?.[flight.column]?.value ?? 0), { lines, font: block.font, kind: 'words' })
    } else {
      const { child, parent, value, below, from, to } = flight
      add(bar(from, 0, value), bar(to, below, below + value), { lines: [], font: 0, kind: 'term' })
      const written = { lines: [formatMeasure(value)], font: 12, kind: 'number' } as const
      add(rowValue(stage, child), rowValue(stage, parent), written)
    }
  }
  return found
}

/** Where the number of a node's row stands; null where the row is not in sight. */
function rowValue(stage: Element, node: number): Rect | null {
  const cell = stage.querySelector(`[data-subject="${node}"] .${rows.value}`)
  const list = cell?.closest('[data-part]')
  return cell && list ? seenPart(cell.getBoundingClientRect(), list.getBoundingClientRect()) : null
}

const face = (font: number, family = 'system-ui, sans-serif'): string => `${font}px ${family}`

/** The words in lines as wide as their block, as many as it has room for. */
function wrapped(context: CanvasRenderingContext2D, words: string, { width, height }: Rect, font: number): string[] {
  context.font = face(font)
  const most = Math.max(1, Math.floor(height / (font * 1.3)))
  const lines: string[] = []
  let line = ''
  for (const word of words.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`
    if (line === '' || context.measureText(longer).width <= width) line = longer
    else {
      lines.push(line)
      if (lines.length === most) return lines
      line = word
    }
  }
  return [...lines, line]
}

function paint(canvas: HTMLCanvasElement, context: CanvasRenderingContext2D, flights: readonly Aloft[], now: number): void {
  const dots = window.devicePixelRatio || 1
  const width = Math.round(canvas.clientWidth * dots)
  const height = Math.round(canvas.clientHeight * dots)
  if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, { width, height })
  context.setTransform(1, 0, 0, 1, 0, 0)
  context.clearRect(0, 0, width, height)
  if (flights.length === 0) return
  const style = getComputedStyle(canvas)
  const colour = (name: string): string => style.getPropertyValue(name).trim()
  const [surface, text, bar, accent] = ['--surface-0', '--text', '--density-5', '--accent'].map(colour) as [string, string, string, string]
  for (const { begins, from, to, lines, font, kind } of flights) {
    if (now < begins) continue
    const { rect, ...seen } = flightAt(from, to, eased(Math.min(1, (now - begins) / FLY)))
    context.setTransform(dots, 0, 0, dots, rect.x * dots, rect.y * dots)
    const fill = (style: string, alpha: number): void => {
      context.globalAlpha = alpha
      context.fillStyle = style
      context.fillRect(0, 0, rect.width, rect.height)
    }
    if (kind === 'words') fill(surface, seen.words)
    if (kind !== 'number') fill(kind === 'words' ? bar : accent, kind === 'words' ? seen.bar : 0.85)
    context.globalAlpha = kind === 'number' ? 1 : seen.words
    if (lines.length === 0) continue
    context.fillStyle = kind === 'number' ? accent : text
    context.font = kind === 'number' ? `600 ${face(font)}` : face(font)
    context.textBaseline = 'top'
    // The words are as small as their block has become.
    context.scale(rect.width / from.width, rect.height / from.height)
    lines.forEach((line, i) => context.fillText(line, 0, i * font * 1.3, from.width))
  }
  context.globalAlpha = 1
}
