import { useEffect, useMemo, useState } from 'react'
import { scoreWords, type TextScore } from '../../../shared/metrics/text-scores'
import { tokenWords } from '../../../shared/metrics/tokens'
import { useGoldTexts } from '../../window/gold-texts'
import { useTab } from '../../window/workspace'
import type { Finished } from './contestants'
import { GoldText } from './gold-text'

interface Side {
  readonly id: string
  readonly title: string
  readonly words: readonly string[]
}

/** F1 of every pair, words against words; with a gold text also precision and recall of each. */
export function AgreementMatrix({ contestants }: { readonly contestants: readonly Finished[] }) {
  const page = useTab((tab) => tab.page?.id ?? '')
  const gold = useGoldTexts((comparison) => comparison.texts[page] ?? null)
  const sides = useMemo<readonly Side[]>(
    () => contestants.map(({ info, result }) => ({ id: info.id, title: info.title, words: tokenWords(result.extraction.text) })),
    [contestants],
  )
  const goldWords = useMemo(() => (gold === null ? null : tokenWords(gold)), [gold])
  const pairs = usePairs(sides)
  const against = useMemo(() => (goldWords ? sides.map((side) => scoreWords(side.words, goldWords)) : null), [sides, goldWords])
  return (
    <div className="matrix">
      <table>
        <caption>F1 of each pair of texts: longest common subsequence of their words</caption>
        <thead>
          <tr>
            <td />
            {sides.map((side) => (
              <th scope="col" key={side.id}>
                {side.title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {sides.map((row, i) => (
            <tr key={row.id}>
              <th scope="row">{row.title}</th>
              {sides.map((column, j) => {
                const f1 = i === j ? null : pairs.get(pairKey(i, j))
                return (
                  <td key={column.id} className="matrix-cell">
                    {typeof f1 === 'number' ? <span className="matrix-bar" style={{ inlineSize: `${f1 * 100}%` }} /> : null}
                    <span className="matrix-number">{i === j ? '' : f1 === undefined || f1 === null ? '…' : f1.toFixed(3)}</span>
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
      <GoldText />
      {against ? (
        <table>
          <caption>Against the gold text, {goldWords?.length ?? 0} words</caption>
          <thead>
            <tr>
              <th scope="col">extractor</th>
              {(['precision', 'recall', 'F1', 'CleanEval'] as const).map((name) => (
                <th scope="col" key={name} className="bs-number">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {sides.map((side, i) => {
              const score: TextScore | undefined = against[i]
              return (
                <tr key={side.id}>
                  <th scope="row">{side.title}</th>
                  {[score?.precision, score?.recall, score?.f1, score?.cleaneval].map((value, k) => (
                    <td key={k} className="bs-number">
                      {value?.toFixed(3) ?? '–'}
                    </td>
                  ))}
                </tr>
              )
            })}
          </tbody>
        </table>
      ) : null}
    </div>
  )
}

const pairKey = (i: number, j: number): string => (i < j ? `${i} ${j}` : `${j} ${i}`)

/** One pair a task, so that long texts don't freeze the window. */
function usePairs(sides: readonly Side[]): ReadonlyMap<string, number> {
  const [pairs, setPairs] = useState<{ readonly of: readonly Side[]; readonly f1: ReadonlyMap<string, number> }>({
    of: sides,
    f1: new Map(),
  })
  useEffect(() => {
    const f1 = new Map<string, number>()
    const todo: [number, number][] = []
    for (let i = 0; i < sides.length; i++) for (let j = i + 1; j < sides.length; j++) todo.push([i, j])
    let timer: ReturnType<typeof setTimeout> | undefined
    const work = (): void => {
      const start = performance.now()
      while (todo.length > 0 && performance.now() - start < 12) {
        const [i, j] = todo.shift() ?? [0, 0]
        const a = sides[i]
        const b = sides[j]
        if (a && b) f1.set(pairKey(i, j), scoreWords(a.words, b.words).f1)
      }
      setPairs({ of: sides, f1: new Map(f1) })
      if (todo.length > 0) timer = setTimeout(work)
    }
    timer = setTimeout(work)
    return () => clearTimeout(timer)
  }, [sides])
  return pairs.of === sides ? pairs.f1 : new Map()
}
