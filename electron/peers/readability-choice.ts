import type { Place, WinnerStep } from '../../shared/extractors/peers/readability-record'
import { watchMethod, wrapMethod } from './observed-library'
import { scoreOf, type Watch } from './readability-watch'
import { type DomElement, stampOf } from './peer-document'

/** The scores of an attempt. */
const newContest = () => ({
  candidates: [] as DomElement[],
  winner: null as DomElement | null,
  begun: new Map<DomElement, { readonly tag: number; readonly weight: number }>(),
  received: new Map<DomElement, number>(),
})
type Contest = ReturnType<typeof newContest>

export function watchChoice(watch: Watch): void {
  const { reader } = watch
  let contest = newContest()
  let lastText: { readonly node: DomElement; readonly text: string } | null = null
  watchMethod(reader, '_initializeNode', (_, node) => {
    contest.begun.set(node, { tag: scoreOf(node) - watch.weight, weight: watch.weight })
  })
  const nested = (run: () => number): number => {
    watch.inside++
    const result = run()
    watch.inside--
    return result
  }
  wrapMethod(reader, '_getLinkDensity', (call) => (node) => nested(() => call(node)))
  wrapMethod(reader, '_headerDuplicatesTitle', (call) => (node) => nested(() => Number(call(node))) === 1)
  watchMethod(reader, '_getInnerText', (text, node) => {
    if (watch.inside === 0 && watch.stage === 'strip') {
      lastText = { node, text }
      if (text.length < 25) reportPoints(watch, lastText, [], contest.received)
    }
  })
  watchMethod(reader, '_getNodeAncestors', (ancestors, node, most) => {
    if (watch.stage === 'strip' && most === 5 && lastText?.node === node) reportPoints(watch, lastText, ancestors, contest.received)
  })
  watchMethod(reader, 'log', (_, ...parts) => {
    const [words, node] = parts as [string, DomElement]
    if (words === 'Starting grabArticle loop') contest = newContest()
    else if (words === 'Candidate:') reportCandidate(watch, node, contest)
    else if (words === 'Looking at sibling node:') reportSibling(watch, contest, node)
    else if (words === 'Appending node:') append(watch)
  })
}

function reportPoints(
  watch: Watch,
  { node, text }: { readonly node: DomElement; readonly text: string },
  ancestors: readonly DomElement[],
  received: Map<DomElement, number>,
): void {
  const commas = text.split(watch.reader.REGEXPS.commas).length - 1
  const points = ancestors.length === 0 ? 0 : 2 + commas + Math.min(Math.floor(text.length / 100), 3)
  // The library gives points neither to html nor to the document.
  const scored = ancestors.filter(({ tagName, parentNode }) => tagName && parentNode && typeof parentNode.tagName !== 'undefined')
  scored.forEach((ancestor, level) =>
    received.set(ancestor, (received.get(ancestor) ?? 0) + points / (level === 0 ? 1 : level === 1 ? 2 : level * 3)),
  )
  watch.attempt?.paragraphs.push({ place: watch.places.of(node), length: text.length, commas, points })
}

function reportCandidate(watch: Watch, node: DomElement, { begun, received, candidates }: Contest): void {
  candidates.push(node)
  const { tag = 0, weight = 0 } = begun.get(node) ?? {}
  const { linkDensity, places } = watch
  const score = scoreOf(node)
  watch.attempt?.scored.push({ place: places.of(node), tag, weight, received: received.get(node) ?? 0, linkDensity, score })
}

