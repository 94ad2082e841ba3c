import { z } from 'zod'
import type { ChangedStyles } from '../../../shared/page/view-html'

/**
 * Reads, in the page's isolated world, the style sheets whose rules are not what the HTML says: those that scripts filled or changed
 * through the CSS object model, those that were switched off, and those that were constructed and adopted. A `style` element
 * counts as unchanged where its text, read again, has the same rules. Sheets of other origins cannot be read, nor changed by a page.
 */
const READ = `((most) => {
  const textOf = (rules) => {
    const parts = []
    for (const rule of rules) parts.push(rule.cssText)
    return parts.join('\\n')
  }
  const sheets = [], adopted = []
  let room = most
  const add = (list, css, entry) => {
    room -= css.length
    if (room >= 0) list.push(entry)
  }
  const all = document.querySelectorAll('style')
  for (let index = 0; index < all.length; index++) {
    const { sheet } = all[index]
    if (!sheet) continue
    try {
      if (sheet.disabled) {
        add(sheets, '', { index, css: '' })
        continue
      }
      const text = all[index].textContent
      // A constructed sheet takes no imports: what has them is compared by the number of its rules.
      const again = new CSSStyleSheet()
      again.replaceSync(text)
      const imports = [...sheet.cssRules].filter((rule) => rule instanceof CSSImportRule).length
      const same = again.cssRules.length === sheet.cssRules.length - imports &&
        (imports > 0 || textOf(again.cssRules) === textOf(sheet.cssRules))
      if (same) continue
      const css = textOf(sheet.cssRules)
      add(sheets, css, { index, css })
    } catch {}
  }
  for (const sheet of document.adoptedStyleSheets) {
    if (sheet.disabled) continue
    const media = sheet.media.mediaText
    const css = media === '' ? textOf(sheet.cssRules) : '@media ' + media + '{' + textOf(sheet.cssRules) + '}'
    add(adopted, css, css)
  }
  return { sheets, adopted, isWhole: room >= 0 }
})`

const Read = z.object({
  result: z.object({
    value: z.object({
      sheets: z.array(z.object({ index: z.number(), css: z.string() })),
      adopted: z.array(z.string()),
      isWhole: z.boolean(),
    }),
  }),
})

/** Characters of rules that are read of a page. */
const MOST = 8_000_000

/** The expression to evaluate in the page's isolated world; it yields one plain value. */
export const CHANGED_STYLES = `${READ}(${MOST})`

/** Reads what `Runtime.evaluate` answered. @throws if it is nothing of the kind. */
export function readChangedStyles(answer: unknown): { readonly styles: ChangedStyles; readonly isWhole: boolean } {
  const { sheets, adopted, isWhole } = Read.parse(answer).result.value
  return { styles: { sheets, adopted }, isWhole }
}
