import { nodeLabel } from '../../explain/node-label'
import { plainNumber, type NumberFormat } from '../../explain/reason-sentence'
import { isWithin } from '../../page/page-model'
import { cardSubject, type Picked } from '../card-subject'
import type { DemoRun, Frame } from '../demo-run'

/** What answers the question of a stop: what its moment is about, else what its card shows. */
export function rightAnswer(run: DemoRun, frame: Frame): Picked | null {
  if (frame.decision && frame.decision.line >= 0) return { kind: 'line', line: frame.decision.line }
  if (frame.node >= 0) return { kind: 'node', node: frame.node }
  const { perLine, subject } = cardSubject(run, frame)
  if (subject < 0) return null
  return perLine ? { kind: 'line', line: subject } : { kind: 'node', node: subject }
}

/** An answer to a stop's question, judged. */
export interface JudgedAnswer {
  readonly right: boolean
  /** What was answered and what is right, with the numbers of both where they are known. */
  readonly sentence: string
}

/** Judges what somebody clicked against what the stop shows. @param frame the stop's own moment */
export function judgeAnswer(run: DemoRun, frame: Frame, answer: Picked, format: NumberFormat = plainNumber): JudgedAnswer | null {
  const wanted = rightAnswer(run, frame)
  if (!wanted) return null
  const { measure } = cardSubject(run, frame)
  const called = (picked: Picked): string => {
    const subject = picked.kind === 'line' ? picked.line : picked.node
    const name = picked.kind === 'line' ? `line ${subject + 1}` : nodeLabel(run.page, subject)
    const value = measure && (measure.per === 'line') === (picked.kind === 'line') ? run.valueIn(frame, measure.id, subject) : Number.NaN
    return Number.isNaN(value) ? name : `${name} (${measure?.label ?? ''} ${format(value)})`
  }
  if (wanted.kind === 'line' || answer.kind === 'line') {
    const right = wanted.kind === 'line' && answer.kind === 'line' && wanted.line === answer.line
    return { right, sentence: right ? `Right: ${called(wanted)}.` : `Not ${called(answer)}: it is ${called(wanted)}.` }
  }
  if (wanted.node === answer.node) return { right: true, sentence: `Right: ${called(wanted)}.` }
  const sentence = isWithin(run.page, answer.node, wanted.node)
    ? `Near: ${called(answer)} stands in ${called(wanted)}.`
    : isWithin(run.page, wanted.node, answer.node)
      ? `Too large: ${called(answer)} holds ${called(wanted)}, and more.`
      : nodeLabel(run.page, answer.node) === nodeLabel(run.page, wanted.node)
        ? `Not this ${called(answer)}: another one, ${called(wanted)}.`
        : `Not ${called(answer)}: it is ${called(wanted)}.`
  return { right: false, sentence }
}
