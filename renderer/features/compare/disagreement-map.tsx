import { useEffect, useRef, useState, type KeyboardEvent, type MouseEvent } from 'react'
import { isDisputed, type Disagreement, type Passage } from '../../../shared/explain/difference/disagreement'
import type { PageModel } from '../../../shared/page/page-model'
import { formatNumber, formatShare } from '../../components/number-format'
import { actions, useWindow } from '../../window/window'
import { type ComparedProps, type Finished, nameKeepingExtractors, passagePreview } from './contestants'
import { solidStrength, voteColours } from './votes'
import { useInnerSize } from '../../components/hooks'

const ROW = 10
const GAP = 2

export function DisagreementMap({ model, contestants, disagreement }: Omit<ComparedProps, 'filter'>) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const plot = useRef<HTMLDivElement>(null)
  const { width } = useInnerSize(plot)
  const [pointed, setPointed] = useState<number | null>(null)
  const [current, setCurrent] = useState<number | null>(null)
  const [focused, setFocused] = useState(false)
  const dark = useWindow((state) => state.dark)
  const { passages, some } = disagreement
  const total = charactersOf(disagreement)

  useEffect(() => {
    const element = canvas.current
    const context = element?.getContext('2d')
    if (!element || !context || width === 0) return
    paintPassages(context, disagreement, contestants.length, width)
  }, [contestants.length, disagreement, width, dark])

  const passageAt = (event: MouseEvent): number => {
    const box = event.currentTarget.getBoundingClientRect()
    let rest = ((event.clientX - box.left) / box.width) * total
    return passages.findIndex((passage) => {
      rest -= passage.characters
      return rest < 0
    })
  }
  const choose = (index: number): void => {
    const node = passages[index]?.nodes[0]
    if (node === undefined) return
    setCurrent(index)
    actions.select(node)
  }
  const firstDisputed = Math.max(
    0,
    passages.findIndex((passage) => isDisputed(passage, contestants.length)),
  )
  const at = Math.min(current ?? firstDisputed, passages.length - 1)
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const next = nextPassage(event.key, at, passages, contestants.length)
    if (next === null) return
    if (event.key === 'Enter' || event.key === ' ') choose(at)
    event.preventDefault()
    event.stopPropagation()
    if (passages[next]) setCurrent(next)
  }
  const index = pointed ?? (focused ? at : -1)
  const shown = passages[index]
  const place = shown ? placeOf(passages, index, total, width) : null
  return (
    <div className="dmap">
      <MapNames contestants={contestants} />
      <div
        ref={plot}
        className="dmap-plot"
        role="slider"
        tabIndex={0}
        aria-label={`All text of the page in order, one row per extractor. Extractors disagree on ${formatShare(total === 0 ? 0 : some / total)} of the text. Right and left arrows go to the next and previous passage, down and up arrows to the next and previous difference. Enter shows the reasons.`}
        aria-valuemin={0}
        aria-valuemax={Math.max(0, passages.length - 1)}
        aria-valuenow={Math.max(0, at)}
        aria-valuetext={describePassage(model, passages[at], contestants)}
        onKeyDown={onKeyDown}
        onFocus={() => setFocused(true)}
        onBlur={() => setFocused(false)}
        onMouseMove={(event) => setPointed(passageAt(event))}
        onMouseLeave={() => setPointed(null)}
        onClick={(event) => choose(passageAt(event))}
      >
        <canvas ref={canvas} aria-hidden="true" style={{ inlineSize: '100%', blockSize: heightOf(contestants.length) }} />
        {place && shown ? (
          <>
            <div className="dmap-cursor" style={{ insetInlineStart: place.x, inlineSize: place.width }} />
            <div className="tip dmap-tip" style={place.x > width / 2 ? { insetInlineEnd: width - place.x } : { insetInlineStart: place.x }}>
              <p>{passagePreview(model, shown)}</p>
              <p className="dmap-tip-keepers">{nameKeepingExtractors(shown.keepers, contestants)}</p>
            </div>
          </>
        ) : null}
      </div>
      <MapLegend disagreement={disagreement} />
    </div>
  )
}

