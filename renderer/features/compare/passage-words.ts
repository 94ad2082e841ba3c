/** What is said of a passage: its beginning, and who keeps it. */
import type { Passage } from '../../../shared/explain/difference/disagreement'
import { excerpt } from '../../../shared/explain/node-label'
import type { PageModel } from '../../../shared/page/page-model'
import type { Finished } from './contestants'

/** The beginning of a passage, at most about `length` characters. */
export function passagePreview(model: PageModel, { nodes }: Passage, length = 110): string {
  let text = ''
  for (const node of nodes) {
    if (text.length > length) break
    text += `${text === '' ? '' : ' '}${excerpt(model.text[node] ?? '', length)}`
  }
  return excerpt(text, length)
}

/** `kept by FE; dropped by CETD`, of a set of bits: bit i is set where contestant i keeps it. */
export function keepersNames(keepers: number, contestants: readonly Finished[]): string {
  const kept = contestants.filter((_, i) => (keepers >> i) & 1).map((c) => c.info.title)
  const dropped = contestants.filter((_, i) => !((keepers >> i) & 1)).map((c) => c.info.title)
  if (dropped.length === 0) return 'kept by all'
  return kept.length === 0 ? 'dropped by all' : `kept by ${kept.join(', ')}; dropped by ${dropped.join(', ')}`
}
