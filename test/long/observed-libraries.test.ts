/** In an observed run of a Python library, the reasons must match the output of a plain run. */
import { join } from 'node:path'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { afterAll, describe, expect, it } from 'vitest'
import { findPeers, peerPlaces } from '../../electron/services/peers/find-peers'
import { createProgramProcess, type ProgramProcess } from '../../electron/services/own/program-process'
import { explainNode } from '../../shared/explain/explain-node'
import { RecordingProbe } from '../../shared/extractors/core/probe'
import { programExtraction, stampedPage } from '../../shared/extractors/own/program-extraction'
import { ProgramAnswer, type ProgramDescription, type ProgramRequest } from '../../shared/extractors/own/program-protocol'
import { FIELD_PEERS } from '../../shared/extractors/peers/field'
import { TEXT, type PageModel } from '../../shared/page/page-model'
import { parsePage } from '../../shared/page/parse-page'
import { OUT } from '../../shared/page/output'
import { tagTable, unreadTags } from '../../shared/page/tags'
import { countWords } from '../../shared/page/text'
import { unexplainedElements } from '../fixtures/nodes'
import { realPages, WCXB } from '../fixtures/real-pages'

const ROOT = join(import.meta.dirname, '../..')
const SAMPLES = join(ROOT, 'electron/samples/pages')
const pages = readdirSync(SAMPLES)
  .filter((name) => name.endsWith('.html'))
  .map((name) => [name, parsePage(readFileSync(join(SAMPLES, name), 'utf8'), { sourcePositions: true })] as const)

const observed = FIELD_PEERS.filter(({ libraryRules }) => libraryRules)
const statuses = await findPeers(
  peerPlaces(ROOT),
  observed.map(({ id }) => id),
)

const paragraphs = (count: number): string =>
  Array.from(
    { length: count },
    (_, i) => `<p>Paragraph ${i} tells of the works at the river, and of workers who came from far away.</p>`,
  ).join('')

function longPage(count: number): string {
  const words = Array.from({ length: count }, (_, i) => `<b>word${i} </b>,`).join('')
  const links = Array.from({ length: count }, (_, i) => `<p><a href="/${i}">link ${i}</a></p>`).join('\n')
  return `<html><body>${words}<div><article>${paragraphs(20)}</article></div>${links}</body></html>`
}

const FALLBACKS = ['not-in-answer', 'not-in-output', 'none']

function reasons(page: PageModel, program: ProgramDescription, answer: ProgramAnswer): { rule: string; words: number }[] {
  const probe = new RecordingProbe()
  const extraction = programExtraction(page, program, probe, () => answer)
  const trace = probe.trace()
  const unread = tagTable(page.tagNames, unreadTags(page))
  const found: { rule: string; words: number }[] = []
  for (let n = page.body as number; n < (page.subtreeEnd[page.body] ?? 0); n++) {
    if (page.kind[n] !== TEXT) {
      if (unread[page.tag[n] ?? 0] === 1) n = (page.subtreeEnd[n] ?? n + 1) - 1
      continue
    }
    const words = countWords(page.text[n] ?? '')
    if (words === 0 || extraction.selected[n] !== OUT) continue
    found.push({ rule: explainNode(page, { extraction, trace, rules: program.rules }, n, 0).decisive?.rule ?? 'none', words })
  }
  return found
}

describe.each(statuses.map((status) => [status.peer.id, status] as const))('%s', (id, { file, install }) => {
  const installed = file?.kind === 'program' ? file : null
  let running: ProgramProcess | null = null
  afterAll(() => running?.close())
  const request = async (page: PageModel, explain: boolean, params: ProgramRequest['params'] = {}): Promise<ProgramAnswer> => {
    running ??= createProgramProcess(installed as NonNullable<typeof installed>)
    const message = { protocol: 1, id: `${id}-${String(count++)}`, url: 'https://page.invalid/', html: page.html, params } as const
    return ProgramAnswer.parse(await running.requestAnswer(explain ? { ...message, explain: stampedPage(page) } : message))
  }
  let count = 0

  it.skipIf(!installed)(
    installed ? 'gives the same text with and without observation, and a reason for dropped text' : `left out: ${install}`,
    async () => {
      const all = { words: 0, explained: 0 }
      for (const [name, page] of pages) {
        const alone = await request(page, false)
        const answer = await request(page, true)
        expect([answer.text, answer.html], name).toEqual([alone.text, alone.html])
        expect(alone.decisions, name).toBeUndefined()
        if (answer.error !== undefined) continue
        expect(answer.warnings ?? [], name).toEqual([])
        expect(
          answer.decisions?.some(({ rule }) => rule === 'unobserved'),
          name,
        ).toBe(false)
        for (const { rule, words } of reasons(page, (installed as NonNullable<typeof installed>).program, answer)) {
          all.words += words
          if (!FALLBACKS.includes(rule)) all.explained += words
        }
      }
      expect(all.words).toBeGreaterThan(100)
      expect(all.explained / all.words).toBeGreaterThanOrEqual(id === 'trafilatura' ? 0.95 : 0.98)
    },
  )

  it.skipIf(!installed)(
    'gives each element without kept text a rule, or states that none selected it',
    { timeout: 7_200_000 },
    async () => {
      const { program } = installed as NonNullable<typeof installed>
      const real = existsSync(WCXB)
        ? [...realPages(WCXB)].map(({ name, page }) => [name, parsePage(page.html, { sourcePositions: true })] as const)
        : []
      const found: string[] = []
      for (const [name, page] of [...pages, ...real]) {
        const answer = await request(page, true)
        const probe = new RecordingProbe()
        const extraction = programExtraction(page, program, probe, () => answer)
        for (const sentence of unexplainedElements(page, { extraction, trace: probe.trace(), rules: program.rules }))
          found.push(`${name} ${sentence}`)
      }
      expect(found).toEqual([])
    },
  )

  it.skipIf(!installed || id !== 'justext')('names the tag of the path for which jusText drops a paragraph', async () => {
    const { decisions } = await request(parsePage('<body><variant-selects><p>Sizes of a shirt</p></variant-selects>'), true)
    expect(decisions).toContainEqual(expect.objectContaining({ rule: 'select', note: '<variant-selects>' }))
  })

  it.skipIf(!installed || !['readability-lxml', 'trafilatura', 'justext'].includes(id))(
    'reports reasons in time that grows with the page, not with its square',
    async () => {
      const seconds = async (count: number): Promise<number> => {
        const page = parsePage(longPage(count))
        const start = performance.now()
        expect((await request(page, true)).decisions).toBeDefined()
        return performance.now() - start
      }
      await seconds(10)
      const short = await seconds(1000)
      expect(await seconds(8000)).toBeLessThan(25 * short)
    },
  )
})
