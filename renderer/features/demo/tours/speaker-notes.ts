/** What a lecturer reads beside the demonstration: script, question, what to point at, what comes next. Data only. */
import { cardSubject } from '../../../../shared/demo/card-subject'
import type { DemoRun, Frame } from '../../../../shared/demo/demo-run'
import { narrate } from '../../../../shared/demo/narration'
import { judgeAnswer, rightAnswer, stopMoment, stopSentences, type StagePart, type TourStop } from '../../../../shared/demo/tours/tour'
import { nodeLabel } from '../../../../shared/explain/node-label'
import { formatMeasure, formatNumber } from '../../../components/number-format'
import { momentOf, type Demo } from '../state/demo-state'
import { momentOfStop } from '../state/tour-place'

export interface NotesPart {
  readonly kind: 'tour' | 'title' | 'say' | 'rule' | 'ask' | 'answer' | 'point' | 'now' | 'next'
  readonly text: string
}

const PARTS: Readonly<Record<StagePart, string>> = {
  page: 'the page (key 1)',
  tree: 'the tree or the lines (key 2)',
  chart: 'the chart (key 3)',
  formula: 'the formula (key 4)',
  code: 'the pseudocode (key 5)',
}

/** The number on the card, by name; null where the card has none. */
function numberOnCard(run: DemoRun, frame: Frame): string | null {
  const { measure, perLine, subject, compared } = cardSubject(run, frame)
  const name = perLine ? `line ${subject + 1}` : subject >= 0 ? nodeLabel(run.page, subject) : ''
  if (compared && frame.decision) return `${compared.quantity} of ${name}: ${formatNumber(frame.decision.value)} ${compared.unit}`.trim()
  const value = measure && subject >= 0 ? run.valueIn(frame, measure.id, subject) : Number.NaN
  return !measure || Number.isNaN(value) ? null : `${measure.label} of ${name}: ${formatMeasure(value, measure.share)}`
}

function nextParts(stop: TourStop, next: TourStop | undefined): NotesPart[] {
  if (!next) return [{ kind: 'next', text: 'This is the last stop.' }]
  const opens = next.example === stop.example ? '' : ' Another page opens.'
  const asks = next.ask ? ' It asks the hall first.' : ''
  return [{ kind: 'next', text: `Next: ${next.title}, on ${PARTS[next.look]}.${opens}${asks}` }]
}

/** The notes of now. @param onTour whether the run on the stage is the one that the tour speaks of */
export function speakerNotes(demo: Demo, onTour: boolean): NotesPart[] {
  const { tour, run } = demo
  const frame = run?.frameAt(momentOf(demo))
  if (!tour) {
    const following = run && frame ? run.timeline.chapters[frame.chapter.index + 1] : undefined
    return [
      { kind: 'tour', text: run ? `${run.info.title}, no tour` : 'No tour' },
      { kind: 'title', text: frame?.chapter.step.name ?? '' },
      { kind: 'say', text: run && frame ? narrate(run, frame, formatNumber) : '' },
      ...(following ? [{ kind: 'next' as const, text: `Next: ${following.step.name}. ${following.step.caption}` }] : []),
    ]
  }
  const { stops, title } = tour.tour
  const stop = stops[tour.stop]
  if (!stop) return []
  const parts: NotesPart[] = [
    { kind: 'tour', text: `${title} · ${tour.stop + 1} of ${stops.length}` },
    { kind: 'title', text: stop.title },
  ]
  if (run && onTour) {
    const shown = run.frameAt(stopMoment(run, stop))
    if (tour.asking && stop.ask) {
      const right = rightAnswer(run, shown)
      parts.push({ kind: 'ask', text: `Ask: ${stop.ask.question}` })
      if (right)
        parts.push({ kind: 'answer', text: judgeAnswer(run, shown, right, formatNumber)?.sentence.replace(/^Right/, 'Answer') ?? '' })
    }
    if (tour.answer !== undefined) parts.push({ kind: 'answer', text: tour.answer })
    for (const { text, origin, mark } of stopSentences(stop, shown, formatNumber))
      parts.push(origin === null ? { kind: 'say', text } : { kind: 'rule', text: `${text} (${mark})` })
    const number = numberOnCard(run, shown)
    parts.push({ kind: 'point', text: `Point at ${PARTS[stop.look]}${number === null ? '.' : `; on the card: ${number}.`}` })
    // Where the stage is elsewhere by now, what it shows.
    if (frame && !tour.asking && momentOfStop(tour, run) !== frame.moment)
      parts.push({ kind: 'now', text: `On the wall now: ${narrate(run, frame, formatNumber)}` })
  }
  return [...parts, ...nextParts(stop, stops[tour.stop + 1])]
}

/** Minutes and seconds: `4:07`. */
export function clockTime(milliseconds: number): string {
  const seconds = Math.max(0, Math.floor(milliseconds / 1000))
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}
