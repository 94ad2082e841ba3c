import { useEffect, useMemo, useState } from 'react'
import { countDiff, diffSentences, type DiffCounts, type WordDiff } from '../../../shared/explain/difference/text-diff'
import { scoreWords } from '../../../shared/metrics/text-scores'
import { tokenWords } from '../../../shared/metrics/tokens'
import { Button } from '../../components/button'
import { formatNumber } from '../../components/number-format'
import { numbers, TableHead } from '../../components/table'
import { useTab } from '../../window/window'
import type { Finished } from './contestants'
import { DiffSummary, DiffText, type Side } from './diff-text'
import { extractionKey, extractOther, useCapturePair } from './state/capture-pair'

interface Pair {
  readonly raw: Side
  readonly rendered: Side
  readonly diff: WordDiff
  readonly counts: DiffCounts
}

/** Under the columns of the table. */
function figuresOf({ raw, rendered, counts: { common, onlyA, onlyB } }: Pair): readonly string[] {
  const { f1 } = scoreWords(tokenWords(rendered.text), tokenWords(raw.text))
  return [...[common + onlyA, common + onlyB, onlyA, onlyB].map(formatNumber), f1.toFixed(3)]
}

/** What each extractor keeps of the raw page and of the rendered one, and the words that differ. */
export function CaptureExtractions({
  contestants,
  front,
}: {
  readonly contestants: readonly Finished[]
  readonly front: 'raw' | 'rendered'
}) {
  const extractions = useCapturePair((state) => state.extractions)
  const other = useCapturePair((state) => state.other)
  const params = useTab((tab) => tab.params)
  const [chosen, setChosen] = useState<string | null>(null)
  useEffect(() => {
    void extractOther(contestants.map(({ info }) => info.id))
  }, [contestants, params, other])
  const rows = useMemo(
    () =>
      contestants.map(({ info, result }) => {
        const answer = extractions[extractionKey(info.id)]
        const here: Side = { title: info.title, text: result.extraction.text, spans: result.extraction.spans }
        const named = { id: info.id, title: info.title, pair: null, figures: null }
        if (!answer) return { ...named, note: 'Running …' }
        if (!answer.ok) return { ...named, note: `${answer.failure.message} ${answer.failure.next}` }
        const there: Side = { title: info.title, text: answer.value.extraction.text, spans: null }
        const [raw, rendered] = front === 'raw' ? [here, there] : [there, here]
        const diff = diffSentences(raw.text, rendered.text)
        const counts = countDiff(diff, raw.text, rendered.text)
        const pair: Pair = { raw, rendered, diff, counts }
        return { ...named, pair, note: '', figures: figuresOf(pair) }
      }),
    [contestants, extractions, front],
  )
  const shown = rows.find(({ id }) => id === chosen)?.pair ?? null
  return (
    <>
      <h2>What the extractors keep</h2>
      <table>
        <caption>
          F1 goes by the longest common subsequence of all words. What is only in one is told sentence by sentence: words are matched only
          where two sentences share half of them.
        </caption>
        <TableHead
          columns={['extractor', ...['words, raw', 'words, rendered', 'only raw', 'only rendered', 'F1'].map((name) => numbers(name))]}
        />
        <tbody>
          {rows.map(({ id, title, note, figures }) => (
            <tr key={id} aria-current={id === chosen ? 'true' : undefined}>
              <th scope="row">
                <Button
                  small
                  tone="link"
                  disabled={!figures}
                  aria-expanded={id === chosen}
                  onClick={() => setChosen(id === chosen ? null : id)}
                >
                  {title}
                </Button>
              </th>
              {figures ? (
                figures.map((value, k) => (
                  <td key={k} className="bs-number">
                    {value}
                  </td>
                ))
              ) : (
                <td colSpan={5} role="status">
                  {note}
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
      {shown ? <PairDiff pair={shown} /> : null}
    </>
  )
}

function PairDiff({ pair: { raw, rendered, diff, counts } }: { readonly pair: Pair }) {
  return (
    <div className="diff capture-pair">
      <DiffSummary counts={counts} first="the raw page" second="the rendered page" />
      {diff.onlyA + diff.onlyB === 0 ? (
        <p className="quiet">It keeps the same words of both.</p>
      ) : (
        <DiffText diff={diff} a={raw} b={rendered} />
      )}
    </div>
  )
}
