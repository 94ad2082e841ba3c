/** Converts the response of a program to a result, and writes the page for a program that explains its decisions. */
import { failed, type FailureError } from '../../base/failure'
import { plainWords } from '../../base/escape'
import { usualTree } from '../../page/content-tree'
import { nodePaths, ELEMENT, FRAME_DOCUMENT, TEXT, type NodeId, type PageModel } from '../../page/page-model'
import { parsePage } from '../../page/parse-page'
import { KEPT, markPath, OUT, PATH } from '../../page/output'
import { tagTable, unreadTags } from '../../page/tags'
import { collapsedLength } from '../../page/text'
import { followStatuses } from '../core/statuses'
import type { ExtractionCore, ExtractorInfo } from '../core/extractor'
import type { ParamSpecs } from '../core/params'
import type { Probe } from '../core/probe'
import {
  alignedExtraction,
  keptChart,
  keptShare,
  keptShares,
  outputOfHtml,
  peerRules,
  reportDifferences,
  type PeerOutput,
} from '../peers/peer-extraction'
import { rulesOf } from '../core/rule-table'
import { placedPieces } from './placed-pieces'
import type { ProgramAnswer, ProgramDescription, ProgramRequest } from './program-protocol'

const MOST_WARNINGS = 20

const answerRules = rulesOf({
  answer: 'in the response | The program’s response keeps this text.',
  'not-in-answer': 'not in the response | The program’s response does not keep this text.',
})

export function programInfo(program: ProgramDescription): ExtractorInfo {
  const params = Object.fromEntries(Object.entries(program.params).map(([name, spec]) => [name, { ...spec, origin: 'library' }]))
  return {
    id: program.id,
    title: program.title,
    family: 'peer',
    paper: program.source ?? { authors: 'Your own', title: [program.command, ...program.args].join(' '), venue: 'a program', year: 0 },
    summary: program.summary || 'A custom program.',
    params: params as ParamSpecs,
    measures: [...program.measures.map((measure) => ({ ...measure, per: 'node' as const })), keptShare],
    rules: [...program.rules, ...peerRules, ...answerRules],
    charts: [...program.measures.map(({ id, label }) => ({ id, title: label, per: 'node' as const, series: [id] })), keptChart],
    mainMeasure: program.measures[0]?.id ?? 'keptShare',
    pseudocode: [],
    needsSource: false,
  }
}

/**
 * Converts a program's response to a result.
 * @throws FailureError `program.declined`, `program.bad-answer`, `page.too-many-nodes`, and failures of `run`
 */
export function programExtraction(page: PageModel, program: ProgramDescription, probe: Probe, run: () => ProgramAnswer): ExtractionCore {
  const tree = usualTree(page, false)
  const followed = followStatuses(page, probe)
  followed.probe.step('run', `${program.title} runs. Decisions are shown if the program reports them.`)
  const answer = run()
  if (answer.error !== undefined) {
    const message = `${program.title} says: ${plainWords(answer.error)}`
    throw failed('program.declined', message, 'Contact the author of the program, or try another page. The next page is sent as usual.')
  }
  const find = nodeFinder(page, program)
  const measures = measuresOf(page, program, answer, find)
  const rules = new Set([...program.rules, ...peerRules, ...answerRules].map(({ id }) => id))
  for (const { node, rule, value, limit, outcome, note } of answer.decisions ?? []) {
    if (!rules.has(rule))
      throw badAnswer(program, `uses the rule ${JSON.stringify(rule)}, which the program’s description does not declare under "rules"`)
    followed.probe.decide(find(node), outcome, rule, value ?? Number.NaN, limit ?? Number.NaN, note)
  }
  const warnings = (answer.warnings ?? []).slice(0, MOST_WARNINGS).map((warning) => plainWords(warning))
  if (answer.nodes && answer.nodes.some(({ selected }) => selected !== undefined)) {
    const selected = selectedNodes(page, answer.nodes, find)
    followed.probe.step('output', 'The program’s response: kept nodes, and the path to them.', { measures: ['keptShare'] })
    reportDifferences(page, selected, followed, { share: () => 0, rules: ['answer', 'answer', 'not-in-answer'] })
    const kept: NodeId[] = []
    for (let n = 0; n < page.count; n++)
      if (page.kind[n] === TEXT && selected[n] === KEPT && collapsedLength(page.text[n]) > 0) kept.push(n)
    return { selected, measures: { ...measures, keptShare: keptShares(tree, kept) }, values: {}, warnings }
  }
  const output = answer.html !== undefined ? outputOfHtml(answer.html) : answer.text !== undefined ? outputOfText(answer.text) : null
  if (!output) throw badAnswer(program, 'has neither "text" nor "html" nor "nodes" with "selected"')
  const pieces = probe.active && answer.decisions ? placedPieces(page, output.pieces, followed.statuses.status) : output.pieces
  const found = alignedExtraction(tree, program.title, { ...output, pieces, measures, warnings }, followed)
  const { outputWords = 0, unalignedWords = 0 } = found.values
  return { ...found, values: { ...found.values, alignedShare: outputWords === 0 ? 1 : 1 - unalignedWords / outputWords } }
}

