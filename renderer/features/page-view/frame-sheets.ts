/** Style sheets over the page's own: show hidden content, hide pinned elements. */
import { pinnedNodes } from '../../../shared/page/layout'
import { viewRules } from '../../../shared/page/view-rules'
import type { FrameGeometry } from '../../page-frame/geometry'
import { hiddenNodes } from '../../page-frame/shown-nodes'

interface SheetOptions {
  /** Show hidden content of the page. */
  readonly reveal: boolean
  /** Hide elements that stay in view during scrolling. */
  readonly unpin: boolean
  /** The page has its own styles and images. */
  readonly styled: boolean
}

/** Adds sheets to the frame's document and its shadow roots over the page's styles, without a change of its tree. */
export function setSheets(doc: Document, geometry: FrameGeometry, { reveal, unpin, styled }: SheetOptions): void {
  const view = doc.defaultView
  if (!view) return
  // The document already has these rules; its shadow roots do not.
  const rules = [viewRules(styled)]
  const pinned = unpin ? pinnedNodes(geometry.model).map((n) => `[data-bs-id="${n}"]`) : []
  if (pinned.length > 0) rules.push(`:is(${pinned.join(',')}){display:none!important}`)
  doc.adoptedStyleSheets = []
  const hidden = reveal ? hiddenNodes(doc, geometry).map((n) => `[data-bs-id="${n}"]`) : []
  if (hidden.length > 0) {
    rules.push(
      `:is(${hidden.join(',')}){display:revert!important;visibility:visible!important;opacity:1!important;position:static!important;outline:1px dashed #8a6100!important}`,
      `:is(${hidden.join(',')})[hidden]{display:block!important}`,
    )
  }
  const Sheet = (view as unknown as { readonly CSSStyleSheet: typeof CSSStyleSheet }).CSSStyleSheet
  const sheet = new Sheet()
  sheet.replaceSync(rules.join(''))
  doc.adoptedStyleSheets = [sheet]
  for (const root of geometry.roots.values()) if (root.ownerDocument === doc) root.adoptedStyleSheets = [sheet]
}