function reportSibling(watch: Watch, contest: Contest, sibling: DomElement): void {
  const { attempt, places } = watch
  if (!attempt) return
  watch.stage = 'score'
  if (!attempt.winner) {
    const { winner, steps, best } = findWinner(watch, contest.candidates, sibling)
    contest.winner = winner
    const score = scoreOf(winner)
    const runnerUp = contest.candidates.reduce((most, c) => (c === winner ? most : Math.max(most, scoreOf(c))), Number.NEGATIVE_INFINITY)
    attempt.winner = {
      place: steps === null ? bodyPlace(winner) : places.of(winner),
      isBody: steps === null,
      best,
      steps: steps ?? [],
      score,
      runnerUp: Number.isFinite(runnerUp) ? runnerUp : Number.NaN,
      threshold: Math.max(10, score * 0.2),
    }
  }
  const winner = contest.winner
  if (!winner) return
  const isWinner = sibling === winner
  const score = scoreOf(sibling)
  const bonus = sibling.className === winner.className && winner.className !== '' ? scoreOf(winner) * 0.2 : 0
  const asParagraph = !isWinner && !(score + bonus >= attempt.winner.threshold) && sibling.nodeName === 'P'
  watch.attempt?.siblings.push({
    place: isWinner ? attempt.winner.place : places.of(sibling),
    appended: false,
    isWinner,
    score,
    bonus,
    length: asParagraph ? watch.reader._getInnerText(sibling).length : Number.NaN,
    linkDensity: asParagraph ? watch.reader._getLinkDensity(sibling) : Number.NaN,
  })
}

function bodyPlace(made: DomElement): Place {
  const body = made.parentNode
  return { ids: body ? [stampOf(body)] : [], label: 'body' }
}

function append(watch: Watch): void {
  const siblings = watch.attempt?.siblings
  const last = siblings?.at(-1)
  if (siblings && last) siblings[siblings.length - 1] = { ...last, appended: true }
}

/** Repeats the steps of `_grabArticle` from the best candidate to the winner. `steps` is null if the library uses body. */
function findWinner(
  { reader, places }: Watch,
  candidates: readonly DomElement[],
  sibling: DomElement,
): { readonly winner: DomElement; readonly steps: readonly WinnerStep[] | null; readonly best: number } {
  const nearBest = candidates.toSorted((a, b) => scoreOf(b) - scoreOf(a)).slice(0, reader._nbTopCandidates)
  const [top, ...others] = nearBest
  const best = top ? scoreOf(top) : Number.NaN
  if (!top || top.tagName === 'BODY') return { winner: sibling, steps: null, best }
  let winner = top
  const steps: WinnerStep[] = []
  const stepTo = (next: DomElement, way: WinnerStep['way'], left = winner): void => {
    const describeElement = (element: DomElement): WinnerStep['from'] => ({ label: places.of(element).label, score: scoreOf(element) })
    steps.push({ way, ...describeElement(next), from: describeElement(left) })
    winner = next
  }
  const shared = sharedAncestor(top, others)
  if (shared) stepTo(shared, 'shared')
  const better = betterParent(winner, new Set(candidates))
  if (better) stepTo(better.parent, 'better-parent', better.below)
  const inner = winner
  for (let parent = winner.parentNode; parent && parent.tagName !== 'BODY' && parent.children.length === 1; parent = winner.parentNode)
    winner = parent
  if (winner !== inner) stepTo(winner, 'only-child', inner)
  if (winner.parentNode !== sibling.parentNode) throw new Error('the computed winner differs from the library’s winner')
  return { winner, steps, best }
}

/** Returns the ancestors between an element and body, nearest first. */
function ancestorsOf(element: DomElement): DomElement[] {
  const ancestors: DomElement[] = []
  for (let up = element.parentNode; up && up.tagName !== 'BODY'; up = up.parentNode) ancestors.push(up)
  return ancestors
}

function sharedAncestor(top: DomElement, others: readonly DomElement[]): DomElement | undefined {
  const near = others.filter((other) => scoreOf(other) / scoreOf(top) >= 0.75).map((other) => new Set(ancestorsOf(other)))
  return ancestorsOf(top).find((outer) => near.filter((ancestors) => ancestors.has(outer)).length >= 3)
}

function betterParent(winner: DomElement, scored: ReadonlySet<DomElement>) {
  let last = scoreOf(winner)
  let below = winner
  const least = last / 3
  for (const up of ancestorsOf(winner)) {
    // Elements without points from paragraphs do not count, although the library may set a score later.
    if (!scored.has(up)) continue
    const score = scoreOf(up)
    if (score < least) return null
    if (score > last) return { parent: up, below }
    last = score
    below = up
  }
  return null
}
