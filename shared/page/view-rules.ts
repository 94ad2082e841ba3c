export const FORM_IN_FORM = 'bs-form'

/**
 * Returns the CSS rules of a view. The rules show pages that stay hidden until a script runs, display forms inside forms as blocks, and
 * hide the controls of videos without a source. @param styled if false, the rules also limit the sizes of icons and images
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
