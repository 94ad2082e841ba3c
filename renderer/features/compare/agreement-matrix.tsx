import { useCallback, useMemo, type CSSProperties } from 'react'
import type { Pieces } from '../../../shared/base/pieces'
import { createScorer } from '../../../shared/metrics/text-scores'
import { countWords } from '../../../shared/page/text'
import { tokenWords } from '../../../shared/metrics/tokens'
import { Button } from '../../components/button'
import { useInPieces } from '../../components/hooks'
import { formatScore, formatWords } from '../../components/number-format'
import { DataTable, numbers } from '../../components/table'
import { goldTextOf } from '../../window/page/gold-texts'
import { keptWords } from '../../window/result/gold-hits'
import { useTab } from '../../window/window'
import type { Finished } from './contestants'
import { GoldText } from './gold-text'

/** `count` is the number of words without punctuation marks. F1 also counts punctuation marks. */
const sidesOf = (contestants: readonly Finished[]) =>
  contestants.map(({ info: { id, title }, result: { extraction } }) => {
    return { id, title, words: tokenWords(extraction.text), count: keptWords(extraction) }
  })
type Sides = ReturnType<typeof sidesOf>

interface AgreementMatrixProps {
  readonly contestants: readonly Finished[]
  readonly onPair: (left: string, right: string) => void
}

export function AgreementMatrix({ contestants, onPair }: AgreementMatrixProps) {
  const gold = useTab(goldTextOf)
  const sides = useMemo(() => sidesOf(contestants), [contestants])
  // Score in pieces, because comparing long texts takes seconds.
  const pairs = useInPieces(useCallback(() => scorePairs(sides), [sides]))
  return (
    <div className="matrix">
      <div className="matrix-map">
        <table>
          <caption>F1 of each pair of texts, by the longest common subsequence of their words. A click on a pair opens Word diff.</caption>
          <tbody>
            {sides.map((side, i) => (
              <tr key={side.id}>
                <th scope="row">{side.title}</th>
                {sides.slice(0, i).map((other, j) => {
                  const f1 = pairs?.[i]?.[j]
                  return (
                    <td key={other.id} className="matrix-cell">
                      {f1 === undefined ? (
                        '…'
                      ) : (
                        <Button
                          label={f1.toFixed(3)}
                          tone="bare"
                          style={heat(f1)}
                          title={`${side.title} and ${other.title}: lengths differ by ${formatWords(Math.abs(side.count - other.count))}`}
                          aria-label={`${side.title} and ${other.title}: ${f1.toFixed(3)}`}
                          onClick={() => onPair(side.id, other.id)}
                        />
                      )}
                    </td>
                  )
                })}
                <th scope="row" className="matrix-corner" aria-hidden="true">
                  {side.title}
                </th>
              </tr>
            ))}
          </tbody>
        </table>
        {pairs ? (
          <p className="bar quiet matrix-legend">
            under {STEPS[0]}
            <span className="matrix-scale" aria-hidden="true">
              {[0, ...STEPS].map((least, step) => (
                <span key={least} style={{ background: `var(--density-${step})` }} />
              ))}
            </span>
            from {STEPS.at(-1)}, nearly the same words
          </p>
        ) : null}
      </div>
      <div className="stack matrix-gold">
        <GoldText />
        {gold === null ? null : <GoldScores sides={sides} gold={gold} />}
      </div>
    </div>
  )
}

function GoldScores({ sides, gold }: { readonly sides: Sides; readonly gold: string }) {
  const rows = useMemo(() => {
    const score = createScorer(tokenWords(gold))
    return sides.map(({ id, title, words }) => {
      const { precision, recall, f1, cleaneval } = score(words)
      return { key: id, cells: [title, ...[precision, recall, f1, cleaneval].map(formatScore)] }
    })
  }, [sides, gold])
  return (
    <DataTable
      caption={`Scores against the gold text, ${formatWords(countWords(gold))}`}
      columns={['extractor', ...['precision', 'recall', 'F1', 'CleanEval'].map((name) => numbers(name))]}
      rows={rows}
    />
  )
}

const STEPS = [0.3, 0.5, 0.7, 0.8, 0.88, 0.93, 0.96, 0.98, 0.995]

function heat(f1: number): CSSProperties {
  const step = STEPS.filter((least) => f1 >= least).length
  const color = step <= 3 ? 'light-dark(#000, #fff)' : step <= 6 ? '#000' : 'light-dark(#fff, #000)'
  return { background: `var(--density-${step})`, color }
}

function* scorePairs(sides: Sides): Pieces<readonly (readonly number[])[]> {
  const rows: number[][] = []
  for (const [i, { words }] of sides.entries()) {
    const row: number[] = []
    rows.push(row)
    const score = createScorer(words)
    for (const other of sides.slice(0, i)) {
      row.push(score(other.words).f1)
      yield
    }
  }
  return rows
}
