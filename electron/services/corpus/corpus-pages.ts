import { readFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { z } from 'zod'
import { toFailure } from '../../../shared/base/failure'
import type { Capture, CaptureMode } from '../../../shared/contract/capture'
import type { FoundGold } from '../../../shared/gold/gold-text'
import type { RunSpec } from '../../../shared/evaluation/run-spec'
import { startedFrom } from '../../../shared/gold/page-gold'
import { decodeText } from '../files/html-bytes'
import { redirectsToPage } from '../capture/find-kept'
import type { KeptCapture } from '../capture/loader'
import { FILE_LIMITS } from '../files/files'
import { checkGold, goldIn, practicePages } from './store/gold-store'
import { type CorpusStore, openCorpus } from './store/corpus-store'
import { HTML_FILE } from '../sources/collection-folder'
import { goldTextOfWcxb } from '../sources/layouts/wcxb'
import { foundGold, NO_GOLD, type PageContent, type PageRecord, createRecord } from '../sources/page-record'

export async function captureOfPage(store: CorpusStore, page: string): Promise<KeptCapture> {
  const { html, capture } = await store.html(page)
  const { url, finalUrl, mode, label, capturedAt } = capture
  const [layout, bundle] = await Promise.all([store.layout(page), keptBundle(store, page)])
  return {
    ...{ html, url: finalUrl ?? url, mode, layout, label: label ?? page, status: null, charset: null },
    ...{ capturedAt: capturedAt ?? '', ...bundle },
  }
}

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

function placeInCorpus(path: string): { readonly corpus: string; readonly page: string } | null {
  const folder = dirname(path)
  return basename(path) === 'page.html' && basename(dirname(folder)) === 'pages'
    ? { corpus: dirname(dirname(folder)), page: basename(folder) }
    : null
}

/** Returns a corpus page by its HTML file; null for other files, for another mode, and for a page that cannot be read. */
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

export type GoldChoice = Pick<RunSpec, 'gold'>

/**
 * If `choice` is null, pages have no gold standard. Reading throws a FailureError for an unreadable corpus or page and, unless `choice` is
 * null, for a page with a damaged gold file.
 */
export async function* corpusPages(folder: string, choice: GoldChoice | null): AsyncGenerator<PageRecord> {
  const store = await openCorpus(folder)
  const practice = choice ? await practicePages(folder) : new Set<string>()
  for (const id of await store.pageIds()) yield choice ? await pageWithGold(store, id, choice, practice) : await barePage(store, id)
}

async function barePage(store: CorpusStore, id: string): Promise<PageRecord> {
  const url = await store.capture(id).then(
    ({ finalUrl, url: requested }) => finalUrl ?? requested,
    () => null,
  )
  return createRecord(id, `pages/${id}`, { url, read: async () => ({ ...(await captured(store, id)), gold: NO_GOLD }) })
}

async function captured(store: CorpusStore, id: string): Promise<Omit<PageContent, 'gold' | 'labels'>> {
  const { html, capture } = await store.html(id)
  const file = join(store.root, 'pages', id, 'page.html')
  return { html, scriptingEnabled: capture.mode === 'rendered', layout: await store.layout(id), file }
}

const ImportedRecord = z.looseObject({ groups: z.record(z.string(), z.string()).optional(), markdown: z.string().optional() })

async function importedRecord(store: CorpusStore, id: string): Promise<Pick<PageContent['gold'], 'groups' | 'markdown'>> {
  const { imported } = await store.capture(id)
  const { groups, markdown } = ImportedRecord.safeParse(imported?.record).data ?? {}
  return { ...(groups ? { groups } : {}), ...(markdown === undefined ? {} : { markdown }) }
}

async function pageWithGold(store: CorpusStore, id: string, choice: GoldChoice, practice: ReadonlySet<string>): Promise<PageRecord> {
  const contentLabels = store.file.contentLabels ?? []
  const name = choice.gold === '' ? undefined : choice.gold
  let gold: Awaited<ReturnType<CorpusStore['gold']>>
  try {
    gold = await store.gold(id)
  } catch (thrown) {
    return createRecord(id, `pages/${id}`, { read: () => Promise.reject(thrown) })
  }
  const { entry, snippets } = gold
  const { gold: chosen, leftOut, pageType: type } = goldIn(store, gold, practice, name)
  const pageType = type ?? 'unknown'
  const began = chosen?.labels && chosen.text === null ? startedFrom(chosen.labels, gold.labels) : []
  const pageKind = store.file.pageTypes?.[pageType]
  return createRecord(id, `pages/${id}`, {
    url: entry.url,
    pageType,
    async read() {
      checkGold(gold)
      const own = snippets.find((s) => name === undefined || s.name === name)
      return {
        ...(await captured(store, id)),
        gold: {
          text: chosen?.text ?? null,
          with: [...(own?.with ?? [])],
          without: [...(own?.without ?? [])],
          pageType,
          ...(await importedRecord(store, id)),
          ...(leftOut && !own ? { leftOut } : {}),
          ...(began.length > 0 ? { began } : {}),
          ...(pageKind ? { pageKind } : {}),
        },
        labels: chosen?.labels && chosen.text === null ? { spans: chosen.labels.spans, contentLabels } : null,
      }
    },
  })
}

/**
 * Returns the gold text or gold labels of an HTML file: from a corpus, from WCXB, or from `gold/ID.txt` beside its folder; null if none can
 * be read.
 */
export async function goldOfFile(path: string): Promise<FoundGold | null> {
  try {
    const place = placeInCorpus(path)
    if (place) {
      const page = await pageWithGold(await openCorpus(place.corpus), place.page, { gold: '' }, await practicePages(place.corpus))
      return foundGold(await page.read())
    }
    const folder = dirname(path)
    const id = HTML_FILE.exec(basename(path))?.[1]
    if (id === undefined) return null
    const beside = dirname(folder)
    const text =
      basename(folder) === 'html'
        ? await goldTextOfWcxb(join(beside, 'ground-truth', `${id}.json`))
        : decodeText(await readFile(join(beside, 'gold', `${id}.txt`))).text
    return text === null ? null : { text }
  } catch {
    return null
  }
}
