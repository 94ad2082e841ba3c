import { basename, dirname } from 'node:path'
import { toFailure } from '../../../shared/base/failure'
import type { Capture } from '../../../shared/contract/capture'
import type { CaptureMode } from '../../../shared/contract/source'
import type { KeptCapture } from '../capture/loader'
import { redirectsToPage } from '../capture/find-kept'
import { FILE_LIMITS } from '../files/files'
import { openCorpus, type CorpusStore } from './store/corpus-store'

/** A page of a corpus as it was captured: its mode, its layout and its parts. @throws FailureError where the page or its layout cannot be read */
export async function captureOfPage(store: CorpusStore, page: string): Promise<KeptCapture> {
  const { html, capture } = await store.html(page)
  const { url, finalUrl, mode, label, capturedAt } = capture
  const [layout, bundle] = await Promise.all([store.layout(page), keptBundle(store, page)])
  return {
    ...{ html, url: finalUrl ?? url, mode, layout, label: label ?? page, status: null, charset: null },
    ...{ capturedAt: capturedAt ?? '', ...bundle },
  }
}

/** What a corpus keeps of a page; where its file is damaged, the page is shown without, and says so. */
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

/** The corpus and the id of a page whose file this is (`pages/ID/page.html`); null for any other file. */
export function placeInCorpus(path: string): { readonly corpus: string; readonly page: string } | null {
  const folder = dirname(path)
  return basename(path) === 'page.html' && basename(dirname(folder)) === 'pages'
    ? { corpus: dirname(dirname(folder)), page: basename(folder) }
    : null
}

/** The page of a corpus that lies in a file, as it was captured; null where it was captured in another mode, or cannot be read as such a page. */
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
