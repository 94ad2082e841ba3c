import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { registry } from '../../electron/peers/registry'
import { EXAMPLES } from '../../shared/demo/examples'
import { TOURS } from '../../shared/demo/tours/tours'
import { QUOTATIONS, type PaperId, type Quotation, type QuotationId } from '../../shared/extractors/quotations'

const PAPERS = '../shared/papers'
type Heading = { readonly file: string; readonly heading: RegExp; readonly name: (found: RegExpExecArray) => string }
const numbered: Heading['name'] = ([, number]) => `§${number}`
const FILES: Readonly<Record<PaperId, Heading>> = {
  cetd: { file: '003_169b517bad64c200.txt', heading: /^#+ (\d(?:\.\d)?)\.? .*$/gm, name: numbered },
  ttr: { file: '002_2ab6e510ed2270fc.txt', heading: /^([A-Z][A-Za-z– -]+ \[\d\])(?: – Example)?$/gm, name: ([, title]) => title ?? '' },
  'ttr-print': { file: '002_2ab6e510ed2270fc.txt', heading: /^(\d)\. (?:Introduction|Related Work)$/gm, name: numbered },
  cuter: {
    file: '004_7eec1d6632199d52.txt',
    heading: /^(Abstract)— |^([IV]+)\. [A-Z ]+$/gm,
    name: ([, abstract, number]) => abstract ?? `§${number}`,
  },
  contentex: {
    file: '001_7d3fe2fefb9aad6b.txt',
    heading: /^([IV]+)\. [A-Z ]+$|^([A-C])\. [A-Z].*$/gm,
    name: ([, , letter]) => letter ?? '',
  },
  textsweeper: { file: '000_e3500183d18abc1e.txt', heading: /^(\d) [A-Z][A-Za-z ]+$/gm, name: numbered },
}

const plain = (text: string): string =>
  text
    .replace(/<\/?su[bp]>/g, '')
    .replace(/(?<=[a-z])-\n(?=[a-z])/g, '')
    .replace(/\\leftarrow/g, '←')
    .replace(/\\geq/g, '≥')
    .replace(/\\lambda/g, 'λ')
    .replace(/[$`*\\]/g, '')
    .replace(/^\s*[-–>]\s/gm, ' ')
    .replace(/[“”"]/g, '"')
    .replace(/[‘’]/g, "'")
    .replace(/\s+/g, ' ')
    .replace(/ (?=[,;:.)])|(?<=\() /g, '')
    .toLowerCase()

function sectionsOf(paper: PaperId): ReadonlyMap<string, string> {
  const { file, heading, name } = FILES[paper]
  const text = readFileSync(`${PAPERS}/${file}`, 'utf8')
  const found = [...text.matchAll(heading)]
  const sections = new Map<string, string>()
  let chapter = ''
  found.forEach((match, i) => {
    let mark = name(match)
    if (paper === 'contentex') {
      if (match[1] !== undefined) chapter = match[1]
      mark = mark === '' ? `§${chapter}` : `§${chapter}.${mark}`
    }
    sections.set(mark, (sections.get(mark) ?? '') + text.slice(match.index, found[i + 1]?.index))
  })
  return sections
}

const entries = Object.entries(QUOTATIONS) as [QuotationId, Quotation][]

describe.skipIf(!existsSync(PAPERS))('a quotation is in its paper (skipped if the papers are not beside the checkout)', () => {
  it.each(entries)('%s', (_id, { paper, section, quotation, part }) => {
    const text = plain(sectionsOf(paper).get(section) ?? '')
    expect(text, `${paper} has a section ${section}`).not.toBe('')
    const parts = quotation.split(' … ').map(plain)
    let at = 0
    for (const words of parts) {
      const found = text.indexOf(words, at)
      expect(found, `“${words}” in ${section}`).toBeGreaterThanOrEqual(0)
      at = found + words.length
    }
    const [, name, first, last] = /^([^,]+)(?:, lines? (\d+)(?:–(\d+))?)?$/.exec(part ?? '') ?? []
    if (name !== undefined) expect(text).toContain(name.startsWith('equation ') ? `(${name.slice(9)})` : name.toLowerCase())
    if (first !== undefined) expect(parts[0]?.startsWith(`${first} `)).toBe(true)
    if (last !== undefined) expect(parts.at(-1)?.startsWith(`${last} `)).toBe(true)
  })
})

const PAPER_OF: Readonly<Record<string, readonly PaperId[]>> = {
  'cetd-ds': ['cetd'],
  'cectd-s': ['cetd'],
  'cectd-ds': ['cetd'],
  lqf: ['cetd'],
  ttr: ['ttr', 'ttr-print'],
  cuter: ['cuter'],
  contentex: ['contentex'],
  textsweeper: ['textsweeper'],
}

const MARK =
  /§[\dIVX]+(?:\.[\dA-C])?|(?:Definition|Algorithm|Example|Table|equation|Figure|Fig\.) \d|Methodology \[\d\]|Text-to-Tag Ratio \[\d\]/gi
const normal = (mark: string): string => mark.toLowerCase().replace('fig.', 'figure')
const marksIn = (text: string): string[] => (text.match(MARK) ?? []).map(normal)
const marksOf = (quotations: readonly Quotation[]): string[] =>
  quotations.flatMap(({ section, part = '' }) => marksIn(`${section} ${part}`))
const quotedIn = (text: string): string[] =>
  [...text.matchAll(/“([^”]*[a-z][^”]*)”|"([^"]*[a-z][^"]*)"/g)].map((found) => plain(found[1] ?? found[2] ?? ''))

function check(text: string, cites: readonly QuotationId[]): void {
  const quotations = cites.map((id) => QUOTATIONS[id])
  for (const mark of marksIn(text)) expect(marksOf(quotations), `“${text}” cites ${mark}`).toContain(mark)
  const words = plain(quotations.map(({ quotation }) => quotation).join(' … '))
  if (cites.length > 0) for (const quoted of quotedIn(text)) expect(words, `“${text}” quotes`).toContain(quoted)
}

const filesOf = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true }).flatMap((e) => (e.isFile() ? [`${e.parentPath}/${e.name}`] : []))

describe('statements about a paper cite its quotations', () => {
  it.each(TOURS.map((tour) => [tour.id, tour] as const))('in the tour of %s, sentence by sentence', (_id, tour) => {
    for (const { text } of tour.stops)
      for (const sentence of text) {
        if (typeof sentence === 'string') expect(marksIn(sentence), sentence).toEqual([])
        else {
          check(sentence.rule, sentence.cites)
          for (const id of sentence.cites) expect(PAPER_OF[tour.extractor]).toContain(QUOTATIONS[id].paper)
        }
      }
  })

  it.each(registry.list().map((e) => [e.id, e] as const))('in the parameters, measures, rules and charts of %s', (id, extractor) => {
    for (const { description, origin, cites = [] } of Object.values(extractor.params)) {
      if (cites === 'not at hand') expect([PAPER_OF[id] ?? [], marksIn(description)]).toEqual([[], []])
      else {
        if (origin === 'paper') expect(cites, description).not.toEqual([])
        check(description, cites)
        for (const cited of cites) expect(PAPER_OF[id]).toContain(QUOTATIONS[cited].paper)
        // A description names the section of each of its quotations, because the window shows no other reference.
        for (const { section } of cites.map((cited) => QUOTATIONS[cited])) expect(description).toContain(section)
      }
    }
    for (const { description, cites = [] } of extractor.measures) check(description, cites)
    const known = marksOf(entries.flatMap(([, quotation]) => ((PAPER_OF[id] ?? []).includes(quotation.paper) ? [quotation] : [])))
    const others = [
      ...extractor.rules.map((r) => r.sentence),
      ...extractor.charts.map((c) => c.figure ?? ''),
      ...extractor.pseudocode.slice(0, 1),
    ]
    for (const text of others.filter(() => PAPER_OF[id] !== undefined))
      for (const mark of marksIn(text)) expect(known, text).toContain(mark)
  })

  it('in the examples, the articles and the captions of steps, by place', () => {
    const known = marksOf(entries.map(([, quotation]) => quotation))
    const sources = [
      ...filesOf('docs/site').filter((file) => file.endsWith('.md')),
      ...['cetd', 'ttr', 'cuter', 'contentex', 'textsweeper'].flatMap((method) => filesOf(`shared/extractors/${method}`)),
    ].map((file) => readFileSync(file, 'utf8').replace(/^\s*(?:\*|\/\/|\/\*).*$/gm, ''))
    for (const text of [...EXAMPLES.map((example) => example.source), ...sources])
      for (const mark of marksIn(text)) expect(known).toContain(mark)
  })
})
