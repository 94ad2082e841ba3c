import { excerpt, nodeLabel, textPreview } from '../explain/node-label'
import { formatOf, headline, plainNumber, ruleSentence, type NumberFormat } from '../explain/reason-sentence'
import { explainNode, reasonAt, type Reason } from '../explain/explain-node'
import { hiddenCause } from '../explain/coverage'
import type { Outcome } from '../extractors/core/probe'
import { ELEMENT } from '../page/page-model'
import { KEPT } from '../page/output'
import { nameOfSubject, type Picked } from './card-subject'
import { specOf, type DemoRun, type Frame, type ShownDecision } from './demo-run'
import { REVEAL_PARTS } from './timeline'

const CONSEQUENCE: Readonly<Record<Outcome, string>> = {
  keep: 'It is kept, with everything inside it.',
  drop: 'It is dropped, with everything inside it.',
  keepNode: 'It is kept.',
  dropNode: 'It is dropped.',
  path: 'It contains kept text.',
  pass: 'It passes.',
  fail: 'It does not pass.',
}

/**
 * Describes a moment in sentences with numbers. At the end of a run that kept nothing, adds the extractor's first warning, if there is a
 * warning.
 */
export function describeFrame(run: DemoRun, frame: Frame, format: NumberFormat = plainNumber): string {
  const why = whyNothingKept(run, frame)
  if (why === null) return describeMoment(run, frame, format)
  // Omit the consequence of the decision, because a line may pass although nothing is kept.
  const sentence = frame.decision ? describeTest(run, frame.decision, format) : describeMoment(run, frame, format)
  return `${sentence} Nothing is kept. ${why}`
}

/**
 * Returns the extractor's first warning at the end of a run that kept nothing. Null at other moments, for a run that kept a node, and
 * without a warning.
 */
export function whyNothingKept({ extraction, timeline }: DemoRun, { moment, selected }: Frame): string | null {
  return moment === timeline.length - 1 && !selected.includes(KEPT) ? (extraction.warnings[0] ?? null) : null
}

function describeMoment(run: DemoRun, frame: Frame, format: NumberFormat): string {
  if (frame.decision) return describeDecision(run, frame.decision, format)
  if (frame.revealed > 0) return describeReveal(run, frame, format)
  const { step } = frame.chapter
  const parts = [step.caption]
  const moved = countMoved(run, frame)
  const per = step.series?.per ?? 'line'
  if (moved !== null) parts.push(moved === 1 ? `One ${per} changed its cluster.` : `${format(moved)} ${per}s changed their cluster.`)
  if (step.node !== undefined && step.node >= 0) parts.push(`Node: ${nodeLabel(run.page, step.node)}.`)
  const values = Object.entries(step.values ?? {}).map(([id, value]) => {
    const spec = specOf(run.info, id)
    return `${spec?.label ?? id} = ${formatOf(spec, format)(value)}`
  })
  if (values.length > 0) parts.push(`${values.join(', ')}.`)
  if (step.centres && step.centres.length > 0)
    parts.push(
      `The centres are at ${step.centres.map((c) => (c.length === 1 ? format(c[0] ?? 0) : `(${c.map(format).join(', ')})`)).join(', ')}.`,
    )
  return parts.join(' ')
}

function countMoved(run: DemoRun, { chapter }: Frame): number | null {
  const now = chapter.step.series?.data
  const previous = run.timeline.chapters[chapter.index - 1]?.step
  const before = previous?.name === chapter.step.name ? previous.series?.data : undefined
  if (!now || !before || now.length !== before.length) return null
  return now.reduce((count, cluster, at) => count + (Object.is(cluster, before[at]) ? 0 : 1), 0)
}

function describeReveal(run: DemoRun, frame: Frame, format: NumberFormat): string {
  const shown = frame.appearing.flatMap((id) => run.measureOf(id) ?? [])
  const main = shown.find((m) => m.id === frame.topic) ?? shown[0]
  if (!main) return ''
  const perLine = main.per === 'line'
  const names = shown.map((m) => m.label).join(', ')
  let known = 0
  let all = 0
  let highest = Number.NEGATIVE_INFINITY
  let lowest = Number.POSITIVE_INFINITY
  let at = -1
  // One loop without copies, because a page can have many nodes, and every moment has a caption.
  run.valuesOf(main.id)?.forEach((value, s) => {
    if (Number.isNaN(value)) return
    all++
    if (!run.isComputed(frame, main.id, s)) return
    known++
    lowest = Math.min(lowest, value)
    if (value <= highest) return
    highest = value
    at = s
  })
  const order = perLine ? 'from the first line to the last' : 'from the innermost nodes up to body'
  const done = frame.revealed === REVEAL_PARTS
  const preview = perLine ? '' : textPreview(run.page, at, 32)
  const where = `${nameOfSubject(run.page, { per: main.per, subject: at })}${preview === '' ? '' : ` “${preview}”`}`
  const which = shown.length === 1 ? '' : ` (${main.label})`
  const soFar = done ? '' : ' so far'
  const written = formatOf(main, format)
  const most =
    at < 0
      ? ''
      : known > 1 && lowest === highest
        ? ` All are ${written(highest)}${which}${soFar}.`
        : ` Highest${soFar}: ${written(highest)}${which}, at ${where}.`
  const whole = all === 1 ? `for the only ${main.per}` : `for all ${format(all)} ${main.per}s`
  const state = done ? whole : `for ${format(known)} of ${format(all)} ${main.per}s, ${order}`
  return `${names}: computed ${state}.${most}`
}

export function reasonOf(run: DemoRun, decision: ShownDecision): Reason {
  return reasonAt(run.page, run.trace, run.info.rules, decision.index)
}

function describeTest(run: DemoRun, decision: ShownDecision, format: NumberFormat): string {
  const { page } = run
  const subject =
    decision.line >= 0
      ? `Line ${decision.line + 1}`
      : page.kind[decision.node] === ELEMENT
        ? nodeLabel(page, decision.node)
        : `“${excerpt(page.text[decision.node] ?? '', 48)}”`
  return `${subject}: ${ruleSentence(reasonOf(run, decision), format)}`
}

function describeDecision(run: DemoRun, decision: ShownDecision, format: NumberFormat): string {
  // Omit “with everything inside it”, because a line contains no nodes.
  const ofLine: Partial<Record<Outcome, string>> = decision.line >= 0 ? { keep: CONSEQUENCE.keepNode, drop: CONSEQUENCE.dropNode } : {}
  return `${describeTest(run, decision, format)} ${ofLine[decision.outcome] ?? CONSEQUENCE[decision.outcome]}`
}

/** Explains in one sentence whether and why the run keeps a picked subject. */
export function whyPicked(run: DemoRun, picked: Picked, format: NumberFormat = plainNumber): string {
  const { page, trace, extraction, info } = run
  if (picked.per === 'node') {
    const explanation = explainNode(page, { extraction, trace, rules: info.rules }, picked.subject)
    return headline(page, explanation, hiddenCause(page, picked.subject), format)
  }
  for (let d = trace.decisionCount - 1; d >= 0; d--) {
    const decision = run.decisionAt(d)
    if (decision.line !== picked.subject) continue
    const kept = decision.outcome === 'keep' || decision.outcome === 'keepNode'
    return `${kept ? 'Content' : 'Not content'}: ${ruleSentence(reasonOf(run, decision), format)}`
  }
  return 'No rule decided about this line.'
}
