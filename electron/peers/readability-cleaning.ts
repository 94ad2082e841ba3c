import type { DomElement } from './peer-document'
import type { Finding } from '../../shared/extractors/peers/readability-record'
import type { ReadabilityRule } from '../../shared/extractors/peers/readability-info'
import { watchMethod, wrapMethod } from './observed-library'
import { weightWords, type Watch } from './readability-watch'

const newValues = () => ({
  weight: Number.NaN,
  commas: Number.NaN,
  linkDensity: Number.NaN,
  /** Results of the library's `_getTextDensity`: first for headings, then for other tags. */
  densities: [] as number[],
  errors: [] as readonly string[],
})
type CheckedValues = ReturnType<typeof newValues>

export function watchCleaning(watch: Watch): void {
  const { reader } = watch
  let cleaning: 'tag' | 'conditionally' | 'headings' | 'other' = 'other'
  let tag = ''
  let values: CheckedValues | null = null
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
    if (watch.stage !== 'prepare' && (watch.stage !== 'clean' || !filter)) return call(nodes, filter)
    call(nodes, function (node, index, list) {
      const checked = newValues()
      values = checked
      const isRemoved = filter ? filter.call(reader, node, index, list) : true
      values = null
      if (cleaning === 'conditionally') reportChecks(watch, node, checked, { tag, isRemoved })
      else if (isRemoved) reportRemoval(watch, node, cleaning)
      return isRemoved
    })
  })
  watchMethod(reader, '_getClassWeight', (weight) => {
    if (values) values.weight = weight
  })
  watchMethod(reader, '_getCharCount', (count) => {
    if (values) values.commas = count
  })
  watchMethod(reader, '_getLinkDensity', (density) => {
    if (values) values.linkDensity = density
  })
  watchMethod(reader, '_getTextDensity', (density) => values?.densities.push(density))
  watchMethod(reader, 'log', (_, words, errors) => {
    if (values && words === 'Checks failed') values.errors = errors as readonly string[]
  })
  watchTables(watch)
}

function reportRemoval(watch: Watch, node: DomElement, cleaning: string): void {
  const video = /^(?:object|embed|iframe)$/i.test(node.tagName) ? ' without an allowed video' : ''
  if (watch.stage === 'prepare') watch.report(node, 'drop', 'not-read', { note: node.tagName.toLowerCase() })
  else if (cleaning === 'tag') watch.report(node, 'drop', 'tag', { note: `${node.tagName.toLowerCase()} elements${video}` })
  else if (cleaning === 'headings')
    watch.report(node, 'drop', 'heading-weight', { value: watch.weight, note: weightWords(watch.reader, node) })
  else watch.report(node, 'drop', 'empty-paragraph')
}

function reportChecks(
  watch: Watch,
  node: DomElement,
  values: CheckedValues,
  { tag, isRemoved }: { readonly tag: string; readonly isRemoved: boolean },
): void {
  const { reader } = watch
  const { weight, commas, errors } = values
  if (Number.isNaN(weight)) {
    watch.report(node, 'pass', 'spared', { note: 'it is, contains or is inside a data table, or is inside code' })
    return
  }
  if (isRemoved && errors.length === 0) {
    if (weight < 0) watch.report(node, 'drop', 'class-weight', { value: weight, note: weightWords(reader, node) })
    else watch.report(node, 'drop', 'ad-words', { note: `“${reader._getInnerText(node)}”` })
    return
  }
  watch.report(node, 'pass', 'class-weight', { value: weight, note: weightWords(reader, node) })
  if (Number.isNaN(commas)) return
  if (commas >= 10) {
    watch.report(node, 'pass', 'commas', { value: commas, limit: 10 })
    return
  }
  // If the element contains an allowed video, the library ends the checks before it computes the link density.
  if (Number.isNaN(values.linkDensity)) {
    watch.report(node, 'pass', 'spared', { note: 'it contains an allowed video' })
    return
  }
  const failed = errors.map((error) => checkRule(watch, node, values, ruleOf(error)))
  for (const { rule, value, limit } of applicableChecks(watch, node, tag, values))
    if (failed.some((check) => check.rule === rule)) continue
    else if (rule === 'links-low-weight' && value > limit)
      watch.report(node, 'pass', 'spared', { note: 'it is a list or consists mostly of lists, and lists may contain links' })
    else watch.report(node, 'pass', rule, { value, limit })
  // The first failed check is the reason for a removal, so the first failed check is reported last.
  const [first, ...others] = failed
  const toFail = isRemoved ? others.reverse() : failed
  for (const { rule, value, limit } of toFail) watch.report(node, 'fail', rule, { value, limit })
  if (!first) return
  if (!isRemoved) return watch.report(node, 'pass', 'spared', { note: 'it is a list with one image per item' })
  const more = others.length === 1 ? 'one other check' : `${others.length} other checks`
  watch.report(node, 'drop', first.rule, { ...first, note: others.length === 0 ? '' : `; ${more} would also remove it` })
}

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

function checkRule({ reader }: Watch, node: DomElement, values: CheckedValues, rule: ReadabilityRule): Check {
  const compared = (value: number, limit: number): Check => ({ rule, value, limit })
  const p = count(node, 'p')
  if (rule === 'images-per-paragraph') return compared(p / count(node, 'img'), 0.5)
  if (rule === 'list-items') return compared(count(node, 'li') - 100, p)
  if (rule === 'inputs') return compared(count(node, 'input'), Math.floor(p / 3))
  if (rule === 'too-short') return compared(reader._getInnerText(node).length, 25)
  if (rule === 'links-low-weight') return compared(values.linkDensity, 0.2 + reader._linkDensityModifier)
  if (rule === 'links-high-weight') return compared(values.linkDensity, 0.5 + reader._linkDensityModifier)
  if (rule === 'embeds') return compared(node.querySelectorAll('object,embed,iframe').length, 1)
  if (rule === 'embed-short') return compared(reader._getInnerText(node).length, 75)
  return compared(values.densities[1] ?? Number.NaN, 0)
}

function applicableChecks(watch: Watch, node: DomElement, tag: string, values: CheckedValues): Check[] {
  const rules: ReadabilityRule[] = ['inputs']
  const images = count(node, 'img')
  if (images > 1 && !watch.reader._hasAncestorTag(node, 'figure')) rules.push('images-per-paragraph')
  if (values.weight >= 25) rules.push('links-high-weight')
  else if (tag !== 'ul') rules.push('links-low-weight')
  if (images === 0) rules.push('no-content')
  return rules.map((rule) => checkRule(watch, node, values, rule))
}

function watchTables(watch: Watch): void {
  const { reader } = watch
  wrapMethod(reader, '_markDataTables', (call) => (root) => {
    call(root)
    for (const table of Array.from(root.getElementsByTagName('table'))) {
      const words = table._readabilityDataTable ? 'a data table, which is not cleaned' : 'a layout table, which may be cleaned'
      watch.report(table, 'pass', 'table', { note: words })
    }
  })
  wrapMethod(reader, '_fixLazyImages', (call) => (root) => {
    const sources = (image: DomElement): string => `${image.src ?? ''} ${image.srcset ?? ''}`
    const images = Array.from(root.getElementsByTagName('img'))
    const before = images.map(sources)
    call(root)
    images.forEach((image, i) => {
      if (sources(image) !== before[i]) watch.report(image, 'pass', 'lazy-image', { note: (image.src ?? '').slice(0, 80) })
    })
  })
}
