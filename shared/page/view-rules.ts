/** What a form in a form is called in the view. */
export const FORM_IN_FORM = 'bs-form'

/**
 * Rules of the view's own, before those of the page: without its scripts a page that hides itself until they have run would stay
 * blank, and every film, also one that is not there, would show controls.
 * @param styled with what was kept; without it icons would fill the window, which is prevented with no weight against any rule it has
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
