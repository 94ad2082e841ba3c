import { useMemo, useState } from 'react'
import { Swatch } from '../../components/evidence'
import { countDiff, diffSentences, wordsOfPart, type DiffPart } from '../../../shared/explain/difference/text-diff'
import { Button } from '../../components/button'
import { PanelMessage } from '../../components/panel/panel'
import { goldTextOf } from '../../window/page/gold-texts'
import { useTab, actions } from '../../window/window'
import type { Finished } from './contestants'
import { GoldText } from './gold-text'
import { Select } from '../../components/fields'
import { nodeAtOutput } from '../../../shared/page/output'
import { countWords } from '../../../shared/page/text'
import { formatNumber, formatWords } from '../../components/number-format'

const GOLD = '(gold)'

/**
 * Ids of extractors or of the gold text. An empty `left` means the first text. An empty `right` means the first text that is not on the
 * left.
 */
export type DiffPair = Readonly<Record<'left' | 'right', string>>

interface WordDiffProps {
  readonly contestants: readonly Finished[]
  readonly pair: DiffPair
  readonly onPair: (pair: DiffPair) => void
}

export function WordDiffView({ contestants, pair: { left, right }, onPair }: WordDiffProps) {
  const gold = useTab(goldTextOf)
  const sides = useMemo<readonly (Side & { readonly id: string })[]>(
    () => [
      ...contestants.map(({ info: { id, title }, result }) => {
        const { text, spans } = result.extraction
        return { id, title, text, spans }
      }),
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
    <div className="stack diff">
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
        <span className="row tabular diff-counts">
          <Swatch colour="var(--extra)">{formatWords(counts.onlyA)} only in the first</Swatch>
          <Swatch colour="var(--missed)">{formatNumber(counts.onlyB)} only in the second</Swatch>
          <span className="dot dot-area">{formatNumber(counts.common)} in both</span>
        </span>
        <GoldText />
      </div>
      {diff.onlyA + diff.onlyB === 0 ? <p className="quiet">Both texts have the same words.</p> : null}
      <div className="diff-text" dir="auto">
        {diff.parts.map((part) => (
          <Part key={`${part.kind} ${part.aStart} ${part.bStart}`} part={part} a={a} b={b} />
        ))}
      </div>
    </div>
  )
}

const choiceOf = ({ id, title }: { readonly id: string; readonly title: string }) => ({ value: id, label: title })

interface Side {
  readonly title: string
  readonly text: string
  /** Start, end and node of each part of the text; null for a text without nodes. */
  readonly spans: Int32Array | null
}

const CONTEXT = 140

function wordEnd(text: string, from: number): number {
  const found = text.slice(from, from + 60).search(/\s/)
  return found < 0 ? from : from + found
}

const spaceAfter = (text: string, at: number): string => /^\s+/.exec(text.slice(at, at + 8))?.[0] ?? ' '

const formatUniqueWords = (words: number): string => (words === 0 ? 'punctuation' : formatWords(words))

function Part({ part, a, b }: { readonly part: DiffPart; readonly a: Side; readonly b: Side }) {
  const [open, setOpen] = useState(false)
  if (part.kind === 'both') {
    const text = a.text.slice(part.aStart, part.aEnd) + spaceAfter(a.text, part.aEnd)
    if (open || text.length <= CONTEXT * 2.5) return <span>{text}</span>
    const head = text.slice(0, wordEnd(text, CONTEXT))
    const tail = text.slice(wordEnd(text, text.length - CONTEXT))
    return (
      <>
        <span>{head} </span>
        <Button
          label={`… ${formatNumber(Math.max(1, wordsOfPart(part, a.text, b.text) - countWords(head) - countWords(tail)))} more words in both …`}
          small
          onClick={() => setOpen(true)}
        />
        <span>{tail}</span>
      </>
    )
  }
  const side = part.kind === 'a' ? a : b
  const [from, to] = part.kind === 'a' ? [part.aStart, part.aEnd] : [part.bStart, part.bEnd]
  const text = side.text.slice(from, to)
  const node = side.spans ? nodeAtOutput(side.spans, from) : -1
  const Tag = part.kind === 'a' ? 'del' : 'ins'
  const space = spaceAfter(side.text, to)
  return (
    <>
      <Tag>
        {node < 0 ? (
          text
        ) : (
          // A button element would not wrap with the text.
          <span
            role="button"
            tabIndex={0}
            className="diff-part"
            title={`${formatUniqueWords(wordsOfPart(part, a.text, b.text))} only in ${side.title}`}
            onClick={() => actions.select(node)}
            onKeyDown={(event) => {
              if (event.key !== 'Enter' && event.key !== ' ') return
              event.preventDefault()
              actions.select(node)
            }}
          >
            {text}
          </span>
        )}
      </Tag>
      {space}
    </>
  )
}
