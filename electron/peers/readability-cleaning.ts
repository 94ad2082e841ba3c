/** Observes the cleaning of @mozilla/readability: each check of “clean conditionally” with its value and limit. */
import type { Finding } from '../../shared/extractors/peers/readability-record'
import type { ReadabilityRule } from '../../shared/extractors/peers/readability-rules'
import { wrapMethod } from './observed-library'
import { type DomElement } from './readability-internals'
import { weightWords, type Watch } from './readability-watch'

/** Results of the library's methods for one element. */
interface Look {
  weight: number
  commas: number
  linkDensity: number
  /** Densities of headings, then of other blocks. */
  densities: number[]
  errors: readonly string[]
}

export function watchCleaning(watch: Watch): void {
  const { reader } = watch
  let cleaning: 'tag' | 'conditionally' | 'headings' | 'other' = 'other'
  let tag = ''
  let look: Look | null = null
  const during = (what: typeof cleaning, of: string, run: () => void): void => {
    cleaning = what
    tag = of
    run()
    cleaning = 'other'
  }
  wrapMethod(reader, '_prepArticle', (call) => (article) => {
    watch.stage = 'clean'
    watch.articles[watch.attempts.length - 1] = article
    call(article)
    watch.stage = 'measure'
  })
  wrapMethod(reader, '_clean', (call) => (article, name) => during('tag', name, () => call(article, name)))
  wrapMethod(reader, '_cleanConditionally', (call) => (article, name) => during('conditionally', name, () => call(article, name)))
  wrapMethod(reader, '_cleanHeaders', (call) => (article) => during('headings', 'h1, h2', () => call(article)))
  wrapMethod(reader, '_removeNodes', (call) => (nodes, filter) => {
    if (watch.stage !== 'clean' || !filter) {
      call(nodes, filter)
      return
    }
    call(nodes, function (node, index, list) {
      const seen: Look = { weight: Number.NaN, commas: Number.NaN, linkDensity: Number.NaN, densities: [], errors: [] }
      look = seen
      const goes = filter.call(reader, node, index, list)
      look = null
      if (cleaning === 'conditionally') tellChecks(watch, node, seen, { tag, goes })
      else if (goes) tellRemoval(watch, node, cleaning)
      return goes
    })
  })
  wrapMethod(reader, '_getClassWeight', (call) => (node) => {
    const weight = call(node)
    if (look) look.weight = weight
    return weight
  })
  wrapMethod(reader, '_getCharCount', (call) => (node, sign) => {
    const count = call(node, sign)
    if (look) look.commas = count
    return count
  })
  wrapMethod(reader, '_getLinkDensity', (call) => (node) => {
    const density = call(node)
    if (look) look.linkDensity = density
    return density
  })
  wrapMethod(reader, '_getTextDensity', (call) => (node, tags) => {
    const density = call(node, tags)
    look?.densities.push(density)
    return density
  })
  wrapMethod(reader, 'log', (call) => (...parts) => {
    call(...parts)
    if (look && parts[0] === 'Checks failed') look.errors = parts[1] as readonly string[]
  })
  watchTables(watch)
}

function tellRemoval(watch: Watch, node: DomElement, cleaning: string): void {
  if (cleaning === 'tag') watch.tell(node, 'drop', 'tag', { note: `${node.tagName.toLowerCase()} elements` })
  else if (cleaning === 'headings')
    watch.tell(node, 'drop', 'heading-weight', { value: watch.weight, note: weightWords(watch.reader, node) })
  else watch.tell(node, 'drop', 'empty-paragraph')
}

/** Reports the checks of “clean conditionally” on one element, and the result. */
function tellChecks(watch: Watch, node: DomElement, look: Look, { tag, goes }: { readonly tag: string; readonly goes: boolean }): void {
  const { reader } = watch
  const { weight, commas, errors } = look
  if (Number.isNaN(weight)) {
    watch.tell(node, 'pass', 'spared', { note: 'it is, contains or is inside a data table, or is inside code' })
    return
  }
  if (goes && errors.length === 0) {
    if (weight < 0) watch.tell(node, 'drop', 'class-weight', { value: weight, note: weightWords(reader, node) })
    else watch.tell(node, 'drop', 'ad-words', { note: `“${reader._getInnerText(node)}”` })
    return
  }
  watch.tell(node, 'pass', 'class-weight', { value: weight, note: weightWords(reader, node) })
  if (Number.isNaN(commas)) return
  if (commas >= 10) {
    watch.tell(node, 'pass', 'commas', { value: commas, limit: 10 })
    return
  }
  // An allowed video ends the checks before links are counted.
  if (Number.isNaN(look.linkDensity)) {
    watch.tell(node, 'pass', 'spared', { note: 'it contains an allowed video' })
    return
  }
  const failed = errors.map((error) => checked(watch, node, look, ruleOf(error)))
  for (const { rule, value, limit } of heldChecks(watch, node, tag, look))
    if (failed.some((check) => check.rule === rule)) continue
    else if (rule === 'links-low-weight' && value > limit)
      watch.tell(node, 'pass', 'spared', { note: 'most of its text is a list, which may contain links' })
    else watch.tell(node, 'pass', rule, { value, limit })
  // One failing check is enough; the last reported one is the first that the library names, with the number of failures.
  const [first, ...others] = failed
  const toFail = goes ? others.reverse() : failed
  for (const { rule, value, limit } of toFail) watch.tell(node, 'fail', rule, { value, limit })
  if (!first) return
  if (!goes) return watch.tell(node, 'pass', 'spared', { note: 'it is a list with one image per item' })
  const more = others.length === 1 ? 'one other check' : `${others.length} other checks`
  watch.tell(node, 'drop', first.rule, { ...first, note: others.length === 0 ? '' : `; ${more} would also remove it` })
}

