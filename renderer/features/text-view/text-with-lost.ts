import { outputText, type OutputText } from '../../../shared/page/output'
import { TEXT, type PageModel } from '../../../shared/page/page-model'
import { KEPT, markPath } from '../../../shared/page/selection'

/** The text kept together with the text that was kept before and is no more, in the order of the page; null where nothing went out. Linear. */
export function textWithLost(model: PageModel, now: Uint8Array, before: Uint8Array): OutputText | null {
  if (before.length !== now.length) return null
  let union: Uint8Array | null = null
  for (let n = 0; n < now.length; n++) {
    if (model.kind[n] !== TEXT || before[n] !== KEPT || now[n] === KEPT) continue
    union ??= now.slice()
    union[n] = KEPT
  }
  if (!union) return null
  markPath(model, union)
  return outputText(model, union)
}
