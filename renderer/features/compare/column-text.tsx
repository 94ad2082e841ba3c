import { memo, useEffect, useId, useMemo, useRef, useState, type FocusEvent, type KeyboardEvent, type RefObject } from 'react'
import { formatNumber } from '../../components/number-format'
import { Button } from '../../components/button'
import { actions, useTab } from '../../window/workspace'
import type { Finished } from './contestants'
import { textPieces, type Piece } from './text-pieces'

const FIRST_CHARACTERS = 60_000

/** How a piece stands to the others: all of them keep it too, some do, or none. */
function standingOf(piece: Piece, others: number): 'agreed' | 'disputed' | 'alone' {
  return others === 0 || piece.keepers === others ? 'agreed' : piece.keepers === 0 ? 'alone' : 'disputed'
}

/** The text; what none of the others keeps is marked, and every piece leads to its node: a list whose options stand in lines. */
export const ColumnText = memo(function ColumnText({
  contestant,
  others,
}: {
  readonly contestant: Finished
  readonly others: readonly Finished[]
}) {
  const host = useRef<HTMLDivElement>(null)
  const id = useId()
  const [all, setAll] = useState(false)
  const { extraction } = contestant.result
  const long = extraction.text.length > FIRST_CHARACTERS
  const lines = useMemo(
    () =>
      textPieces(
        extraction,
        others.map((other) => other.result.extraction.selected),
        all ? Number.POSITIVE_INFINITY : FIRST_CHARACTERS,
      ),
    [extraction, others, all],
  )
  if (lines.length === 0)
    return (
      <div className="column-text">
        <p className="quiet">Nothing was kept.</p>
      </div>
    )
  return (
    <div className="column-text" ref={host}>
      <div
        role="listbox"
        aria-label={`Text of ${contestant.info.title}`}
        aria-describedby={`${id}-keys`}
        onFocus={(event: FocusEvent) => rove(event.currentTarget, event.target)}
        onKeyDown={onPieceKey}
      >
        {lines.map((line, i) => (
          <p key={i} role="group">
            {line.map((piece, k) => {
              // White space between parts is nothing to choose.
              if (piece.text.trim() === '') return piece.text
              const standing = standingOf(piece, others.length)
              return (
                <span
                  key={k}
                  role="option"
                  aria-selected={false}
                  tabIndex={-1}
                  data-node={piece.node}
                  className={`piece piece-${standing}`}
                  {...(standing === 'agreed' ? {} : { 'aria-describedby': `${id}-${standing}` })}
                  onClick={() => actions.select(piece.node)}
                >
                  {piece.text}
                </span>
              )
            })}
          </p>
        ))}
      </div>
      {long && !all ? (
        <Button small onClick={() => setAll(true)}>
          Show the remaining {formatNumber(extraction.text.length - FIRST_CHARACTERS)} characters
        </Button>
      ) : null}
      <div hidden>
        <span id={`${id}-keys`}>
          Left and right go from part to part, up and down from difference to difference, Enter shows each extractor’s reason.
        </span>
        <span id={`${id}-alone`}>None of the others keeps it.</span>
        <span id={`${id}-disputed`}>Some of the others drop it.</span>
      </div>
      <SelectedMark host={host} lines={lines} />
    </div>
  )
})

const piecesIn = (list: Element): HTMLElement[] => [...list.querySelectorAll<HTMLElement>('[role="option"]')]

/** Makes one piece the stop of the Tab key. */
function rove(list: Element, to: Element): void {
  for (const former of list.querySelectorAll<HTMLElement>('[role="option"][tabindex="0"]')) former.tabIndex = -1
  if (to instanceof HTMLElement) to.tabIndex = 0
}

function onPieceKey(event: KeyboardEvent): void {
  if (event.ctrlKey || event.metaKey || event.altKey || !(event.target instanceof HTMLElement)) return
  const pieces = piecesIn(event.currentTarget)
  const at = pieces.indexOf(event.target)
  if (at < 0) return
  const differs = (piece: HTMLElement): boolean => !piece.classList.contains('piece-agreed')
  let next: HTMLElement | undefined
  switch (event.key) {
    case 'ArrowRight':
      next = pieces[at + 1]
      break
    case 'ArrowLeft':
      next = pieces[at - 1]
      break
    case 'ArrowDown':
      next = pieces.slice(at + 1).find(differs)
      break
    case 'ArrowUp':
      next = pieces.slice(0, at).findLast(differs)
      break
    case 'Home':
      next = pieces[0]
      break
    case 'End':
      next = pieces[pieces.length - 1]
      break
    case 'Enter':
    case ' ':
      actions.select(Number(event.target.dataset.node))
      break
    default:
      return
  }
  event.preventDefault()
  event.stopPropagation()
  next?.focus()
}

/** Marks the selected node's pieces, makes one the stop of the Tab key, and scrolls to it, without drawing the text again. */
function SelectedMark({ host, lines }: { readonly host: RefObject<HTMLDivElement | null>; readonly lines: unknown }) {
  const selected = useTab((tab) => tab.selected)
  useEffect(() => {
    const element = host.current
    const list = element?.querySelector('[role="listbox"]')
    if (!element || !list) return
    const chosen = selected === null ? [] : [...element.querySelectorAll(`[data-node="${selected}"]`)]
    // Where the focus is, the Tab key's stop stays.
    if (!list.contains(document.activeElement)) {
      const stop = chosen[0] ?? list.querySelector('.piece:not(.piece-agreed)') ?? list.querySelector('.piece')
      if (stop) rove(list, stop)
    }
    for (const piece of chosen) {
      piece.classList.add('piece-selected')
      piece.setAttribute('aria-selected', 'true')
    }
    const first = chosen[0]?.getBoundingClientRect()
    const box = element.getBoundingClientRect()
    if (first && (first.top < box.top || first.bottom > box.bottom)) element.scrollTop += first.top - box.top - box.height / 3
    return () => {
      for (const piece of chosen) {
        piece.classList.remove('piece-selected')
        piece.setAttribute('aria-selected', 'false')
      }
    }
  }, [host, lines, selected])
  return null
}
