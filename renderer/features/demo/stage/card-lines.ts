import type { CodeValue } from '../../../../shared/demo/code-place'
import { cardSubject, nameOfSubject, type Picked, workedSum, type WorkedSum } from '../../../../shared/demo/card-subject'
import { isDropped, specOf, type DemoRun, type Frame, type ShownDecision } from '../../../../shared/demo/demo-run'
import { reasonOf, whyNothingKept } from '../../../../shared/demo/narration'
import { gaugeOf, type Gauge } from '../../../../shared/explain/gauge'
import { nodeLabel } from '../../../../shared/explain/node-label'
import { formatOf, ruleFormat, type NumberFormat } from '../../../../shared/explain/reason-sentence'
import type { MeasureSpec, RuleSpec } from '../../../../shared/extractors/core/extractor'
import { formulaWithNumbers, formulaWithSymbols, symbolOf, zerosCounted } from '../../../components/math/formula'
import { formatNumber, formatShare, formatTex } from '../../../components/number-format'

export type CardLine =
  | { readonly kind: 'title' | 'words' | 'quiet' | 'subject' | 'nothing'; readonly text: string }
  | { readonly kind: 'tex'; readonly tex: string }
  | {
      readonly kind: 'gauge'
      readonly label: string
      readonly value: string
      readonly limit: string
      readonly places: Gauge
      readonly good: boolean
    }
  | { readonly kind: 'sum'; readonly sum: WorkedSum; readonly per: Picked['per']; readonly key: string }
  | { readonly kind: 'zeros'; readonly zeros: readonly { readonly symbol: string; readonly as: string }[] }
  | { readonly kind: 'values'; readonly values: readonly { readonly label: string; readonly text: string }[] }

const line = (kind: 'title' | 'words' | 'quiet' | 'subject' | 'nothing', text: string): CardLine => ({ kind, text })

export function cardLines(run: DemoRun, frame: Frame, picked: Picked | null = null): CardLine[] {
  const { compared, measure } = cardSubject(run, frame, picked)
  const why = picked ? null : whyNothingKept(run, frame)
  return [
    ...(why === null ? [] : [line('title', 'Nothing is kept'), line('words', why)]),
    ...(picked ? [] : verdictLines(run, frame)),
    ...(compared && frame.decision
      ? comparedLines(run, compared, frame.decision)
      : measure
        ? measureLines(run, frame, measure, picked)
        : [line('nothing', 'No measure yet.')]),
    ...(picked ? [] : gaugeLines(run, frame)),
    ...valueLines(run, frame),
  ]
}

function valueLines({ info, page }: DemoRun, frame: Frame): CardLine[] {
  const values = Object.entries(frame.values).flatMap(([id, value]) => {
    if (info.values && !info.values[id]) return []
    const { label = id, unit = '', node = false, share = false } = specOf(info, id) ?? {}
    if (node && Number.isInteger(value) && value >= 0 && value < page.count) return [{ label, text: nodeLabel(page, value) }]
    const percent = share ? ` = ${formatShare(value)}` : ''
    return [{ label, text: `${formatNumber(value)}${percent}${unit === '' ? '' : ` ${unit}`}` }]
  })
  return values.length === 0 ? [] : [{ kind: 'values', values }]
}

function resultLine(value: number, share = false): CardLine {
  const percent = share && Number.isFinite(value) ? String.raw` = \text{${formatShare(value).replace('%', String.raw`\%`)}}` : ''
  return { kind: 'tex', tex: `= ${formatTex(value)}${percent}` }
}

function comparedLines(run: DemoRun, { quantity, how, unit, share }: RuleSpec, decision: NonNullable<Frame['decision']>): CardLine[] {
  return [
    line('title', quantity),
    ...(how === undefined ? [] : [line('words', how)]),
    line('subject', decision.line >= 0 ? `line ${decision.line + 1}` : nodeLabel(run.page, decision.node)),
    resultLine(decision.value, share),
    ...(unit === '' ? [] : [line('quiet', unit)]),
  ]
}

