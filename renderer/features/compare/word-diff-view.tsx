import { useMemo, useState } from 'react'
import { diffWords, type DiffPart } from '../../../shared/explain/word-diff'
import { nodeAtOutput } from '../../../shared/page/output'
import { countWords } from '../../../shared/page/text'
import { formatNumber } from '../../components/number-format'
import { Button } from '../../components/button'
import { PanelMessage } from '../../components/panel/panel'
import { useGoldTexts } from '../../window/gold-texts'
import { actions, useTab } from '../../window/workspace'
import type { Finished } from './contestants'
import { GoldText } from './gold-text'
import { Select } from '../../components/select'

interface Side {
  readonly id: string
  readonly title: string
  readonly text: string
  /** Where the text comes from; null for gold text. */
  readonly spans: Int32Array | null
}

const GOLD = '(gold)'

/** Two texts word by word; a click on a difference selects its node, and the reasons stand beside. */
export function WordDiffView({ contestants }: { readonly contestants: readonly Finished[] }) {
  const page = useTab((tab) => tab.page?.id ?? '')
  const gold = useGoldTexts((comparison) => comparison.texts[page] ?? null)
  const [left, setLeft] = useState('')
  const [right, setRight] = useState('')
  const sides = useMemo<readonly Side[]>(
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
  const diff = useMemo(() => (a && b ? diffWords(a.text, b.text) : null), [a, b])
  if (!a || !b || !diff) return <PanelMessage title="Two texts are needed" next="Choose at least two extractors, or add a gold text." />
  return (
    <div className="diff">
      <div className="diff-bar">
        <Choice label="First text" sides={sides} value={a.id} onChange={setLeft} />
        <Button
          small
          aria-label="Swap the two texts"
          onClick={() => {
            setLeft(b.id)
            setRight(a.id)
          }}
        >
          ⇄
        </Button>
        <Choice label="Second text" sides={sides.filter((side) => side !== a)} value={b.id} onChange={setRight} />
        <span className="diff-counts">
          <span className="diff-key diff-key-a">{formatNumber(diff.onlyA)} words only in the first</span>
          <span className="diff-key diff-key-b">{formatNumber(diff.onlyB)} only in the second</span>
          <span className="diff-key">{formatNumber(diff.common)} in both</span>
        </span>
      </div>
      <GoldText />
      {diff.onlyA + diff.onlyB === 0 ? <p className="quiet">The two texts have the same words.</p> : null}
      <div className="diff-text">
        {diff.parts.map((part) => (
          <Part key={`${part.kind} ${part.aStart} ${part.bStart}`} part={part} a={a} b={b} />
        ))}
      </div>
    </div>
  )
}

function Choice({
  label,
  sides,
  value,
  onChange,
}: {
  readonly label: string
  readonly sides: readonly Side[]
  readonly value: string
  readonly onChange: (id: string) => void
}) {
  return (
    <Select small label={label} value={value} options={sides.map(({ id, title }) => ({ value: id, label: title }))} onChange={onChange} />
  )
}

/** Characters of common text shown at each end of a long stretch. */
const CONTEXT = 140

/** The first white space at or after an offset. */
function wordEnd(text: string, from: number): number {
  const found = text.slice(from, from + 60).search(/\s/)
  return found < 0 ? from : from + found
}

/** The white space of a text at an offset; a space at its end. */
function spaceAfter(text: string, at: number): string {
  return /^\s+/.exec(text.slice(at, at + 8))?.[0] ?? ' '
}

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
        <Button small onClick={() => setOpen(true)}>
          … {formatNumber(Math.max(1, part.words - countWords(head) - countWords(tail)))} more words in both …
        </Button>
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
  if (node < 0) {
    return (
      <>
        <Tag>{text}</Tag>
        {space}
      </>
    )
  }
  return (
    <>
      <Tag>
        {/* No button element: it would be a box of its own and not run on with the text. */}
        <span
          role="button"
          tabIndex={0}
          className="diff-part"
          title={`${formatNumber(part.words)} words only in ${side.title}`}
          onClick={() => actions.select(node)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' && event.key !== ' ') return
            event.preventDefault()
            actions.select(node)
          }}
        >
          {text}
        </span>
      </Tag>
      {space}
    </>
  )
}
