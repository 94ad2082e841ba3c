/**
 * The articles about methods follow these rules: every symbol is explained, and every number is computed.
 *
 * An article's prose contains digits only in these places, where they are neither results nor settings:
 * 1. front matter, and the fields of a template: `{{ … }}` and `{% … %}`;
 * 2. code in backquotes, tags of HTML, and addresses of links (`h1`, names of files and samples);
 * 3. a place in a paper (`§4.2`, `Definition 1`): another test finds it in the list of quotations;
 * 4. words of a paper in quotation marks that stand in that list;
 * 5. the number of a list's item at the start of its line;
 * 6. names that are written with a digit: F1, HTML5, UTF-8, UTF-16;
 * 7. the plan for lecturers: minutes in its headings and its first column, and the numbers of exercises.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { describe, expect, it } from 'vitest'
import { registry } from '../../electron/peers/registry'
import { readReadability } from '../../scripts/docs-readability.mjs'
import { formulasOf, rowsOnce, symbolsOf, type ArticleRow } from '../../scripts/docs-constants.mjs'
import { readabilityInfo } from '../../shared/extractors/peers/readability-info'
import glossary from '../../shared/base/glossary.json'
import { QUOTATIONS } from '../../shared/extractors/quotations'

const { load } = createRequire(import.meta.url)('js-yaml') as { readonly load: (text: string) => unknown }

interface Symbols {
  readonly tex: string
  readonly name: string
  readonly meaning: string
}
interface FrontMatter {
  readonly method?: string
  readonly variants?: readonly string[]
  /** If an article describes several methods, one table per method. */
  readonly methods?: readonly string[]
  readonly symbols?: readonly Symbols[] | Readonly<Record<string, readonly Symbols[]>>
  /** The measures that the article explains, if it does not explain all. */
  readonly shown?: readonly string[] | Readonly<Record<string, readonly string[]>>
}

const METHODS = 'docs/site/methods'
const FILES = readdirSync(METHODS).filter((name) => name.endsWith('.md'))

function readArticle(path: string): { readonly data: FrontMatter; readonly body: string } {
  const [, front = '', body = ''] = /^---\n(.*?\n)---\n(.*)$/s.exec(readFileSync(path, 'utf8')) ?? []
  return { data: load(front) as FrontMatter, body }
}

/** Functions, relations and signs of TeX, which no table explains. */
const SIGNS =
  /\\(?:frac|sum|left|right|cdot|in|ln|log|max|min|lceil|rceil|lfloor|rfloor|dots|ge|le|sqrt|times|operatorname\{smooth\})(?![a-zA-Z])|\\[,;!|{}]/g
