import { hasPlaceholder } from '../../../shared/page/streamed-content'
import { evaluateIn, type Send } from './isolated-world'

/** Does in a browser without scripts what `shared/page/streamed-content.ts` does in the parse tree, so that both have one tree. */
export const PLACE_STREAMED = `(() => {
  const attribute = Element.prototype.getAttribute
  const opening = ['$', '$?', '$~', '$!', '&'], closing = ['/$', '/&']
  const segments = new Map(), placeholders = new Map(), pairs = []
  for (const element of document.querySelectorAll('[id]')) {
    const id = attribute.call(element, 'id')
    const kind = /^.*([BPS]):[0-9a-f]+$/.exec(id)?.[1]
    const list = kind === 'S' ? segments : kind && element.localName === 'template' ? placeholders : null
    if (list && !list.has(id)) list.set(id, element)
  }
  const add = (segment, placeholder) => {
    if (!segments.has(segment) || !placeholders.has(placeholder)) return
    pairs.push([segments.get(segment), placeholders.get(placeholder)])
    segments.delete(segment)
    placeholders.delete(placeholder)
  }
  for (const script of document.querySelectorAll('script'))
    for (const [, a, b] of script.textContent.matchAll(/\\$R[CRS]\\("([^"]*)","([^"]*)"/g)) {
      add(a, b)
      add(b, a)
    }
  for (const id of [...segments.keys()]) for (const kind of ['B', 'P']) add(id, id.replace(/^(.*)S:/, '$1' + kind + ':'))
  for (const [segment] of pairs) segment.remove()
  for (const [segment, placeholder] of pairs) {
    const isBoundary = placeholder.previousSibling?.nodeType === 8 && opening.includes(placeholder.previousSibling.data)
    let end = isBoundary ? placeholder.nextSibling : null
    for (let depth = 0; end; end = end.nextSibling) {
      if (end.nodeType !== 8) continue
      if (opening.includes(end.data)) depth++
      else if (closing.includes(end.data) && depth-- === 0) break
    }
    while (end && placeholder.nextSibling !== end) placeholder.nextSibling.remove()
    placeholder.replaceWith(...segment.childNodes)
  }
  return pairs.length
})()`

/** Puts the streamed content of a page where its scripts would put it, if its HTML has any. */
export async function placeStreamedContent(send: Send, mainFrame: string, html: string): Promise<void> {
  if (hasPlaceholder(html)) await evaluateIn(send, mainFrame, PLACE_STREAMED)
}
