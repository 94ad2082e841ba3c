import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { QUOTATIONS, type PaperId, type Quotation, type QuotationId } from '../../shared/extractors/quotations'

const PAPERS = '../shared/papers'
const FILES: Readonly<
  Record<PaperId, { readonly file: string; readonly heading: RegExp; readonly name: (found: RegExpExecArray) => string }>
> = {
  cetd: { file: '003_169b517bad64c200.txt', heading: /^#+ (\d(?:\.\d)?)\.? .*$/gm, name: ([, number]) => `§${number}` },
  ttr: { file: '002_2ab6e510ed2270fc.txt', heading: /^([A-Z][A-Za-z– -]+ \[\d\])(?: – Example)?$/gm, name: ([, title]) => title ?? '' },
  // A slide shows the first page of the printed paper.
  'ttr-print': {
    file: '002_2ab6e510ed2270fc.txt',
    heading: /^(\d)\. (?:Introduction|Related Work)$/gm,
    name: ([, number]) => `§${number}`,
  },
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
  textsweeper: { file: '000_e3500183d18abc1e.txt', heading: /^(\d) [A-Z][A-Za-z ]+$/gm, name: ([, number]) => `§${number}` },
}

/** Removes markup, TeX signs and hyphenation. Unifies white space and quotation marks. */
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
