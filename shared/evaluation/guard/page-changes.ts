/**
 * Compares the kept text of an extractor with the kept text of the baseline, or with the gold text. Lists the blocks that differ and the
 * wrong snippets, with reasons.
 */
import { counted } from '../../base/written-number'
import { explainNode } from '../../explain/explain-node'
import { hiddenCause } from '../../explain/coverage'
import { headline } from '../../explain/reason-sentence'
import { extractedText } from '../../extractors/core/run'
import { snippetCounts } from '../../metrics/snippets'
import { tokenWords } from '../../metrics/tokens'
import { TEXT, type PageModel } from '../../page/page-model'
import { readableText, isFoundInText } from '../../page/readable-text'
import { KEPT } from '../../page/output'
import type { PageGold } from '../evaluate-page'
import { FALSE_NEGATIVE, FALSE_POSITIVE, goldHits, goldOnPage, hitKinds, LOSS_WORDS, TRUE_NEGATIVE } from '../gold-on-page'
import { faultsIn, type RuleFault, type RecordedRun } from '../rule-faults'

export type PageChanges = ReturnType<typeof pageChanges>
export type KnownChanges = ReadonlyMap<string, PageChanges>

export const changesKey = (configuration: number, { entry }: { readonly entry: number }): string => `${configuration} ${entry}`

const MOST_BLOCKS = 40

/**
 * Returns the changes of a page against the baseline; if the baseline has no kept text that fits the page, against the gold text. In a
 * block, `missed` is text that only the other text contains, and `added` is text that only this run contains. @param before kept text of
 * the baseline in the form of `writeKept`, or null
 */
export function pageChanges(page: PageModel, run: RecordedRun, gold: Pick<PageGold, 'text' | 'with' | 'without'>, before: string | null) {
  const onPage = gold.text === null ? null : goldOnPage(page, tokenWords(gold.text), {})
  const { selected } = run.extraction
  const earlier = before === null ? null : readKept(page, before)
  // A text without words has no kind.
  const wasKept = (n: number): boolean | null => (/\S/.test(page.text[n] as string) ? earlier?.[n] === 1 : null)
  const kinds = earlier ? hitKinds(page, selected, wasKept) : onPage ? goldHits(page, selected, onPage).kinds : null
  /** Estimates the number of the block's words that are in the gold text; null without a gold text. */
  const goldWords = ({ node, words }: RuleFault): number | null => {
    if (!onPage) return null
    let [wanted, all] = [0, 0]
    for (let n = node; n < (page.subtreeEnd[node] as number); n++) {
      if (page.kind[n] !== TEXT || kinds?.[n] === TRUE_NEGATIVE) continue
      wanted += onPage.goldCharacters[n] as number
      all += onPage.characters[n] as number
    }
    return all === 0 ? 0 : Math.round((words * wanted) / all)
  }
  const faults = kinds ? faultsIn(page, run, kinds).slice(0, MOST_BLOCKS) : []
  return {
    against: earlier ? ('baseline' as const) : onPage ? ('gold' as const) : ('nothing' as const),
    blocks: faults.map((fault) => ({ ...fault, goldWords: goldWords(fault), text: kinds ? textOf(page, fault, kinds) : fault.text })),
    snippets: wrongSnippets(page, run, gold),
  }
}

const LONGEST_TEXT = 120

function textOf(page: PageModel, { kind, node }: RuleFault, kinds: Uint8Array): string {
  const bit = kind === 'missed' ? FALSE_NEGATIVE : FALSE_POSITIVE
  let text = ''
  for (let n = node; n < (page.subtreeEnd[node] as number) && text.length <= LONGEST_TEXT; n++)
    if (page.kind[n] === TEXT && kinds[n] === bit) text = `${text} ${page.text[n] as string}`.replace(/\s+/g, ' ').trim()
  return text.length > LONGEST_TEXT ? `${text.slice(0, LONGEST_TEXT - 1).trimEnd()}…` : text
}

