/** Opening a page at the host, for whatever needs one: a tab, the comparison, an example, labelling. */
import type { Result } from '../../../shared/base/failure'
import type { PageSummary } from '../../../shared/contract/capture'
import type { CallOptions } from '../../../shared/contract/client'
import type { CaptureMode, KeptEntry, Source } from '../../../shared/contract/source'
import type { PageModel } from '../../../shared/page/page-model'
import { setGoldText } from './gold-texts'
import { call } from '../host/host'
import { requestedLimits } from './limits'
import { optionsOf, siteOfSource } from './page-options'
import { recordPhase } from '../result/timing'

/** A page that the host holds until `closePage`, and its model. */
export interface OpenPage {
  readonly page: PageSummary
  readonly model: PageModel
}

interface OpenOptions extends CallOptions {
  /** Told of a page that the host has open, while its model is on the way. */
  readonly onOpened?: (page: PageSummary) => void
  /** The entry of a history that it is for. */
  readonly kept?: KeptEntry
}

/** Opens a source under the limits in force and fetches its model. */
export async function openPage(source: Source, mode: CaptureMode, options: OpenOptions = {}): Promise<Result<OpenPage>> {
  const start = performance.now()
  const { conditions, composed } = optionsOf(siteOfSource(source))
  const { kept } = options
  const opened = await call('page.open', { source, options: { mode, ...conditions, composed, ...requestedLimits() }, kept }, options)
  if (opened.ok) recordPhase('boilerscope.open.load', start)
  return withModel(opened, options)
}

/** Fetches the model of a page that was just opened; where that fails, the page is closed again. */
export async function withModel(opened: Result<PageSummary>, options: OpenOptions = {}): Promise<Result<OpenPage>> {
  if (!opened.ok) return opened
  const start = performance.now()
  options.onProgress?.({ done: 0.95, message: 'Transferring …' })
  const asked = call('page.model', { page: opened.value.id }, options.signal ? { signal: options.signal } : {})
  options.onOpened?.(opened.value)
  const model = await asked
  recordPhase('boilerscope.open.transfer', start)
  if (model.ok) return { ok: true, value: { page: opened.value, model: model.value } }
  closePage(opened.value)
  return model
}

/** Frees the host's memory of a page. */
export function closePage(page: Pick<PageSummary, 'id'> | null): void {
  if (!page) return
  setGoldText(page.id, null)
  void call('page.close', { page: page.id })
}
