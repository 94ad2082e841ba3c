import type { Probe } from '../../shared/extractors/core/probe'
import { patternRule } from '../../shared/extractors/peers/defuddle-info'
import { isWithin, TEXT, type NodeId, type PageModel } from '../../shared/page/page-model'
import { collapsedLength } from '../../shared/page/text'
import { TITLE, type Observed } from './defuddle-observer'
import { type Loss, type MainCandidate, type Pass, STAGES } from './defuddle-pass'
import { boilerplateWords, hiddenWords, matchingExact, partialWords } from './defuddle-reasons'

/**
 * Call `reportDefuddle` only if the observed run returned the text of the unobserved run.
 * @param isBroken whether an error ended a pass
 */
export function reportDefuddle(page: PageModel, observed: Observed, isBroken: boolean, probe: Probe): void {
  const { result, passes, chosen } = observed
  passes.forEach((pass, i) => reportPass(pass, i, pass === chosen, probe))
  if (result.extractorType && chosen === null) probe.decide(page.body, 'drop', 'site', 0, 0)
  else if (chosen === null) probe.decide(page.body, 'drop', 'whole-body', 0, 0, describeResultWithoutPass(observed, isBroken))
  else reportChosenPass(page, chosen, probe)
}

function describeResultWithoutPass({ result, passes }: Observed, isBroken: boolean): string {
  if (isBroken) return 'all of body, because an error ended the pass'
  const own = passes.find(({ returned }) => returned === result)
  // If the library uses the text of the schema.org data, the library writes this text into the returned result after the pass.
  if (own && own.result?.content !== result.content)
    return 'the text in the page’s schema.org data, which has more than one and a half times as many words as the extracted text'
  return 'all of body, because Defuddle found no main element'
}

const SWITCHES: Readonly<Record<string, string>> = {
  removePartialSelectors: 'without partial selectors',
  removeHiddenElements: 'with hidden elements',
  removeLowScoring: 'without scores',
  removeContentPatterns: 'without content patterns',
}

function reportPass(pass: Pass, index: number, chosen: boolean, probe: Probe): void {
  const { contentSelector } = pass.overrides
  const how = Object.keys(pass.overrides).flatMap((name) => SWITCHES[name] ?? [])
  if (typeof contentSelector === 'string') how.push(`of ${contentSelector}`)
  const words = pass.result?.wordCount ?? 0
  probe.step(
    `pass ${index + 1}`,
    `Pass ${index + 1}${how.length > 0 ? `, ${how.join(', ')}` : ''}: ${words} words. ${chosen ? 'Its text is the result.' : 'Its text is not the result.'}`,
    { values: { passWords: words } },
  )
}

function reportChosenPass(page: PageModel, pass: Pass, probe: Probe): void {
  reportMain(page, pass, probe)
  const reporter: LossReporter = { page, pass, probe, dropped: [], out: new Uint8Array(page.count) }
  for (const [stage, name, caption] of STAGES) {
    const losses = pass.losses.filter((loss) => loss.stage === stage && loss.place !== 'gone')
    const adopted = stage === 'footnotes' ? pass.adopted : []
    if (losses.length === 0 && adopted.length === 0) continue
    probe.step(name, caption)
    for (const node of adopted) probe.decide(node, 'keep', 'adopted', 0, 0)
    for (const loss of losses) reportLoss(reporter, loss)
  }
  if (page.streamed === 0) return
  for (let n = pass.mainNode; n < endOf(page, pass.mainNode); n++)
    if (page.kind[n] === TEXT && isLost(reporter, n)) probe.decide(n, 'dropNode', 'streamed-outside', 0, 0)
}

interface LossReporter {
  readonly page: PageModel
  readonly pass: Pass
  readonly probe: Probe
  readonly dropped: (ReportedReason & { readonly node: NodeId; readonly outcome: 'drop' | 'dropNode' })[]
  readonly out: Uint8Array
}

const isLost = ({ page, pass, out }: LossReporter, text: NodeId): boolean =>
  !pass.kept?.has(text) && out[text] === 0 && collapsedLength(page.text[text] ?? '') > 0

function reportLoss(reporter: LossReporter, loss: Loss): void {
  const { page, pass, probe, dropped, out } = reporter
  const lost = loss.texts.filter((text) => isLost(reporter, text))
  if (loss.place === 'outside' ? loss.node < 0 : lost.length === 0) return
  const { rule, value, limit, note } = reasonOf(loss, pass)
  if (loss.place === 'outside') {
    probe.decide(loss.node, 'fail', rule, value, limit, note)
    return
  }
  for (const text of lost) out[text] = 1
  const whole = loss.node >= 0 && isGone(page, out, loss.node)
  const outcome = whole ? 'drop' : 'dropNode'
  for (const node of whole ? [loss.node] : lost) {
    probe.decide(node, outcome, rule, value, limit, note)
    const end = whole ? endOf(page, node) : node
    // The new report about an ancestor would replace the reasons of earlier removals, so these removals are reported again.
    const inner = dropped.filter((earlier) => earlier.node >= node && earlier.node < end)
    for (const earlier of inner.sort((a, b) => a.node - b.node))
      probe.decide(earlier.node, earlier.outcome, earlier.rule, earlier.value, earlier.limit, earlier.note)
    dropped.push({ rule, value, limit, note, node, outcome })
  }
}

const endOf = (page: PageModel, node: NodeId): NodeId => page.subtreeEnd[node] ?? node + 1

