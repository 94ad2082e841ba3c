/** The gold text that lies with a page which was opened: of a sample, of a file in a corpus or data set. */
import type { Source } from '../../../shared/contract/source'
import { textOfLabels } from '../../../shared/gold/text-of-labels'
import type { PageModel } from '../../../shared/page/page-model'
import { setGoldText, useGoldTexts } from './gold-texts'
import { call } from '../host/host'

/** Looks for it and takes it, unless the page has a gold text by then. */
export async function findGold(source: Source, page: string, model: PageModel): Promise<void> {
  if (source.kind !== 'sample' && source.kind !== 'file') return
  const found = await call('page.gold', { source })
  if (!found.ok || !found.value || useGoldTexts.getState().texts[page] !== undefined) return
  setGoldText(page, 'text' in found.value ? found.value.text : textOfLabels(model, found.value.labels))
}
