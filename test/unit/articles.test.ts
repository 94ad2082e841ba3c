/**
 * The results and settings in articles about methods are computed, not typed.
 *
 * An article's prose contains digits only in these places, where they are neither results nor settings:
 * 1. front matter, and the fields of a template: `{{ … }}` and `{% … %}`;
 * 2. code in backquotes, tags of HTML, and addresses of links (`h1`, names of files and samples);
 * 3. references to a place in a paper (`§4.2`, `Definition 1`);
 * 4. quotations that `QUOTATIONS` contains;
 * 5. the number of a list item;
 * 6. the names F1, HTML5, UTF-8 and UTF-16;
 * 7. the plan for lecturers: minutes in its headings and its first column, and the numbers of exercises.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { readReadability } from '../../scripts/docs-readability.mjs'
import { readabilityInfo } from '../../shared/extractors/peers/readability-info'
import glossary from '../../shared/base/glossary.json'
import { QUOTATIONS } from '../../shared/extractors/quotations'

const METHODS = 'docs/site/methods'
const FILES = readdirSync(METHODS).filter((name) => name.endsWith('.md'))

const readBody = (path: string): string => /^---\n.*?\n---\n(.*)$/s.exec(readFileSync(path, 'utf8'))?.[1] ?? ''

const PLACE = /§[\dIVX]+(?:\.[\dA-C])?|(?:Definition|Algorithm|Example|Table|equation|Figure) \d|(?:Methodology|Text-to-Tag Ratio) \[\d\]/gi
const NAMES = /\b(?:F1|HTML5|UTF-8|UTF-16)\b/g
const QUOTED = Object.values(QUOTATIONS).map(({ quotation }) => quotation.toLowerCase())

const proseOf = (body: string): string =>
  body
    .replace(/\{%.*?%\}|\{\{.*?\}\}/gs, ' ')
    .replace(/`[^`\n]*`|<[^>]*>|\]\([^)\s]*\)/g, ' ')
    .replace(/^ *\d+\. /gm, '')
    .replace(/“([^”]*)”/g, (quoted, words: string) => (QUOTED.some((one) => one.includes(words.toLowerCase())) ? ' ' : quoted))
    .replace(PLACE, ' ')
    .replace(NAMES, ' ')

const withoutPlan = (body: string): string =>
  body
    .replace(/^## \d+ minutes$/gm, '')
    .replace(/^\| \d+–\d+ /gm, '| ')
    .replace(/^\*\*\d+\.\*\*/gm, '')
    .replace(/\bexercises? \d+(?: to \d+)?/gi, '')

const digitsIn = (prose: string): string[] => prose.split('\n').filter((line) => /\d/.test(line))

describe('numbers in the prose are computed', () => {
  it.each(FILES)('methods/%s', (file) => expect(digitsIn(proseOf(readBody(`${METHODS}/${file}`)))).toEqual([]))

  it('glossary', () => {
    const texts = Object.values(glossary).map(({ text }) => text)
    expect(digitsIn(proseOf([readBody('docs/site/glossary.md'), ...texts].join('\n')))).toEqual([])
  })

  it('lecturing.md', () => expect(digitsIn(proseOf(withoutPlan(readBody('docs/site/lecturing.md'))))).toEqual([]))
})

describe('statements about Readability match the installed library', () => {
  const library = readReadability('.')
  const { measures } = readabilityInfo

  it.each([
    ['classWeight', ['goodWord', 'goodId', 'badWord', 'badId']],
    ['linkDensity', ['ownPageLink']],
    ['points', ['charactersPerPoint', 'mostForLength']],
    ['textLength', ['scoredCharacters']],
  ])('%s', (id, names) => {
    const { description = '', tex = '' } = measures.find((measure) => measure.id === id) ?? {}
    const numbers = `${description} ${tex}`.match(/\d+(?:\.\d+)?/g)
    for (const name of names) expect(numbers, name).toContain(library[name])
  })

  it('and the library’s defaults are the defaults of the parameters', () => {
    const { params } = readabilityInfo
    expect([params.charThreshold.default, params.nbTopCandidates.default].map(String)).toEqual([
      library.attemptCharacters,
      library.topCandidates,
    ])
  })
})
