import { describe, expect, it } from 'vitest'
import { explainNode } from '../../shared/explain/explain-node'
import { headline, ruleSentence } from '../../shared/explain/reason-sentence'
import type { RuleSpec } from '../../shared/extractors/core/extractor'
import { followFates } from '../../shared/extractors/core/fates'
import { NO_PROBE, RecordingProbe } from '../../shared/extractors/core/probe'
import { parsePage } from '../../shared/page/parse-page'
import { byId } from '../fixtures/nodes'

const page = parsePage('<body><div id=side class=sidebar>Aside.</div><p id=text>Text.</p></body>')
const rules: readonly RuleSpec[] = [
  { id: 'word', label: 'a word', relation: '', quantity: '', unit: '', sentence: 'Its class holds {note}.' },
  { id: 'plain', label: 'plain', relation: '', quantity: '', unit: '', sentence: 'It stays{note}.' },
]

describe('the note of a decision', () => {
  const recorded = new RecordingProbe()
  const { probe } = followFates(page, recorded)
  probe.step('clean', 'Blocks are looked at.')
  probe.decide(byId(page, 'text'), 'keep', 'plain', 1, 1)
  probe.decide(byId(page, 'side'), 'drop', 'word', 1, 0, '“sidebar”')
  const trace = recorded.trace()
  const selected = new Uint8Array(page.count)

  it('is kept with its decision alone', () => expect(trace.notes).toEqual({ 1: '“sidebar”' }))

  it('stands in the sentence of the rule', () => {
    const explanation = explainNode(page, { selected }, trace, rules, byId(page, 'side') + 1)
    expect(explanation.decisive?.note).toBe('“sidebar”')
    expect(headline(page, explanation, null)).toContain('its class holds “sidebar”.')
  })

  it('is empty where a decision has none', () => {
    selected[byId(page, 'text')] = 1
    const [reason] = explainNode(page, { selected }, trace, rules, byId(page, 'text')).reasons
    expect(reason && ruleSentence(reason)).toBe('It stays.')
  })

  it('takes no room in a run without notes, and costs nothing where nobody listens', () => {
    const silent = new RecordingProbe()
    silent.decide(0, 'pass', 'plain', 0, 0)
    expect('notes' in silent.trace()).toBe(false)
    NO_PROBE.decide(0, 'drop', 'word', 0, 0, 'unheard')
  })
})
