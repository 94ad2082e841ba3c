import { z } from 'zod'

/** Reads the `style` elements that scripts changed or disabled, and enabled adopted sheets, in the document and its open shadow roots. */
const READ = `((most) => {
  const textOf = (rules) => {
    const parts = []
    for (const rule of rules) parts.push(rule.cssText)
    return parts.join('\\n')
  }
  let room = most
  const add = (list, css, entry) => {
    room -= css.length
    if (room >= 0) list.push(entry)
  }
  const read = (tree) => {
    const sheets = [], adopted = []
    const all = tree.querySelectorAll('style')
    for (let index = 0; index < all.length; index++) {
      const { sheet } = all[index]
      if (!sheet) continue
      try {
        if (sheet.disabled) {
          add(sheets, '', { index, css: '' })
          continue
        }
        const text = all[index].textContent
        // A constructed sheet has no imports: sheets with imports are compared by the number of rules.
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
    for (const sheet of tree.adoptedStyleSheets) {
      if (sheet.disabled) continue
      const media = sheet.media.mediaText
      const css = media === '' ? textOf(sheet.cssRules) : '@media ' + media + '{' + textOf(sheet.cssRules) + '}'
      add(adopted, css, css)
    }
    return { sheets, adopted }
  }
  // Open shadow roots in the order of the page model: a host's root before the host's children.
  const shadowOf = Object.getOwnPropertyDescriptor(Element.prototype, 'shadowRoot').get
  const roots = []
  const outer = [document.createTreeWalker(document, NodeFilter.SHOW_ELEMENT)]
  let index = 0
  while (outer.length > 0) {
    const element = outer.at(-1).nextNode()
    if (!element) {
      outer.pop()
      continue
    }
    const root = shadowOf.call(element)
    if (!root) continue
    const { sheets, adopted } = read(root)
    if (sheets.length + adopted.length > 0) roots.push({ index, sheets, adopted })
    index++
    outer.push(document.createTreeWalker(root, NodeFilter.SHOW_ELEMENT))
  }
  const { sheets, adopted } = read(document)
  return { sheets, adopted, roots, isWhole: room >= 0 }
})`

const Index = z.number().int().min(0)
const TreeStyles = z.object({ sheets: z.array(z.object({ index: Index, css: z.string() })), adopted: z.array(z.string()) })
export const Styles = TreeStyles.extend({ roots: z.array(TreeStyles.extend({ index: Index })).default([]) })
export const ChangedStylesAnswer = Styles.extend({ isWhole: z.boolean() })

const MOST = 8_000_000

export const CHANGED_STYLES = `${READ}(${MOST})`
