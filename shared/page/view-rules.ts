export const FORM_IN_FORM = 'bs-form'

/**
 * Returns the CSS rules of a view. The first rule shows pages that stay hidden until a script runs. @param styled if false, the rules also
 * limit the sizes of icons and images
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
