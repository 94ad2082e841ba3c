/** The name of nested forms in the view. */
export const FORM_IN_FORM = 'bs-form'

/**
 * Rules of the view, before those of the page: without its scripts, a page that hides itself until they run would stay blank, and every
 * film, even a missing one, would show controls.
 * @param styled with kept styles; without them icons would fill the window, so they get a size that any rule of the page overrides
 */
export function viewRules(styled: boolean): string {
  const rules = [
    ':root:root:root,:root:root>body{opacity:1!important;visibility:visible!important}',
    `${FORM_IN_FORM}{display:block}`,
    'video:not([src]):not(:has(source[src]))::-webkit-media-controls{display:none!important}',
  ]
  if (!styled) rules.push(':where(svg:not([width])){max-width:6em;max-height:6em}', ':where(img){max-width:100%}')
  return rules.join('')
}