function isGone(page: PageModel, out: Uint8Array, node: NodeId): boolean {
  const end = endOf(page, node)
  for (let n = node; n < end; n++) if (page.kind[n] === TEXT && out[n] === 0 && collapsedLength(page.text[n] ?? '') > 0) return false
  return true
}

function reportMain(page: PageModel, pass: Pass, probe: Probe): void {
  const best = pass.candidates[0]
  const bestScore = best?.score ?? 0
  const own = pass.candidates.find(({ node }) => node === pass.mainNode)
  probe.step('main', 'The main element is chosen. Text outside it is dropped, except footnotes that Defuddle moves into it.', {
    values: { candidates: pass.candidates.length },
    ...(pass.mainNode >= 0 && { node: pass.mainNode }),
  })
  for (const { node, score, selector } of pass.candidates)
    if (node >= 0) probe.decide(node, node === pass.mainNode ? 'pass' : 'fail', 'candidate', score, bestScore, selector)
  if (pass.found !== '' || !own) {
    const how = pass.found || 'was found by another rule'
    probe.decide(page.body, 'drop', 'outside-chosen', 0, 0, how)
    if (pass.mainNode >= 0) probe.decide(pass.mainNode, 'keep', 'main-chosen', 0, 0, how)
    return
  }
  const around = pass.candidates
    .filter(({ node }) => node >= 0 && node !== own.node && !(node > own.node && node < endOf(page, own.node)))
    .sort((a, b) => a.node - b.node)
  for (const candidate of around)
    probe.decide(candidate.node, 'drop', outsideRule(page, pass, candidate, own), candidate.score, own.score, own.selector)
  const top = own === best
  const next = pass.candidates.find((candidate) => candidate !== own)
  if (!next) probe.decide(own.node, 'keep', 'main-only', own.score, 0, own.selector)
  else if (top) probe.decide(own.node, 'keep', 'main-element', own.score, next.score, own.selector)
  else probe.decide(own.node, 'keep', 'main-inside', bestScore, own.score, own.selector)
}

function outsideRule(page: PageModel, { candidates }: Pass, candidate: MainCandidate, own: MainCandidate): string {
  const [best] = candidates
  if (!best || candidate.score <= own.score) return 'outside-main'
  const isInBest = ({ node }: MainCandidate): boolean => isWithin(page, node, best.node)
  const alike = candidates.filter((other) => other.selector === candidate.selector && isInBest(other))
  if (candidate !== best && isInBest(candidate) && alike.length > 1) return 'outside-several'
  return isInBest(candidate) && isWithin(page, own.node, candidate.node) ? 'outside-inner' : 'outside-passed'
}

const reasonBy = (rule: string, note = '', value = 0, limit = 0) => ({ rule, note, value, limit })
type ReportedReason = Readonly<ReturnType<typeof reasonBy>>

function reasonOf(loss: Loss, pass: Pass): ReportedReason {
  const { stage, element, removal, replaced } = loss
  const tag = element.nodeType === 1 ? element.tagName.toLowerCase() : 'text'
  if (stage === 'hidden') return reasonBy('hidden', hiddenWords(element, removal?.reason ?? ''))
  if (stage === 'eyebrow') return reasonBy('eyebrow')
  if (stage === 'metadata') return reasonBy('metadata-block')
  if (stage === 'small') return reasonBy('small')
  if (stage === 'unsafe') return reasonBy('unsafe', tag)
  if (stage === 'shadow') return reasonBy('streamed')
  if (stage === 'scoring') {
    const score = Number(removal?.reason?.replace('score: ', ''))
    return reasonBy('low-scoring', loss.note, score, 0)
  }
  if (stage === 'patterns' && removal?.reason === 'boilerplate text' && /^h[2-6]$/.test(tag))
    return reasonBy(patternRule('call-to-action heading'))
  if (stage === 'patterns' && removal?.reason === 'boilerplate text')
    return reasonBy(patternRule(removal.reason), boilerplateWords(element))
  if (stage === 'patterns') return reasonBy(patternRule(removal?.reason ?? ''), removal?.reason ?? '')
  if (stage === 'selectors') return selectorReason(loss, pass)
  if (stage === 'standardize' && tag === 'h2' && loss.note === TITLE) return reasonBy('title-heading')
  if (stage === 'standardize' && !replaced && /^h[1-6]$/.test(tag)) return reasonBy('trailing-heading')
  if (replaced && tag === 'div' && element.getAttribute('role') === 'list') return reasonBy('role-list')
  if (replaced) return reasonBy('rewritten', tag)
  return reasonBy('standardised', stage === 'footnotes' ? 'of footnotes and callouts' : `at ${tag}`)
}

function selectorReason({ element, removal, replaced, note, place }: Loss, { exact }: Pass): ReportedReason {
  if (replaced) return reasonBy('button')
  if (removal?.selector === 'exact') {
    const selector = place === 'outside' ? matchingExact(element, exact) : note
    return reasonBy('exact', selector || 'a selector in Defuddle’s list')
  }
  return reasonBy('partial', partialWords(element, removal?.selector ?? ''))
}

export function measuresOf(page: PageModel, observed: Observed | null): Record<'contentScore' | 'blockScore', Float64Array> {
  const contentScore = new Float64Array(page.count).fill(Number.NaN)
  const blockScore = new Float64Array(page.count).fill(Number.NaN)
  const pass = observed?.chosen
  for (const { node, score } of pass?.candidates ?? []) if (node >= 0) contentScore[node] = score
  for (const { stage, node, removal } of pass?.losses ?? [])
    if (stage === 'scoring' && node >= 0 && removal) blockScore[node] = Number(removal.reason?.replace('score: ', ''))
  return { contentScore, blockScore }
}
