import type { Outcome } from '../../extractors/core/probe'
import type { ParamValue } from '../../extractors/core/params'
import { originWords, placesOf, type Origin, type QuotationId } from '../../extractors/quotations'
import { fillIn, formatOf, plainNumber, type NumberFormat } from '../../explain/reason-sentence'
import { isWithin } from '../../page/page-model'
import { cardSubject, nameOfSubject, type Picked } from '../card-subject'
import { specOf, type DemoRun, type Frame } from '../demo-run'
import { momentOfDecision } from '../timeline'

export type StagePart = 'page' | 'tree' | 'chart' | 'formula' | 'code'

interface RuleSentence {
  readonly rule: string
  readonly origin: Origin
  readonly cites: readonly QuotationId[]
}

/** A sentence of a stop: a string describes the page, a rule describes the extractor. */
type TourSentence = string | RuleSentence

export const paper = (rule: string, ...cites: readonly [QuotationId, ...QuotationId[]]): RuleSentence => ({ rule, origin: 'paper', cites })

/** Creates a rule that the authors' program contains, but the paper does not state. @param cites quotations in the sentence */
export const authors = (rule: string, ...cites: readonly QuotationId[]): RuleSentence => ({ rule, origin: 'authors', cites })

/** Creates a rule of our choice that completes or changes the paper. @param cites quotations in the sentence */
export const ours = (rule: string, ...cites: readonly QuotationId[]): RuleSentence => ({ rule, origin: 'ours', cites })

export const library = (rule: string): RuleSentence => ({ rule, origin: 'library', cites: [] })

/** Returns the label of a rule's origin: `paper, §4.2, Algorithm 2`, `slides, Methodology [1]`, `our choice`. */
export function markOf({ origin, cites }: RuleSentence): string {
  if (origin !== 'paper') return originWords({ origin })
  const sources = [...new Set(cites.map((id) => originWords({ origin, cites: [id] })))]
  const citesOf = (source: string): QuotationId[] => cites.filter((id) => originWords({ origin, cites: [id] }) === source)
  return sources.map((source) => `${source}, ${placesOf(citesOf(source))}`).join('; ')
}

interface StopQuestion {
  readonly question: string
  /** The moment that the stage shows with the question. At this moment, the answer is not visible. */
  readonly at: Pick<TourStop, 'step' | 'which' | 'part'>
}

export interface TourStop {
  readonly title: string
  /** Text of the stop. `{name}` is replaced by the page value with this name at the moment of the stop. */
  readonly text: readonly TourSentence[]
  readonly step: string
  /** Index among the steps of this name, from 0; negative indices count from the last step. Default 0. */
  readonly which?: number
  /** Position of the moment in the step: 0 is the beginning, 1 is the end. Default 0. */
  readonly part?: number
  /**
   * Replaces `part`: the moment is the first decision of this rule in the step. If `outcome` is set, the decision must have this outcome.
   */
  readonly rule?: string
  readonly outcome?: Outcome
  readonly view: StagePart
  readonly quiz?: StopQuestion
  readonly example?: string
}

export const asks = (question: string, at: StopQuestion['at']): StopQuestion => ({ question, at })

export function stop(
  title: string,
  at: Omit<TourStop, 'title' | 'text' | 'quiz'>,
  parts: readonly (TourSentence | StopQuestion)[],
): TourStop {
  const isQuestion = (part: TourSentence | StopQuestion) => typeof part !== 'string' && 'question' in part
  const quiz = parts.find(isQuestion)
  return { title, ...at, text: parts.filter((part): part is TourSentence => !isQuestion(part)), ...(quiz && { quiz }) }
}

export interface Tour {
  readonly id: string
  readonly title: string
  readonly about: string
  readonly extractor: string
  readonly sample: string
  readonly params?: Readonly<Record<string, ParamValue>>
  readonly stops: readonly TourStop[]
}

/**
 * Returns the moment of a stop in a run. -1 if the run has no such step or decision, for example with other parameters or on another page.
 */
export function stopMoment(run: DemoRun, stop: Pick<TourStop, 'step' | 'which' | 'part' | 'rule' | 'outcome'>): number {
  const chapters = run.timeline.chapters.filter((c) => c.step.name === stop.step)
  const chapter = chapters.at(stop.which ?? 0)
  if (!chapter) return -1
  if (stop.rule === undefined) return chapter.start + Math.round((stop.part ?? 0) * (chapter.end - chapter.start - 1))
  for (let d = chapter.firstDecision; d < chapter.firstDecision + chapter.decisions; d++) {
    const { rule, outcome } = run.decisionAt(d)
    if (rule === stop.rule && outcome === (stop.outcome ?? outcome)) return momentOfDecision(run.timeline, d)
  }
  return -1
}

export function stopSentences(stop: TourStop, { info }: DemoRun, frame: Frame, format: NumberFormat = plainNumber) {
  const filled = (text: string): string =>
    fillIn(text, (name) => {
      const value = frame.values[name]
      return value === undefined ? undefined : formatOf(specOf(info, name), format)(value)
    })
  return stop.text.map((sentence) =>
    typeof sentence === 'string'
      ? { text: filled(sentence), origin: null, mark: '' }
      : { text: filled(sentence.rule), origin: sentence.origin, mark: markOf(sentence) },
  )
}

/** Returns the correct answer to the question of a stop: the subject of the moment; if missing, the subject of the card. */
export function rightAnswer(run: DemoRun, frame: Frame): Picked | null {
  if (frame.decision && frame.decision.line >= 0) return { per: 'line', subject: frame.decision.line }
  if (frame.node >= 0) return { per: 'node', subject: frame.node }
  const { per, subject } = cardSubject(run, frame)
  return subject < 0 ? null : { per, subject }
}

/**
 * Returns a sentence that compares the user's answer with the correct answer; null without a correct answer.
 * @param frame the moment of the stop
 */
export function judgeAnswer(run: DemoRun, frame: Frame, answer: Picked, format: NumberFormat = plainNumber): string | null {
  const wanted = rightAnswer(run, frame)
  if (!wanted) return null
  const { page } = run
  const { measure } = cardSubject(run, frame)
  const describe = (picked: Picked): string => {
    const name = nameOfSubject(page, picked)
    const value = measure?.per === picked.per ? run.valueIn(frame, measure.id, picked.subject) : Number.NaN
    return Number.isNaN(value) ? name : `${name} (${measure?.label ?? ''} ${formatOf(measure, format)(value)})`
  }
  const [given, right] = [describe(answer), describe(wanted)]
  if (answer.per === wanted.per && answer.subject === wanted.subject) return `Right: ${right}.`
  if (answer.per === 'node' && wanted.per === 'node') {
    if (isWithin(page, answer.subject, wanted.subject)) return `Too small: ${given} is inside ${right}.`
    if (isWithin(page, wanted.subject, answer.subject)) return `Too large: ${given} contains ${right} and more.`
    if (nameOfSubject(page, answer) === nameOfSubject(page, wanted))
      return `Not this ${given}, but another element with the same name: ${right}.`
  }
  return `Not ${given}: the answer is ${right}.`
}
