import { attribute, TEXT, type PageModel } from '../page/page-model'
import { outputText } from '../page/output'
import { parsePage } from '../page/parse-page'
import { KEPT, markPath } from '../page/selection'

/**
 * The text of HTML in which chosen elements are marked, written as extractions are. Linear in nodes.
 * @param marks whether an element is marked; what lies in it then is, too.
 */
export function markedText(html: string, marks: (page: PageModel, node: number) => boolean): string {
  const page = parsePage(html)
  const { kind, parent, count } = page
  const inside = new Uint8Array(count)
  for (let n = 0; n < count; n++) {
    const within = parent[n] >= 0 && inside[parent[n]] === 1
    inside[n] = within || (kind[n] !== TEXT && marks(page, n)) ? 1 : 0
  }
  const selected = new Uint8Array(count)
  for (let n = 0; n < count; n++) if (kind[n] === TEXT && inside[n] === 1) selected[n] = KEPT
  markPath(page, selected)
  return outputText(page, selected).text
}

/** Whether an element has one of some classes. */
export function hasClass(page: PageModel, node: number, classes: ReadonlySet<string>): boolean {
  return (attribute(page, node, 'class') ?? '').split(/\s+/).some((name) => classes.has(name))
}