function measureLines(run: DemoRun, frame: Frame, spec: MeasureSpec, picked: Picked | null): CardLine[] {
  const { measures } = run.info
  const { per, subject } = cardSubject(run, frame, picked)
  const valueById = (id: string): number | undefined => {
    if (subject < 0 || !run.measureOf(id)) return frame.values[id]
    const number = run.valueIn(frame, id, subject)
    return Number.isNaN(number) ? undefined : number
  }
  const lines: CardLine[] = [line('title', spec.label)]
  if (spec.tex === '') lines.push(line('words', spec.description))
  else lines.push({ kind: 'tex', tex: `${symbolOf(spec.id, measures)} = ${formulaWithSymbols(spec.tex, measures, run.extraction.params)}` })
  const own = valueById(spec.id)
  if (own === undefined) return picked ? [...lines, line('quiet', `No ${spec.label} yet.`)] : lines
  lines.push(line('subject', nameOfSubject(run.page, { per, subject })))
  if (!picked && run.info.rules.some(({ id, ofParent }) => ofParent && id === frame.decision?.rule))
    lines.push(line('quiet', `This rule decides about the child ${nodeLabel(run.page, frame.node)}.`))
  const sum = workedSum(run, frame, spec, subject)
  if (sum) lines.push({ kind: 'sum', sum, per, key: `${spec.id} ${subject}` })
  else {
    if (spec.tex !== '' && !spec.sum)
      lines.push({ kind: 'tex', tex: `= ${formulaWithNumbers(spec.tex, measures, valueById, run.extraction.params)}` })
    lines.push(resultLine(own, spec.share))
  }
  const zeros = zerosCounted(spec.tex, measures, valueById, run.extraction.params)
  return zeros.length === 0 ? lines : [...lines, { kind: 'zeros', zeros }]
}

function verdictLines({ extraction: { verdict }, timeline }: DemoRun, { chapter }: Frame): CardLine[] {
  if (!verdict || chapter.index < timeline.chapters.length - 1) return []
  const good = verdict.pageType === 'article'
  return [
    line('title', good ? 'An article' : 'An overview page'),
    gauge(verdict.quantity ?? 'net text', verdict, formatNumber, good),
    line('words', verdict.sentence),
  ]
}

function gaugeLines(run: DemoRun, { decision }: Frame): CardLine[] {
  if (!decision) return []
  const reason = reasonOf(run, decision)
  const { spec, value, limit } = reason
  if (!spec || spec.quantity === '' || spec.relation === '' || !Number.isFinite(value) || !Number.isFinite(limit)) return []
  return [gauge(spec.quantity, reason, ruleFormat(reason, formatNumber), !isDropped(decision))]
}

function gauge(label: string, { value, limit }: Pick<ShownDecision, 'value' | 'limit'>, format: NumberFormat, good: boolean): CardLine {
  const words = { value: format(value), limit: `limit ${format(limit)}` }
  const places = gaugeOf(value, limit)
  return places ? { kind: 'gauge', label, ...words, places, good } : line('words', `${label} ${words.value} · ${words.limit}`)
}

const ENDS = 3

export function foldTerms({ terms }: WorkedSum) {
  const folded = terms.length > 2 * ENDS + 1 ? terms.length - 2 * ENDS : 0
  return folded === 0 ? { first: terms, folded, last: [] } : { first: terms.slice(0, ENDS), folded, last: terms.slice(-ENDS) }
}

export function codeNote(value: CodeValue): string {
  const written = value.kind === 'test' ? ruleFormat(value, formatNumber) : formatOf(value.spec, formatNumber)
  if (value.kind === 'value') return written(value.value)
  if (value.kind === 'found') return `${value.node} (${written(value.value)})`
  return `${written(value.value)} ${value.relation} ${written(value.limit)} ${value.holds ? '✓' : '✗'}`
}
