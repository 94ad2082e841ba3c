/** What the formula card of a moment says, as data: for figures and films. */
import { cardSubject, type Picked } from '../../../../shared/demo/card-subject'
import type { DemoRun, Frame } from '../../../../shared/demo/demo-run'
import { reasonOf } from '../../../../shared/demo/narration'
import { workedSum, type WorkedSum } from '../../../../shared/demo/worked-sum'
import { nodeLabel } from '../../../../shared/explain/node-label'
import { formulaWithNumbers, formulaWithSymbols, symbolOf, zerosCounted } from '../../../components/math/formula'
import { formatMeasure, formatNumber, formatTex } from '../../../components/number-format'

/** A line of the card: words, or a formula in TeX. */
export type CardLine =
  { readonly kind: 'title' | 'words' | 'quiet'; readonly text: string } | { readonly kind: 'tex'; readonly tex: string }

/** Terms of a sum shown at its beginning and at its end; those between are counted. */
const ENDS = 3

const words = (text: string): CardLine => ({ kind: 'words', text })
const quiet = (text: string): CardLine => ({ kind: 'quiet', text })

/** The card line by line: measure, formula, subject, numbers, what counts as something else, what is compared. Empty before anything is measured. */
export function cardLines(run: DemoRun, frame: Frame, picked: Picked | null = null): CardLine[] {
  const { measures } = run.info
  const { measure: spec, perLine, subject } = cardSubject(run, frame, picked)
  if (!spec) return []
  const value = (id: string): number | undefined => {
    if (subject < 0 || !measures.some((m) => m.id === id)) return frame.values[id]
    const number = run.valueIn(frame, id, subject)
    return Number.isNaN(number) ? undefined : number
  }
  const lines: CardLine[] = [{ kind: 'title', text: spec.label }]
  if (spec.tex === '') lines.push(words(spec.description))
  else lines.push({ kind: 'tex', tex: `${symbolOf(spec.id, measures)} = ${formulaWithSymbols(spec.tex, measures)}` })
  const own = value(spec.id)
  if (own !== undefined) {
    lines.push(quiet(perLine ? `line ${subject + 1}` : nodeLabel(run.page, subject)))
    const sum = workedSum(run, frame, spec, subject)
    if (sum) lines.push(words(sumWords(sum)))
    else {
      if (spec.tex !== '' && !spec.sum)
        lines.push({ kind: 'tex', tex: `= ${formulaWithNumbers(spec.tex, measures, value, run.extraction.params)}` })
      lines.push({ kind: 'tex', tex: `= ${formatTex(own)}` })
    }
    for (const { symbol, as } of zerosCounted(spec.tex, measures, value, run.extraction.params))
      lines.push({ kind: 'tex', tex: String.raw`${symbol}=0\text{ counts as ${as}}` })
  }
  const compared = picked ? null : comparisonOf(run, frame)
  if (compared) lines.push(words(`${compared.quantity} ${formatNumber(compared.value)} · limit ${formatNumber(compared.limit)}`))
  return lines
}

/** What the moment's decision compares; null where it compares nothing. */
function comparisonOf(
  run: DemoRun,
  frame: Frame,
): { readonly quantity: string; readonly value: number; readonly limit: number; readonly good: boolean } | null {
  if (!frame.decision) return null
  const { spec, value, limit } = reasonOf(run, frame.decision)
  if (!spec || spec.quantity === '' || spec.relation === '' || !Number.isFinite(value) || !Number.isFinite(limit)) return null
  const { outcome } = frame.decision
  return { quantity: spec.quantity, value, limit, good: outcome !== 'fail' && outcome !== 'drop' && outcome !== 'dropNode' }
}

/** A sum with its terms, the long middle folded. */
function sumWords({ terms, divisor, total }: WorkedSum): string {
  const folded = Math.max(0, terms.length - 2 * ENDS - 1)
  const shown = folded === 0 ? terms : [...terms.slice(0, ENDS), null, ...terms.slice(terms.length - ENDS)]
  const added = shown.map((term) => (term ? `${formatMeasure(term.value)} (${term.label})` : `… ${folded} more`)).join(' + ')
  return `= ${divisor === 1 ? added : `(${added}) / ${divisor}`} = ${formatMeasure(total)}`
}
