import { useMemo, useState, useEffect, useRef, type KeyboardEvent, type MouseEvent } from 'react'
import { isChosen, isDisputed, passagesByParagraph, type Passage } from '../../../shared/explain/difference/disagreement'
import { formatCount, formatNumber, formatWords, formatShare } from '../../components/number-format'
import { Button } from '../../components/button'
import { Swatch } from '../../components/evidence'
import { Table, type ColumnHead } from '../../components/table'
import { PanelMessage } from '../../components/panel/panel'
import { actions, useTab, useWindow } from '../../window/window'
import { type ComparedProps, passagePreview, nameKeepingExtractors } from './contestants'
import { solidStrength, voteColours } from './votes'
import { useInnerSize } from '../../components/hooks'

const ROWS_AT_FIRST = 200

type OrderBy = 'place' | 'words'

export function DisagreementList({ model, contestants, disagreement, filter }: ComparedProps) {
  const selected = useTab((tab) => tab.selected)
  const [order, setOrder] = useState({ by: 'words' as OrderBy, down: true })
  const [all, setAll] = useState(false)
  const disputed = useMemo(() => {
    const found = passagesByParagraph(
      model,
      disagreement.passages.filter(
        (passage) => isDisputed(passage, contestants.length) && isChosen(filter, passage.keepers, contestants.length),
      ),
    )
    if (order.by === 'words') found.sort((a, b) => b.words - a.words)
    // Now words descend, or places ascend.
    return (order.by === 'words') === order.down ? found : found.reverse()
  }, [model, disagreement, contestants, filter, order])
  if (disputed.length === 0)
    return filter.kind === 'all' || filter.kind === 'differences' ? (
      <PanelMessage title="No differences" next="All finished extractors keep the same text. Add another extractor or open another page." />
    ) : (
      <PanelMessage title="No text matches" next="Choose another filter above." />
    )
  const shown = all ? disputed : disputed.slice(0, ROWS_AT_FIRST)
  const words = disputed.reduce((sum, passage) => sum + passage.words, 0)
  const heading = (by: OrderBy, label: string, className?: string): ColumnHead => ({
    label,
    className,
    sort: {
      direction: order.by !== by ? null : order.down ? 'descending' : 'ascending',
      onSort: () => setOrder({ by, down: order.by === by ? !order.down : by === 'words' }),
      title: by === 'words' ? 'Sort by words' : 'Sort by position on the page',
    },
  })
  return (
    <>
      <p className="disputed-head">
        {filter.kind === 'all' || filter.kind === 'differences' ? 'Extractors disagree on' : 'The filter matches'}{' '}
        {formatCount(disputed.length, 'passage')}, {formatWords(words)}
      </p>
      <Table
        className="disputed"
        columns={[
          heading('place', 'text'),
          heading('words', 'words', 'bs-number'),
          ...contestants.map((c) => ({ label: c.info.title, className: c.own ? 'disputed-name compare-own' : 'disputed-name' })),
        ]}
      >
        {shown.map((passage) => {
          const first = passage.nodes[0] ?? 0
          const here = selected !== null && passage.nodes.includes(selected)
          return (
            <tr key={first} aria-current={here ? 'true' : undefined}>
              <th scope="row">
                <Button label={passagePreview(model, passage)} small tone="link" onClick={() => actions.select(first)} />
              </th>
              <td className="bs-number">{formatNumber(passage.words)}</td>
              {contestants.map((c, i) => {
                const isKept = ((passage.keepers >> i) & 1) === 1
                return (
                  <td key={c.info.id} className={isKept ? 'disputed-kept' : 'disputed-out'}>
                    <span className="visually-hidden">{isKept ? 'kept' : 'dropped'}</span>
                  </td>
                )
              })}
            </tr>
          )
        })}
      </Table>
      {disputed.length > ROWS_AT_FIRST && !all ? (
        <Button label={`Show all ${formatNumber(disputed.length)}`} small onClick={() => setAll(true)} />
      ) : null}
    </>
  )
}

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
  const { passages, all, none, some } = disagreement
  const total = all + none + some
  const shareOf = (characters: number): number => (total === 0 ? 0 : characters / total)

  useEffect(() => {
    const context = canvas.current?.getContext('2d')
    if (!context || width === 0) return
    paintPassages(context, passages, { contestants: contestants.length, total, width })
  }, [contestants.length, passages, total, width, dark])

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
  const here = passages[at]
  const before = passages.slice(0, Math.max(0, index)).reduce((sum, { characters }) => sum + characters, 0)
  const x = Math.min(width - 2, shareOf(before) * width)
  return (
    <div className="line-below dmap">
      <ul className="dmap-names">
        {contestants.map((c) => (
          <li key={c.info.id} className={c.own ? 'compare-own' : undefined}>
            {c.info.title}
          </li>
        ))}
      </ul>
      <div
        ref={plot}
        className="dmap-plot"
        role="slider"
        tabIndex={0}
        aria-label={`All text of the page in order, one row per extractor. Extractors disagree on ${formatShare(shareOf(some))} of the text. Right and left arrows go to the next and previous passage, down and up arrows to the next and previous difference. Enter shows the reasons.`}
        aria-valuemin={0}
        aria-valuemax={Math.max(0, passages.length - 1)}
        aria-valuenow={Math.max(0, at)}
        aria-valuetext={here ? `${nameKeepingExtractors(here.keepers, contestants)}: ${passagePreview(model, here)}` : 'no text'}
        onKeyDown={onKeyDown}
        onFocus={() => setFocused(true)}
        onBlur={() => setFocused(false)}
        onMouseMove={(event) => setPointed(passageAt(event))}
        onMouseLeave={() => setPointed(null)}
        onClick={(event) => choose(passageAt(event))}
      >
        <canvas ref={canvas} aria-hidden="true" style={{ inlineSize: '100%', blockSize: heightOf(contestants.length) }} />
        {shown ? (
          <>
            <div className="dmap-cursor" style={{ insetInlineStart: x, inlineSize: Math.max(2, shareOf(shown.characters) * width) }} />
            <div className="tip dmap-tip" style={x > width / 2 ? { insetInlineEnd: width - x } : { insetInlineStart: x }}>
              <p>{passagePreview(model, shown)}</p>
              <p className="dim">{nameKeepingExtractors(shown.keepers, contestants)}</p>
            </div>
          </>
        ) : null}
      </div>
      <p className="row quiet dmap-legend">
        <Swatch colour="var(--kept)">kept by all {formatShare(shareOf(all))}</Swatch>
        <Swatch colour="var(--disputed)">disputed {formatShare(shareOf(some))} (darker = kept by fewer)</Swatch>
        <span className="dot dot-area dmap-none">dropped by all {formatShare(shareOf(none))}</span>
        <span>of {formatNumber(total)} characters</span>
      </p>
    </div>
  )
}

const heightOf = (contestants: number): number => contestants * (ROW + GAP)

function paintPassages(
  context: CanvasRenderingContext2D,
  passages: readonly Passage[],
  { contestants, total, width }: Readonly<Record<'contestants' | 'total' | 'width', number>>,
): void {
  const { canvas } = context
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

/** Returns the index of the passage to which a key goes; -1 for no passage, null for other keys. */
function nextPassage(key: string, at: number, passages: readonly Passage[], contestants: number): number | null {
  const targets: Readonly<Record<string, () => number>> = {
    ArrowRight: () => at + 1,
    ArrowLeft: () => at - 1,
    ArrowDown: () => passages.findIndex((passage, i) => i > at && isDisputed(passage, contestants)),
    ArrowUp: () => passages.findLastIndex((passage, i) => i < at && isDisputed(passage, contestants)),
    Home: () => 0,
    End: () => passages.length - 1,
    Enter: () => at,
    ' ': () => at,
  }
  return targets[key]?.() ?? null
}