/** An upright or slanted name, words, an accent, a Greek letter, or a run of letters; each may have a prime. */
const NAME = /\\(?:mathrm|mathit)\{([^}]*)\}('?)|\\text\{([^}]*)\}|(\\(?:bar|hat) ?\{?[A-Za-z]'?\}?)|(\\[a-z]+)|([A-Za-z]+'?)/g

/** Returns the symbols and the words of a formula. */
function namesIn(tex: string): { readonly symbols: readonly string[]; readonly words: readonly string[] } {
  const symbols = new Set<string>()
  const words = new Set<string>()
  for (const [, set, prime = '', text, accent, greek, letters] of tex.replace(SIGNS, ' ').matchAll(NAME)) {
    if (text !== undefined) words.add(text.trim())
    else symbols.add(set === undefined ? (accent ?? greek ?? letters ?? '') : set.replaceAll('\\ ', ' ') + prime)
  }
  return { symbols: [...symbols], words: [...words].filter((word) => word !== '') }
}

const GREEK: Readonly<Record<string, string>> = { '\\lambda': 'λ', '\\sigma': 'σ' }

/** Returns whether a text contains the symbol as a separate word. */
function isNamed(symbol: string, text: string): boolean {
  const name = (GREEK[symbol] ?? symbol).replace(/[^\p{L}\p{N} ]/gu, (sign) => `\\${sign}`)
  return new RegExp(`(?<![\\p{L}\\p{N}])${name}(?![\\p{L}\\p{N}])`, 'u').test(text)
}

interface Section {
  readonly title: string
  readonly formulas: readonly ArticleRow[]
  readonly table: readonly ArticleRow[]
  readonly more: readonly Symbols[]
  readonly text: string
}

/** Returns the tables of symbols of an article, each with its formulas. */
function sectionsOf(file: string): Section[] {
  const { data, body } = readArticle(`${METHODS}/${file}`)
  if (!/include "symbols.njk"/.test(body)) return []
  const groups = data.methods?.map((id) => [id]) ?? [data.variants ?? [data.method ?? '']]
  return groups.map((ids) => {
    const [first = ''] = ids
    const own = <T>(of: readonly T[] | Readonly<Record<string, readonly T[]>> | undefined): readonly T[] | undefined =>
      data.methods ? (of as Readonly<Record<string, readonly T[]>> | undefined)?.[first] : (of as readonly T[] | undefined)
    const shown = own(data.shown)
    const extractors = registry.list().filter(({ id }) => ids.includes(id))
    const rows = (of: typeof symbolsOf): ArticleRow[] =>
      rowsOnce(
        extractors.map(({ measures }) => of(measures)),
        shown,
      )
    const code = extractors.flatMap(({ pseudocode }) => pseudocode)
    return {
      title: data.methods ? `${file}, ${first}` : file,
      formulas: rows(formulasOf),
      table: rows(symbolsOf),
      more: own(data.symbols) ?? [],
      text: [body.replaceAll('_', ' '), ...code].join('\n'),
    }
  })
}

const SECTIONS = FILES.flatMap(sectionsOf)

describe('each table of symbols', () => {
  it('is in every article with formulas', () => {
    const without = FILES.filter((file) => sectionsOf(file).length === 0)
    expect(without).toEqual(['shared.md'])
  })

  it.each(SECTIONS.map((one) => [one.title, one] as const))('explains the symbols of its formulas: %s', (_title, section) => {
    const { formulas, table, more, text } = section
    const explained = [...table, ...more].flatMap(({ tex }) => namesIn(tex).symbols)
    const explanations = [text, ...table.map(({ description }) => description), ...more.map(({ meaning }) => meaning)]
      .join('\n')
      .toLowerCase()
    for (const { tex } of formulas) {
      const { symbols, words } = namesIn(tex)
      for (const symbol of symbols) expect(explained, `${symbol} in ${tex}`).toContain(symbol)
      for (const word of words) expect(explained.includes(word) || explanations.includes(word), `“${word}” in ${tex}`).toBe(true)
    }
  })

  it.each(SECTIONS.map((one) => [one.title, one] as const))('explains only symbols that occur: %s', (_title, section) => {
    const { formulas, table, more, text } = section
    const used = formulas.flatMap(({ tex }) => [...namesIn(tex).symbols, ...namesIn(tex).words])
    for (const { tex } of [...table, ...more])
      for (const symbol of namesIn(tex).symbols) expect(used.includes(symbol) || isNamed(symbol, text), symbol).toBe(true)
  })
})

/** A place in a paper, such as `§4.2` or `Definition 1`. */
const PLACE = /§[\dIVX]+(?:\.[\dA-C])?|(?:Definition|Algorithm|Example|Table|equation|Figure) \d|(?:Methodology|Text-to-Tag Ratio) \[\d\]/gi
const NAMES = /\b(?:F1|HTML5|UTF-8|UTF-16)\b/g
const QUOTED = Object.values(QUOTATIONS).map(({ quotation }) => quotation.toLowerCase())

/** The prose of an article, without the parts that may have digits. */
const proseOf = (body: string): string =>
  body
    .replace(/\{%.*?%\}|\{\{.*?\}\}/gs, ' ')
    .replace(/`[^`\n]*`|<[^>]*>|\]\([^)\s]*\)/g, ' ')
    .replace(/^ *\d+\. /gm, '')
    .replace(/“([^”]*)”/g, (quoted, words: string) => (QUOTED.some((one) => one.includes(words.toLowerCase())) ? ' ' : quoted))
    .replace(PLACE, ' ')
    .replace(NAMES, ' ')

/** Removes the minutes and the numbers of exercises from a plan for lecturers. */
const withoutPlan = (body: string): string =>
  body
    .replace(/^## \d+ minutes$/gm, '')
    .replace(/^\| \d+–\d+ /gm, '| ')
    .replace(/^\*\*\d+\.\*\*/gm, '')
    .replace(/\bexercises? \d+(?: to \d+)?/gi, '')

const digitsIn = (prose: string): string[] => prose.split('\n').filter((line) => /\d/.test(line))

describe('numbers in the prose are computed', () => {
  it.each(FILES)('methods/%s', (file) => expect(digitsIn(proseOf(readArticle(`${METHODS}/${file}`).body))).toEqual([]))

  it('glossary', () => {
    const texts = Object.values(glossary).map(({ text }) => text)
    expect(digitsIn(proseOf([readArticle('docs/site/glossary.md').body, ...texts].join('\n')))).toEqual([])
  })

  it('lecturing.md', () => expect(digitsIn(proseOf(withoutPlan(readArticle('docs/site/lecturing.md').body)))).toEqual([]))
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
