import { useEffect, useMemo, useRef, type KeyboardEvent } from 'react'
import { ArrowDown, ArrowUp } from 'lucide-react'
import { goldLosses, type GoldLoss } from '../../../shared/evaluation/gold-on-page'
import { wordStarts } from '../../../shared/explain/coverage'
import { textPreview } from '../../../shared/explain/node-label'
import { extractedText } from '../../../shared/extractors/core/run'
import { scoreText } from '../../../shared/metrics/text-scores'
import { Button, IconButton } from '../../components/button'
import type { Inspected, InspectedNode } from '../../components/evidence'
import { formatNumber } from '../../components/number-format'
import { goldTextOf } from '../../window/page/gold-texts'
import { goldHitsFor } from '../../window/result/gold-hits'
import { actions, useTab } from '../../window/window'

const WORDS: Readonly<Record<GoldLoss['kind'], string>> = { missed: 'missing', added: 'extra' }

let last: { readonly selected: Uint8Array; readonly gold: string; readonly losses: readonly GoldLoss[] } | null = null

function useLosses({ model, result }: Inspected): readonly GoldLoss[] | null {
  const gold = useTab(goldTextOf)
  const { selected } = result.extraction
  return useMemo(() => {
    if (gold === null || selected.length !== model.count) return null
    if (last?.selected !== selected || last.gold !== gold)
      last = { selected, gold, losses: goldLosses(model, wordStarts(model), goldHitsFor(model, gold, selected).kinds) }
    return last.losses
  }, [model, gold, selected])
}

export function AgainstGold(inspected: Inspected) {
  const { model, result } = inspected
  const gold = useTab(goldTextOf)
  const losses = useLosses(inspected)
  const scores = useMemo(() => (gold === null ? null : scoreText(extractedText(result.extraction), gold)), [gold, result.extraction])
  if (!losses || !scores) return null
  const wordsOf = (kind: GoldLoss['kind']): number => losses.reduce((sum, loss) => (loss.kind === kind ? sum + loss.words : sum), 0)
  const [missing, extra] = [wordsOf('missed'), wordsOf('added')]
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step === 0) return
    event.preventDefault()
    const rows = [...event.currentTarget.querySelectorAll<HTMLElement>('button')]
    const at = rows.findIndex((row) => row === document.activeElement)
    rows[Math.min(rows.length - 1, Math.max(0, at + step))]?.focus()
  }
  return (
    <section className="losses" aria-label="Gold standard">
      <p className="tabular losses-head">
        <strong>F1 {scores.f1.toFixed(3)}</strong>
        <span title="Compares words in order, as in Evaluate">
          precision {scores.precision.toFixed(3)} · recall {scores.recall.toFixed(3)}
        </span>
      </p>
      <p className="losses-sum">
        {losses.length === 0 ? (
          'No text node is missing or extra.'
        ) : (
          <>
            <span className="losses-missed">{formatNumber(missing)} missing</span>,{' '}
            <span className="losses-added">{formatNumber(extra)} extra</span> {missing + extra === 1 ? 'word' : 'words'}
          </>
        )}
      </p>
      <ol onKeyDown={onKeyDown}>
        {losses.slice(0, MOST_LISTED).map((loss) => (
          <li key={loss.node}>
            <Button
              tone="row"
              className="losses-row"
              onClick={() => actions.select(loss.node)}
              onFocus={() => actions.hover(loss.node)}
              onMouseEnter={() => actions.hover(loss.node)}
              onMouseLeave={() => actions.hover(null)}
            >
              <span className={`losses-${loss.kind}`}>{WORDS[loss.kind]}</span>
              <span className="cut" dir="auto">
                {textPreview(model, loss.node, 60)}
              </span>
              <span className="bs-number">{formatNumber(loss.words)}</span>
            </Button>
          </li>
        ))}
      </ol>
      {losses.length > MOST_LISTED ? <p className="quiet">{formatNumber(losses.length - MOST_LISTED)} smaller blocks not shown</p> : null}
    </section>
  )
}

const MOST_LISTED = 30

export function LossStepper(inspected: InspectedNode) {
  const losses = useLosses(inspected)
  const box = useRef<HTMLDivElement>(null)
  const at = losses?.findIndex(({ node }) => node === inspected.node) ?? -1
  const loss = losses?.[at]
  const isShown = loss !== undefined
  useEffect(() => {
    // If the selected row disappeared, move the focus here, so that ↑, ↓ and Escape still work.
    if (isShown && document.activeElement === document.body) box.current?.focus()
  }, [isShown])
  if (!losses || !loss) return null
  const go = (step: 1 | -1): void => {
    const next = losses[(at + step + losses.length) % losses.length]
    if (next) actions.select(next.node)
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'ArrowDown') go(1)
    else if (event.key === 'ArrowUp') go(-1)
    else return
    event.preventDefault()
  }
  return (
    <div ref={box} className="bar losses-stepper" role="group" aria-label="Missing and extra text" tabIndex={-1} onKeyDown={onKeyDown}>
      <span>
        <span className={`losses-${loss.kind}`}>{WORDS[loss.kind]}</span> {formatNumber(loss.words)} {loss.words === 1 ? 'word' : 'words'}
      </span>
      <span className="space" />
      <span className="quiet">
        {formatNumber(at + 1)} of {formatNumber(losses.length)}
      </span>
      <IconButton icon={ArrowUp} label="Step back" onClick={() => go(-1)} />
      <IconButton icon={ArrowDown} label="Step forward" onClick={() => go(1)} />
    </div>
  )
}