function badAnswer(program: ProgramDescription, what: string): FailureError {
  const message = `The response of ${program.title} ${what}.`
  return failed('program.bad-answer', message, 'See docs/own-extractor.md for the fields of a response.')
}

function nodeFinder(page: PageModel, program: ProgramDescription): (node: string | number | undefined) => NodeId {
  let byPath: Map<string, NodeId> | null = null
  return (node) => {
    if (typeof node === 'number' && node < page.count) return node
    if (typeof node === 'string') {
      if (!byPath) {
        byPath = new Map()
        const pathOf = nodePaths(page)
        for (let n = Math.max(0, page.body); n < page.count; n++) byPath.set(pathOf(n), n)
      }
      const found = byPath.get(node)
      if (found !== undefined) return found
    }
    throw badAnswer(program, `names the node ${JSON.stringify(node ?? null)}, which the page does not have`)
  }
}

type Find = ReturnType<typeof nodeFinder>
type AnsweredNodes = NonNullable<ProgramAnswer['nodes']>

function measuresOf(page: PageModel, program: ProgramDescription, answer: ProgramAnswer, find: Find): Record<string, Float64Array> {
  const measures: Record<string, Float64Array> = {}
  for (const { id } of program.measures) measures[id] = new Float64Array(page.count).fill(Number.NaN)
  for (const { id, path, measures: own = {} } of answer.nodes ?? []) {
    const node = find(id ?? path)
    for (const [name, value] of Object.entries(own)) {
      const column = measures[name]
      if (!column) throw badAnswer(program, `measures "${name}", which the program’s description does not declare under "measures"`)
      column[node] = value ?? Number.POSITIVE_INFINITY
    }
  }
  return measures
}

/** Returns the result per node. An omitted node is kept if its parent is kept, unless the tag of the node is in `unreadTags`. */
function selectedNodes(page: PageModel, nodes: AnsweredNodes, find: Find): Uint8Array {
  const UNSAID = 255
  const decided = new Uint8Array(page.count).fill(UNSAID)
  for (const { id, path, selected } of nodes) if (selected !== undefined) decided[find(id ?? path)] = selected
  const selected = new Uint8Array(page.count)
  if (page.body < 0) return selected
  const end = page.subtreeEnd[page.body]
  const unread = tagTable(page.tagNames, unreadTags(page))
  for (let n = page.body as number; n < end; n++) {
    const own = decided[n]
    const follows = n !== page.body && selected[page.parent[n]] === KEPT && !(page.kind[n] === ELEMENT && unread[page.tag[n]] === 1)
    selected[n] = own === UNSAID ? (follows ? KEPT : OUT) : own === PATH ? OUT : own
  }
  // The path is marked here, because a program may omit nodes on the path.
  markPath(page, selected)
  if (selected[page.body] === PATH) selected[page.body] = OUT
  return selected
}

function outputOfText(text: string): Pick<PeerOutput, 'text' | 'pieces'> {
  return { text, pieces: text.split(/\n+/).flatMap((line) => (/\S/.test(line) ? [{ text: line, node: -1, scope: -1 }] : [])) }
}

const TAG = /<[a-z][^\s/>]*/iy

/**
 * Writes the page for a program that explains its decisions. The start tags get the node ids of their elements in an attribute that the
 * page does not use. Elements in the documents of frames, and elements that the parser created, have no id in this page.
 */
export function stampedPage(page: PageModel): NonNullable<ProgramRequest['explain']> {
  const { html, scripting, composed, streamed, count } = page
  let longest = 0
  for (const [used] of html.matchAll(/data-n+/gi)) longest = Math.max(longest, used.length)
  const attribute = 'data-n'.padEnd(longest + 1, 'n')
  const { sourceStart } = page.hasSource
    ? page
    : parsePage(html, { sourcePositions: true, scriptingEnabled: scripting, composed, streamed: streamed > 0, maxNodes: count })
  const places: { readonly at: number; readonly node: number }[] = []
  for (let n = 0; n < page.count; n++) {
    if (page.kind[n] !== ELEMENT) continue
    if (page.tagNames[page.tag[n]] === FRAME_DOCUMENT) {
      n = page.subtreeEnd[n] - 1
      continue
    }
    TAG.lastIndex = sourceStart[n]
    if (sourceStart[n] >= 0 && TAG.test(html)) places.push({ at: TAG.lastIndex, node: n })
  }
  // Sort, because the parser may have moved elements. If the parser duplicated an element, its start tag gets the smallest id.
  places.sort((a, b) => a.at - b.at || a.node - b.node)
  const parts: string[] = []
  let from = 0
  for (const { at, node } of places) {
    if (at === from && from > 0) continue
    parts.push(html.slice(from, at), ` ${attribute}="${node}"`)
    from = at
  }
  parts.push(html.slice(from))
  const texts: number[] = []
  for (let n = 0; n < page.count; n++) if (page.kind[n] === TEXT && collapsedLength(page.text[n]) > 0) texts.push(n)
  return { html: parts.join(''), attribute, body: Math.max(0, page.body), ends: [...page.subtreeEnd], texts }
}
