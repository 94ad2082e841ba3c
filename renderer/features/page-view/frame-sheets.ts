import type { FrameGeometry } from '../../page-frame/geometry'
import { pinnedNodes } from '../../../shared/page/layout'
import { hiddenNodes } from '../../page-frame/geometry'

export interface SheetOptions {
  /** Show what the page hides. */
  readonly reveal: boolean
  /** Hide what stays in view while the page is scrolled. */
  readonly unpin: boolean
  /** The page's own styles and images are there. */
  readonly styled: boolean
}

/**
 * Sets sheets of the frame's own document over its styles: its tree stays as it is.
 * @param geometry null before it is measured: what needs no node ids is set
 */
export function setSheets(doc: Document, geometry: FrameGeometry | null, { reveal, unpin, styled }: SheetOptions): void {
  const view = doc.defaultView
  if (!view) return
  // Without its scripts a page that hides itself until they have run would stay blank.
  const rules = [':root:root:root,:root:root>body{opacity:1!important;visibility:visible!important}']
  // A document without scripts shows the controls of every film, also of those that are not there.
  rules.push('video:not([src]):not(:has(source[src]))::-webkit-media-controls{display:none!important}')
  // Without the page's own styles its icons would fill the window; of no weight against any rule it has.
  if (!styled) rules.push(':where(svg:not([width])){max-width:6em;max-height:6em}', ':where(img){max-width:100%}')
  const pinned = unpin && geometry ? pinnedNodes(geometry.model).map((n) => `[data-bs-id="${n}"]`) : []
  if (pinned.length > 0) rules.push(`:is(${pinned.join(',')}){display:none!important}`)
  doc.adoptedStyleSheets = []
  const hidden = reveal && geometry ? hiddenNodes(doc, geometry).map((n) => `[data-bs-id="${n}"]`) : []
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
  for (const root of geometry?.roots.values() ?? []) if (root.ownerDocument === doc) root.adoptedStyleSheets = [sheet]
}
