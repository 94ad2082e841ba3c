import { once } from '../base/once'
import { FRAME_DOCUMENT, SHADOW_ROOT } from './page-model'

/** Tags that extractors measure as inline. All other tags count as blocks. */
export const INLINE_TAGS: ReadonlySet<string> = new Set(
  'a abbr b bdi bdo br cite code del dfn em font i ins kbd label mark q s samp small span strong sub sup time tt u var wbr'.split(' '),
)

/** Tags of visible inline content that separates words. */
export const REPLACED_TAGS: ReadonlySet<string> = new Set(
  'img picture svg audio video canvas object embed iframe input button select textarea meter progress'.split(' '),
)

/** Elements that do not break the line in written text. */
export const LINE_TAGS: ReadonlySet<string> = new Set([
  ...INLINE_TAGS,
  ...REPLACED_TAGS,
  ...'source math map area option track ruby rt rp rb acronym big strike nobr'.split(' '),
  // Shapes of a drawing, because an icon does not break its line.
  ...'g path circle ellipse rect line polyline polygon use defs symbol mask clipPath linearGradient radialGradient stop'.split(' '),
  // Invisible elements. A browser without scripts shows `noscript` inline.
  ...'script style template noscript link meta'.split(' '),
  // Elements without a box.
  'slot',
  SHADOW_ROOT,
])

export const FORM_CONTROLS: ReadonlySet<string> = new Set('input button select textarea option optgroup datalist'.split(' '))

/** Elements in which the parser drops a line feed directly after the start tag. */
export const DROPS_LINE_FEED: ReadonlySet<string> = new Set(['pre', 'textarea', 'listing'])

export const VOID_TAGS: ReadonlySet<string> = new Set(
  'area base basefont bgsound br col embed frame hr img input keygen link meta param source track wbr'.split(' '),
)

/** Elements whose text is link text in CETD (§3.3 and the authors' program). */
export const LINK_TAGS: ReadonlySet<string> = new Set(['a', 'button', 'select'])

/**
 * Returns the tags whose text extractors do not read. Includes `noscript` if scripts ran. Includes shadow roots and frame documents if
 * `composed` is false.
 */
export const unreadTags = once(
  ({ scripting, composed }: { readonly scripting: boolean; readonly composed: boolean }): ReadonlySet<string> =>
    new Set(['script', 'style', 'template', ...(scripting ? ['noscript'] : []), ...(composed ? [] : [SHADOW_ROOT, FRAME_DOCUMENT])]),
)

/** Returns a table by index of `tagNames`: 1 if the set contains the tag. */
export function tagTable(tagNames: readonly string[], set: ReadonlySet<string>): Uint8Array {
  const table = new Uint8Array(tagNames.length)
  for (let i = 0; i < tagNames.length; i++) if (set.has(tagNames[i] ?? '')) table[i] = 1
  return table
}
