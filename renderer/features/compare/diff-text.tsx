import { useState } from 'react'
import { wordsOfPart, type DiffCounts, type DiffPart, type WordDiff } from '../../../shared/explain/difference/text-diff'
import { nodeAtOutput } from '../../../shared/page/output'
import { countWords } from '../../../shared/page/text'
import { Button } from '../../components/button'
import { formatNumber, formatWords } from '../../components/number-format'
import { actions } from '../../window/window'

export interface Side {
  readonly title: string
  readonly text: string
  /** Source spans of the text on the page in front; null for text without a source. */
  readonly spans: Int32Array | null
}

export function DiffSummary({ counts, first, second }: { readonly counts: DiffCounts; readonly first: string; readonly second: string }) {
  return (
    <span className="row diff-counts">
      <span className="dot dot-area diff-key-a">
        {formatWords(counts.onlyA)} only in {first}
      </span>
      <span className="dot dot-area diff-key-b">
        {formatNumber(counts.onlyB)} only in {second}
      </span>
      <span className="dot dot-area">{formatNumber(counts.common)} in both</span>
    </span>
  )
}

/** Merged words of two texts. Differences are marked, long common parts are folded. */
export function DiffText({ diff, a, b }: { readonly diff: WordDiff; readonly a: Side; readonly b: Side }) {
  return (
    <div className="diff-text" dir="auto">
      {diff.parts.map((part) => (
        <Part key={`${part.kind} ${part.aStart} ${part.bStart}`} part={part} a={a} b={b} />
      ))}
    </div>
  )
}

/** Characters of common text shown at each end of a long part. */
const CONTEXT = 140

function wordEnd(text: string, from: number): number {
  const found = text.slice(from, from + 60).search(/\s/)
  return found < 0 ? from : from + found
}

const spaceAfter = (text: string, at: number): string => /^\s+/.exec(text.slice(at, at + 8))?.[0] ?? ' '

/** Returns the length of a part in words, or a note if the part is a sign. */
const aloneWords = (words: number): string => (words === 0 ? 'sign' : formatWords(words))

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
          // Not a button element, because a button does not wrap with the text.
          <span
            role="button"
            tabIndex={0}
            className="diff-part"
            title={`${aloneWords(wordsOfPart(part, a.text, b.text))} only in ${side.title}`}
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
