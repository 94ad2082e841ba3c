import { contentTree } from '../../shared/page/content-tree'
import { outputText } from '../../shared/page/output'
import { parsePage } from '../../shared/page/parse-page'
import type { ProgramAnswer } from '../../shared/extractors/own/program-protocol'

/** A program's own text, before it is found again in the page: its text, or all text of its HTML. */
export function ownText(answer: ProgramAnswer): string {
  if (answer.html === undefined) return answer.text ?? ''
  const page = parsePage(answer.html)
  const { removal } = contentTree(page)
  return outputText(
    page,
    removal.map((reason, n) => (n >= page.body && reason === 0 ? 1 : 0)),
  ).text
}
