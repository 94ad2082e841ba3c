import { useMemo } from 'react'
import { countDiff, diffSentences } from '../../../shared/explain/difference/text-diff'
import { Button } from '../../components/button'
import { PanelMessage } from '../../components/panel/panel'
import { goldTextOf } from '../../window/page/gold-texts'
import { useTab } from '../../window/window'
import type { Finished } from './contestants'
import { DiffSummary, DiffText, type Side } from './diff-text'
import { GoldText } from './gold-text'
import { Select } from '../../components/fields'

const GOLD = '(gold)'

/** Extractors of the two compared texts; an empty id means the first or second extractor. */
export interface DiffPair {
  readonly left: string
  readonly right: string
}

interface WordDiffProps {
  readonly contestants: readonly Finished[]
  readonly pair: DiffPair
  readonly onPair: (pair: DiffPair) => void
}

/** Comparison of two texts by words and sentences. A click on a difference selects its node and shows the reasons. */
export function WordDiffView({ contestants, pair: { left, right }, onPair }: WordDiffProps) {
  const gold = useTab(goldTextOf)
  const sides = useMemo<readonly (Side & { readonly id: string })[]>(
    () => [
      ...contestants.map(({ info, result }) => ({
        id: info.id,
        title: info.title,
        text: result.extraction.text,
        spans: result.extraction.spans,
      })),
      ...(gold === null ? [] : [{ id: GOLD, title: 'Gold text', text: gold, spans: null }]),
    ],
    [contestants, gold],
  )
  const a = sides.find((side) => side.id === left) ?? sides[0]
  const b = sides.find((side) => side.id === right && side !== a) ?? sides.find((side) => side !== a)
  const diff = useMemo(() => (a && b ? diffSentences(a.text, b.text) : null), [a, b])
  const counts = useMemo(() => (a && b && diff ? countDiff(diff, a.text, b.text) : null), [a, b, diff])
  if (!a || !b || !diff || !counts)
    return <PanelMessage title="Two texts are needed" next="Choose at least two extractors, or add a gold text." />
  return (
    <div className="diff">
      <div className="row">
        <Select small label="First text" value={a.id} options={sides.map(choiceOf)} onChange={(id) => onPair({ left: id, right: b.id })} />
        <Button label="⇄" small aria-label="Swap the two texts" onClick={() => onPair({ left: b.id, right: a.id })} />
        <Select
          small
          label="Second text"
          value={b.id}
          options={sides.filter((side) => side !== a).map(choiceOf)}
          onChange={(id) => onPair({ left: a.id, right: id })}
        />
        <DiffSummary counts={counts} first="the first" second="the second" />
      </div>
      <GoldText />
      {diff.onlyA + diff.onlyB === 0 ? <p className="quiet">Both texts have the same words.</p> : null}
      <DiffText diff={diff} a={a} b={b} />
    </div>
  )
}

const choiceOf = ({ id, title }: { readonly id: string; readonly title: string }) => ({ value: id, label: title })
