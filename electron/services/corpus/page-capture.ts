import { basename, dirname } from 'node:path'
import { toFailure } from '../../../shared/base/failure'
import type { Capture } from '../../../shared/contract/capture'
import type { CaptureMode } from '../../../shared/contract/source'
import type { KeptCapture } from '../capture/loader'
import { redirectsToPage } from '../capture/find-kept'
import { FILE_LIMITS } from '../files/files'
import { openCorpus, type CorpusStore } from './store/corpus-store'

/** Returns a page of a corpus as a capture with mode, layout and parts. @throws FailureError if the page or its layout cannot be read */
export async function captureOfPage(store: CorpusStore, page: string): Promise<KeptCapture> {
  const { html, capture } = await store.html(page)
  const { url, finalUrl, mode, label, capturedAt } = capture
  const [layout, bundle] = await Promise.all([store.layout(page), keptBundle(store, page)])
  return {
    ...{ html, url: finalUrl ?? url, mode, layout, label: label ?? page, status: null, charset: null },
    ...{ capturedAt: capturedAt ?? '', ...bundle },
  }
}

/** Returns the stored parts of a page; reports a damaged file and continues without parts. */
async function keptBundle(store: CorpusStore, page: string): Promise<Pick<Capture, 'bundle' | 'redirects' | 'log'>> {
  try {
    const bundle = await store.bundle(page, { limit: FILE_LIMITS.shown, picture: false })
    return bundle ? { bundle, redirects: redirectsToPage(bundle), log: [] } : { log: [] }
  } catch (thrown) {
    const { code, message } = toFailure(thrown)
    if (code === 'internal') throw thrown
    return { log: [`The page is shown without its images and styles: ${message}`] }
  }
}

/** Returns corpus and page id of a file `pages/ID/page.html`; null for any other file. */
export function placeInCorpus(path: string): { readonly corpus: string; readonly page: string } | null {
  const folder = dirname(path)
  return basename(path) === 'page.html' && basename(dirname(folder)) === 'pages'
    ? { corpus: dirname(dirname(folder)), page: basename(folder) }
    : null
}

/** Returns the page of a corpus in a file as a capture; null if it was captured in another mode, or cannot be read. */
export async function captureOfFile(path: string, mode: CaptureMode): Promise<KeptCapture | null> {
  const place = placeInCorpus(path)
  if (place === null) return null
  try {
    const store = await openCorpus(place.corpus)
    return (await store.capture(place.page)).mode === mode ? await captureOfPage(store, place.page) : null
  } catch {
    return null
  }
}
