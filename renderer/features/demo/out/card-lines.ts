/** What the formula card of a moment says, as data: for figures and videos. */
import { cardSubject } from '../../../../shared/demo/card-subject'
import type { DemoRun, Frame } from '../../../../shared/demo/demo-run'
import { reasonOf } from '../../../../shared/demo/narration'
import { pageValues } from '../../../../shared/demo/demo-run'
import { workedSum, type WorkedSum } from '../../../../shared/demo/worked-sum'
import { nodeLabel } from '../../../../shared/explain/node-label'
import type { RuleSpec } from '../../../../shared/extractors/core/extractor'
import { formulaWithNumbers, formulaWithSymbols, symbolOf, zerosCounted } from '../../../components/math/formula'
import { formatMeasure, formatNumber, formatTex } from '../../../components/number-format'

/** A line of the card: words, a formula in TeX, or a value against its limit. */
export type CardLine =
  | { readonly kind: 'title' | 'words' | 'quiet'; readonly text: string }
  | { readonly kind: 'tex'; readonly tex: string }
  | { readonly kind: 'gauge'; readonly text: string; readonly good: boolean; readonly bar: number; readonly mark: number }

/** Terms of a sum shown at its beginning and at its end; those between are counted. */
const ENDS = 3

const words = (text: string): CardLine => ({ kind: 'words', text })
const quiet = (text: string): CardLine => ({ kind: 'quiet', text })

/**
 * The card line by line, as the stage has it: the verdict at the end; measure, formula, subject, numbers, what counts as something
 * else; or what is compared where that is no measure; value against limit; values of the page. Empty before anything is known.
 */
export function cardLines(run: DemoRun, frame: Frame): CardLine[] {
  const { compared, perLine, subject } = cardSubject(run, frame)
  const about = perLine ? `line ${subject + 1}` : nodeLabel(run.page, subject)
  return [
    ...verdictLines(run, frame),
    ...(compared && frame.decision ? comparedLines(compared, about, frame.decision.value) : measureLines(run, frame)),
    ...gaugeLines(run, frame),
    ...valueLines(run, frame),
  ]
}

/** What is known of the page as a whole, in one line. */
function valueLines(run: DemoRun, frame: Frame): CardLine[] {
  const said = pageValues(run, frame).map(({ label, unit, value, node }) => {
    const own = node >= 0 ? nodeLabel(run.page, node) : `${formatMeasure(value)}${unit === '' ? '' : ` ${unit}`}`
    return `${label}: ${own}`
  })
  return said.length === 0 ? [] : [quiet(said.join(' · '))]
}

/** What is compared, where it is no measure of a node or line. */
function comparedLines({ quantity, how, unit }: RuleSpec, about: string, value: number): CardLine[] {
  return [
    { kind: 'title', text: quantity },
    ...(how === undefined ? [] : [words(how)]),
    quiet(about),
    { kind: 'tex', tex: `= ${formatTex(value)}` },
    ...(unit === '' ? [] : [quiet(unit)]),
  ]
}

function measureLines(run: DemoRun, frame: Frame): CardLine[] {
  const { measures } = run.info
  const { measure: spec, perLine, subject } = cardSubject(run, frame)
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
  return lines
}

/** What the extractor says of the whole page, in its last step. */
function verdictLines({ extraction: { verdict }, timeline }: DemoRun, { chapter }: Frame): CardLine[] {
  if (!verdict || chapter.index < timeline.chapters.length - 1) return []
  const isArticle = verdict.pageType === 'article'
  return [
    { kind: 'title', text: isArticle ? 'An article' : 'An overview page' },
    gauge('net text', verdict.value, verdict.limit, isArticle),
    words(verdict.sentence),
  ]
}

/** What the moment's decision compares with its limit. */
function gaugeLines(run: DemoRun, frame: Frame): CardLine[] {
  if (!frame.decision) return []
  const { spec, value, limit } = reasonOf(run, frame.decision)
  if (!spec || spec.quantity === '' || spec.relation === '' || !Number.isFinite(value) || !Number.isFinite(limit)) return []
  const { outcome } = frame.decision
  return [gauge(spec.quantity, value, limit, outcome !== 'fail' && outcome !== 'drop' && outcome !== 'dropNode')]
}

/** Value against limit on one scale, as shares of its length. */
function gauge(label: string, value: number, limit: number, good: boolean): CardLine {
  const top = Math.max(Math.abs(value), Math.abs(limit)) * 1.15 || 1
  const at = (n: number): number => Math.max(0, Math.min(1, n / top))
  return { kind: 'gauge', text: `${label} ${formatNumber(value)} · limit ${formatNumber(limit)}`, good, bar: at(value), mark: at(limit) }
}

/** A sum with its terms, the long middle folded. */
function sumWords({ terms, divisor, total }: WorkedSum): string {
  const folded = Math.max(0, terms.length - 2 * ENDS - 1)
  const shown = folded === 0 ? terms : [...terms.slice(0, ENDS), null, ...terms.slice(terms.length - ENDS)]
  const added = shown.map((term) => (term ? `${formatMeasure(term.value)} (${term.label})` : `… ${folded} more`)).join(' + ')
  return `= ${divisor === 1 ? added : `(${added}) / ${divisor}`} = ${formatMeasure(total)}`
}