const charactersOf = ({ all, none, some }: Disagreement): number => all + none + some
const heightOf = (contestants: number): number => contestants * (ROW + GAP)

function paintPassages(context: CanvasRenderingContext2D, disagreement: Disagreement, contestants: number, width: number): void {
  const { canvas } = context
  const { passages } = disagreement
  const total = charactersOf(disagreement)
  const ratio = window.devicePixelRatio || 1
  canvas.width = width * ratio
  canvas.height = heightOf(contestants) * ratio
  context.scale(ratio, ratio)
  const { kept: agreed, disputed, out } = voteColours()
  const allBits = (1 << contestants) - 1
  let at = 0
  for (const passage of passages) {
    const x = (at / total) * width
    const w = (passage.characters / total) * width
    for (let row = 0; row < contestants; row++) {
      const isKept = (passage.keepers >> row) & 1
      context.fillStyle = isKept === 0 ? out : passage.keepers === allBits ? agreed : disputed
      context.globalAlpha = isKept === 1 && passage.keepers !== allBits ? solidStrength(passage.keepers, contestants) : 1
      context.fillRect(x, row * (ROW + GAP), Math.max(w, isKept === 1 ? 0.75 : 0), ROW)
    }
    at += passage.characters
  }
}

function nextPassage(key: string, at: number, passages: readonly Passage[], contestants: number): number | null {
  const disputed = (index: number): boolean => {
    const passage = passages[index]
    return passage !== undefined && isDisputed(passage, contestants)
  }
  let next = at
  if (key === 'ArrowRight') next = at + 1
  else if (key === 'ArrowLeft') next = at - 1
  else if (key === 'ArrowDown') for (next = at + 1; next < passages.length && !disputed(next);) next += 1
  else if (key === 'ArrowUp') for (next = at - 1; next >= 0 && !disputed(next);) next -= 1
  else if (key === 'Home') next = 0
  else if (key === 'End') next = passages.length - 1
  else if (key !== 'Enter' && key !== ' ') return null
  return next
}

function MapNames({ contestants }: Pick<ComparedProps, 'contestants'>) {
  return (
    <ul className="dmap-names">
      {contestants.map((c) => (
        <li key={c.info.id} className={c.own ? 'compare-own' : undefined}>
          {c.info.title}
        </li>
      ))}
    </ul>
  )
}

function MapLegend({ disagreement }: { readonly disagreement: Disagreement }) {
  const { all, none, some } = disagreement
  const total = charactersOf(disagreement)
  return (
    <p className="row quiet dmap-legend">
      <span className="dot dot-area dmap-agreed">kept by all {formatShare(total === 0 ? 0 : all / total)}</span>
      <span className="dot dot-area dmap-disputed">disputed {formatShare(total === 0 ? 0 : some / total)} (darker = kept by fewer)</span>
      <span className="dot dot-area dmap-none">dropped by all {formatShare(total === 0 ? 0 : none / total)}</span>
      <span>of {formatNumber(total)} characters</span>
    </p>
  )
}

function placeOf(passages: readonly Passage[], index: number, total: number, width: number) {
  const pixels = (characters: number): number => (total === 0 ? 0 : (characters / total) * width)
  const before = passages.slice(0, index).reduce((sum, { characters }) => sum + characters, 0)
  return { x: Math.min(width - 2, pixels(before)), width: Math.max(2, pixels(passages[index]?.characters ?? 0)) }
}

function describePassage(model: PageModel, passage: Passage | undefined, contestants: readonly Finished[]): string {
  return passage ? `${nameKeepingExtractors(passage.keepers, contestants)}: ${passagePreview(model, passage)}` : 'no text'
}