function wrongSnippets(page: PageModel, run: RecordedRun, gold: Pick<PageGold, 'with' | 'without'>) {
  const { extraction } = run
  const text = extractedText(extraction)
  const isIn = (snippet: string): boolean => snippetCounts(text, { with: [snippet], without: [] }).truePositive > 0
  const readable = gold.with.length + gold.without.length > 0 ? readableText(page) : null
  /** If `kept`, returns the first kept text node of the snippet, otherwise the first dropped text node; -1 if missing. */
  const placeOf = (snippet: string, kept: boolean): number => {
    let place = -1
    const isKept = (n: number): boolean => extraction.selected[n] === KEPT
    if (readable)
      isFoundInText(readable, snippet, (nodes) => {
        const found = kept ? nodes.find(isKept) : nodes.find((n) => !isKept(n))
        place = found ?? -1
        return found !== undefined
      })
    return place
  }
  const withReason = (kind: 'with' | 'without', snippet: string) => {
    const node = placeOf(snippet, kind === 'without')
    if (node < 0) return { kind, text: snippet, why: '' }
    return { kind, text: snippet, why: headline(page, explainNode(page, run, node), hiddenCause(page, node)) }
  }
  return [
    ...gold.with.filter((snippet) => !isIn(snippet)).map((snippet) => withReason('with', snippet)),
    ...gold.without.filter(isIn).map((snippet) => withReason('without', snippet)),
  ]
}

export function blockSentence(
  { kind, words, text, why, goldWords, rule }: PageChanges['blocks'][number],
  against: PageChanges['against'],
  quote: (text: string) => string = (plain) => plain,
): string {
  const what = against === 'baseline' ? (kind === 'missed' ? 'lost' : 'gained') : LOSS_WORDS[kind]
  const of =
    goldWords === null || against !== 'baseline'
      ? ''
      : `, ${goldWords === words ? 'all' : goldWords === 0 ? 'none' : goldWords} in the gold text`
  return `${what}, ${counted(words, 'word')}${of}: “${quote(text)}” ${quote(why)}${rule === '' ? '' : ` [${quote(rule)}]`}`
}

export function snippetSentence(
  { kind, text, why }: PageChanges['snippets'][number],
  quote: (text: string) => string = (plain) => plain,
): string {
  return `${kind === 'with' ? 'wanted, but dropped' : 'unwanted, but kept'}: “${quote(text)}” ${quote(why)}`.trimEnd()
}

const textNodes = (page: PageModel): number[] => [...page.kind.keys()].filter((n) => page.kind[n] === TEXT)

/** Writes the kept text nodes as `COUNT:RANGES`. COUNT is the number of all text nodes. RANGES are the kept text nodes, such as `0-4,9`. */
export function writeKept(page: PageModel, selected: Uint8Array): string {
  const texts = textNodes(page)
  const ranges: [first: number, last: number][] = []
  for (const [i, node] of texts.entries()) {
    const range = ranges.at(-1)
    if (selected[node] !== KEPT) continue
    if (range?.[1] === i - 1) range[1] = i
    else ranges.push([i, i])
  }
  return `${texts.length}:${ranges.map(([first, last]) => (first === last ? first : `${first}-${last}`)).join(',')}`
}

/**
 * Reads the result of `writeKept`: 1 for kept text nodes, 0 for other nodes. Null for damaged input, or if the page has another number of
 * text nodes.
 */
export function readKept(page: PageModel, written: string): Uint8Array | null {
  const [count, list = ''] = written.split(':')
  const texts = textNodes(page)
  const kept = new Uint8Array(page.count)
  if (String(texts.length) !== count) return null
  let next = 0
  for (const range of list === '' ? [] : list.split(',')) {
    const [, from, to = from] = /^(\d{1,9})(?:-(\d{1,9}))?$/.exec(range) ?? []
    const [first, last] = [Number(from), Number(to)]
    if (!(first <= last && last >= next && last < texts.length)) return null
    // Skip texts of earlier ranges, so that damaged input with many overlapping ranges needs no more time.
    for (let i = Math.max(first, next); i <= last; i++) kept[texts[i] as number] = 1
    next = last + 1
  }
  return kept
}
