/** Observes a run of @mozilla/readability. The library restores the page from a string between attempts, so observations use page ids. */
import type { Place } from '../../shared/extractors/peers/readability-record'
import { type DomElement, textNodes, type PeerNode } from './peer-document'
import { watchCleaning } from './readability-cleaning'
import { watchChoice } from './readability-choice'
import { watchMethod, wrapMethod } from './observed-library'
import { bylineWords, hiddenWords, type Places, type ReaderInternals, unlikelyWords, Watch } from './readability-watch'

export function watchReader(reader: ReaderInternals, places: Places, body: () => DomElement): Watch {
  const watch = new Watch(reader, places)
  watchAttempts(watch, body)
  watchTests(watch)
  watchRemovals(watch)
  watchChoice(watch)
  watchCleaning(watch)
  watchEnd(watch)
  return watch
}

/** A log message marks the start of an attempt. The first `_getInnerText` after the cleaning measures the article. */
function watchAttempts(watch: Watch, body: () => DomElement): void {
  const { reader, places } = watch
  // The library may remove the element from the document, but continues to use the element.
  let root: DomElement | null = null
  wrapMethod(reader, '_grabArticle', (call) => (page) => {
    root = page ?? body()
    places.remember(root)
    const article = call(page)
    const found = article ? watch.articles.lastIndexOf(article) : -1
    watch.kept = found < 0 ? watch.attempts.length - 1 : found
    watch.stage = 'end'
    return article
  })
  wrapMethod(reader, 'log', () => (...parts) => {
    const [words] = parts
    if (words !== 'Starting grabArticle loop') return
    if (watch.attempts.length > 0 && root) places.restored(root)
    watch.stage = 'strip'
    watch.attempts.push({
      flags: {
        unlikely: reader._flagIsActive(reader.FLAG_STRIP_UNLIKELYS),
        weights: reader._flagIsActive(reader.FLAG_WEIGHT_CLASSES),
        clean: reader._flagIsActive(reader.FLAG_CLEAN_CONDITIONALLY),
      },
      stripped: [],
      paragraphs: [],
      scored: [],
      winner: null,
      siblings: [],
      cleaned: [],
      length: 0,
    })
  })
  watchMethod(reader, '_getInnerText', (text) => {
    if (watch.stage === 'measure' && watch.attempt) {
      watch.attempt.length = text.length
      watch.stage = 'score'
    }
  })
}

function watchTests(watch: Watch): void {
  const { reader } = watch
  watchMethod(reader, '_isProbablyVisible', (visible, node) => {
    if (!visible) watch.pending = { rule: 'hidden', value: 1, limit: 0, note: hiddenWords(node) }
    else watch.pending = null
  })
  // Until version 0.5, `_checkByline` tested the element. In later versions, `_isValidByline` tests the element.
  watchMethod(reader, reader._checkByline ? '_checkByline' : '_isValidByline', (valid, node, matchString) => {
    if (valid) {
      const length = node.textContent.trim().length
      const byName = !reader._checkByline && node.querySelectorAll('[itemprop*="name"]').length > 0
      const note = bylineWords(reader, node, matchString)
      watch.pending = { rule: byName ? 'byline-name' : 'byline', value: length, limit: 100, note }
    }
  })
  watchMethod(reader, '_textSimilarity', (similarity) => (watch.similarity = similarity))
  watchMethod(reader, '_headerDuplicatesTitle', (same) => {
    if (same) watch.pending = { rule: 'title', value: watch.similarity, limit: 0.75, note: '' }
  })
  watchMethod(reader, '_isElementWithoutContent', (empty) => {
    if (empty) watch.pending = { rule: 'empty', value: 0, limit: 0, note: '' }
  })
  let onlyParagraph: DomElement | null = null
  watchMethod(reader, '_hasSingleTagInsideElement', (single, node, tag) => {
    onlyParagraph = single && tag === 'P' && watch.stage === 'strip' ? node : null
  })
  watchMethod(reader, '_getLinkDensity', (density, node) => {
    watch.linkDensity = density
    if (onlyParagraph === node && density < 0.25)
      watch.report(node, 'pass', 'made-p', { value: density, limit: 0.25, note: 'it contains only a paragraph' })
    onlyParagraph = null
  })
  watchMethod(reader, '_getClassWeight', (weight) => (watch.weight = weight))
  watchMethod(reader, 'log', (_, words) => {
    if (typeof words !== 'string' || watch.stage !== 'strip') return
    const [, names, role] = /^Removing (?:unlikely candidate - (.*)|content with role (\S+))/s.exec(words) ?? []
    if (names !== undefined) watch.pending = { rule: 'unlikely', value: 1, limit: 0, note: unlikelyWords(reader, names) }
    else if (role !== undefined) watch.pending = { rule: 'role', value: 1, limit: 0, note: `role="${role}"` }
  })
}

function watchRemovals(watch: Watch): void {
  const { reader } = watch
  wrapMethod(reader, '_removeAndGetNext', (call) => (node) => {
    const { pending } = watch
    watch.pending = null
    // In the stage `end`, the library removes only empty blocks, and stamps may be overwritten.
    if (watch.stage === 'end') return call(node)
    if (watch.stage === 'clean') reportShare(watch, node)
    else if (!pending) watch.report(node, 'drop', 'modal')
    else watch.report(node, 'drop', pending.rule, pending)
    return call(node)
  })
  wrapMethod(reader, '_setNodeTag', (call) => (node, tag) => {
    const was = node.tagName
    const made = call(node, tag)
    if (watch.stage === 'strip' && was === 'DIV') watch.report(made, 'pass', 'made-p', { note: 'it is a div without inner blocks' })
    return made
  })
}

function reportShare(watch: Watch, node: DomElement): void {
  const { reader } = watch
  const word = reader.REGEXPS.shareElements.exec(`${String(node.className)} ${node.id}`)?.[0] ?? ''
  watch.report(node, 'drop', 'share', {
    value: node.textContent.length,
    limit: reader.DEFAULT_CHAR_THRESHOLD,
    note: `“${word.replace(/^_|_$/g, '').trim()}”`,
  })
}

function watchEnd(watch: Watch): void {
  wrapMethod(watch.reader, '_simplifyNestedElements', (call) => (article) => {
    const before = textNodes(article)
    const tag = new Map<PeerNode, string>()
    for (const node of before) tag.set(node, ((node.parentNode as DomElement | null)?.tagName ?? '').toLowerCase())
    call(article)
    const after = new Set(textNodes(article))
    for (const node of before) {
      const ids = watch.places.textIds(node)
      if (after.has(node) || ids.length === 0 || node.textContent.trim() === '') continue
      const place: Place = { ids, label: 'text' }
      const note = `it was beside the only element of a ${tag.get(node) ?? ''}`
      watch.simplified.push({ place, outcome: 'drop', rule: 'nested', value: node.textContent.trim().length, limit: 0, note })
    }
  })
}