/** Start of a message of the library, and its rule. */
const CHECKS: readonly (readonly [string, ReadabilityRule])[] = [
  ['Bad p to img', 'images-per-paragraph'],
  ['Too many li', 'list-items'],
  ['Too many inputs', 'inputs'],
  ['Suspiciously short', 'too-short'],
  ['Low weight', 'links-low-weight'],
  ['High weight', 'links-high-weight'],
]

function ruleOf(error: string): ReadabilityRule {
  if (error.startsWith('Suspicious embed')) return Number(/embedCount=(\d+)/.exec(error)?.[1] ?? 0) > 1 ? 'embeds' : 'embed-short'
  return CHECKS.find(([start]) => error.startsWith(start))?.[1] ?? 'no-content'
}

type Check = Omit<Finding, 'note'>

const count = (node: DomElement, tag: string): number => node.getElementsByTagName(tag).length

/** Reports one check with the value and limit that the library compares. */
function checked(watch: Watch, node: DomElement, look: Look, rule: ReadabilityRule): Check {
  const [value, limit] = compared(watch, node, look, rule)
  return { rule, value, limit }
}

function compared(watch: Watch, node: DomElement, look: Look, rule: ReadabilityRule): readonly [value: number, limit: number] {
  const { reader } = watch
  const p = count(node, 'p')
  if (rule === 'images-per-paragraph') return [p / count(node, 'img'), 0.5]
  if (rule === 'list-items') return [count(node, 'li') - 100, p]
  if (rule === 'inputs') return [count(node, 'input'), Math.floor(p / 3)]
  if (rule === 'too-short') return [reader._getInnerText(node).length, 25]
  if (rule === 'links-low-weight') return [look.linkDensity, 0.2 + reader._linkDensityModifier]
  if (rule === 'links-high-weight') return [look.linkDensity, 0.5 + reader._linkDensityModifier]
  if (rule === 'embeds') return [node.querySelectorAll('object,embed,iframe').length, 1]
  if (rule === 'embed-short') return [reader._getInnerText(node).length, 75]
  return [look.densities[1] ?? Number.NaN, 0]
}

/** Returns the passed checks of an element, without checks that do not apply to its kind. */
function heldChecks(watch: Watch, node: DomElement, tag: string, look: Look): Check[] {
  const rules: ReadabilityRule[] = ['inputs']
  const images = count(node, 'img')
  if (images > 1 && !watch.reader._hasAncestorTag(node, 'figure')) rules.push('images-per-paragraph')
  if (look.weight >= 25) rules.push('links-high-weight')
  else if (tag !== 'ul') rules.push('links-low-weight')
  if (images === 0) rules.push('no-content')
  return rules.map((rule) => checked(watch, node, look, rule))
}

/** Observes the classification of tables and the handling of lazy images. */
function watchTables(watch: Watch): void {
  const { reader } = watch
  wrapMethod(reader, '_markDataTables', (call) => (root) => {
    call(root)
    for (const table of Array.from(root.getElementsByTagName('table'))) {
      const words = table._readabilityDataTable ? 'a data table, which is not cleaned' : 'a layout table, which may be cleaned'
      watch.tell(table, 'pass', 'table', { note: words })
    }
  })
  wrapMethod(reader, '_fixLazyImages', (call) => (root) => {
    const sources = (image: DomElement): string => `${image.src ?? ''} ${image.srcset ?? ''}`
    const images = Array.from(root.getElementsByTagName('img'))
    const before = images.map(sources)
    call(root)
    images.forEach((image, i) => {
      if (sources(image) !== before[i]) watch.tell(image, 'pass', 'lazy-image', { note: (image.src ?? '').slice(0, 80) })
    })
  })
}
