import { failed, toFailure } from '../../../../shared/base/failure'
import { hashText } from '../../../../shared/base/random'
import type { PublishedFolder } from '../../../../shared/contract/evaluation-contract'
import type { PublishedEntry, PublishedPage, StoredResult } from '../../../../shared/contract/published'
import { sha256 } from '../../files/files'
import { requestPage, type EvaluationPool } from '../evaluation-runner'
import { AHEAD, choosePages, eachPage } from '../choose-pages'
import type { JournalEntry } from '../run-files'
import type { PageRecord } from '../../sources/page-record'
import { webOnly } from '../../../../shared/base/url'
import { publishedRun, type PublishInput, runsInBrowser, type TextHash, writeDownloads, type WrittenPages } from './run-contents'
import { beginSite, namesFolder, publishingCancelled, scrubber, type SiteFolder, readOwnMachine } from '../../files/site-folder'

/** @throws FailureError `cancelled`, `publish.*`, and failures of the source and of the disk */
export async function publishRun(pool: EvaluationPool, input: PublishInput): Promise<PublishedFolder> {
  if (input.entries.length === 0) throw failed('publish.not-finished', 'The run has no finished page.', 'Finish the run, then publish it.')
  const site = await beginSite(input.folder, input.template)
  try {
    const found = await writePages(pool, site, input)
    const published = publishedRun(input, found, scrubber(machineOf(input)))
    await writeDownloads(site, published, { texts: found.texts, record: input.record })
    await site.data('site', { ...published, facts: { ...published.facts, downloads: site.downloads } })
    if (input.signal.aborted) throw publishingCancelled()
    const bytes = await site.finish(published.facts.id)
    return { folder: input.folder, bytes, pages: found.pages.length, notes: published.facts.notes }
  } catch (thrown) {
    await site.discard()
    throw input.signal.aborted ? publishingCancelled() : thrown
  }
}

const machineOf = ({ record, folder, template }: PublishInput) =>
  readOwnMachine([folder, template, record.spec.source.path, ...record.own.map(({ path }) => path)])

async function writePages(pool: EvaluationPool, site: SiteFolder, input: PublishInput): Promise<WrittenPages> {
  const { entries, record, signal, source } = input
  const expected = new Map(entries.map((entry) => [entry.result.facts.page, entry]))
  const shown = chosenPages([...expected.keys()], input)
  const pages = new Map<string, PublishedEntry>()
  const texts = new Map<string, TextHash>()
  const [changed, revealing, unread]: [string[], string[], string[]] = [[], [], []]
  const namesPath = namesFolder(machineOf(input))
  const order = [...expected.keys()]
  const seen = new Set<string>()
  let done = 0
  const scan = async (entry: PageRecord, before: JournalEntry): Promise<void> => {
    if (signal.aborted) return
    const place = order.indexOf(entry.id)
    const again = await runAgain(pool, entry, input, shown.has(entry.id))
    if (again === null) unread.push(entry.id)
    else if (again.hash !== before.hash) changed.push(entry.id)
    else {
      texts.set(entry.id, { page: entry.id, content: sha256(again.page.html), rows: again.texts.map(({ text }) => text) })
      if (shown.has(entry.id) && namesPath(again.page.html)) revealing.push(entry.id)
      else if (shown.has(entry.id)) {
        const file = `page-${String(place + 1).padStart(5, '0')}`
        await site.data(file, publishedPage(entry, before, again))
        const { facts } = before.result
        const mode = again.page.scriptingEnabled ? 'rendered' : 'source'
        pages.set(entry.id, { id: entry.id, file, title: facts.url ?? entry.id, pageType: facts.pageType, mode })
      }
    }
    input.progress(++done, expected.size)
  }
  await eachPage(choosePages(source, record.spec.pages, signal), pool.threads * AHEAD, (entry) => {
    if (signal.aborted) return 'stop'
    const before = expected.get(entry.id)
    if (!before || seen.has(entry.id)) return null
    seen.add(entry.id)
    return () => scan(entry, before)
  })
  if (signal.aborted) throw publishingCancelled()
  unread.push(...order.filter((id) => !seen.has(id)))
  const inOrder = <T>(of: ReadonlyMap<string, T>): T[] => order.flatMap((id) => of.get(id) ?? [])
  return { pages: inOrder(pages), texts: inOrder(texts), changed, revealing, unread }
}

function chosenPages(ids: readonly string[], { withPages, sample, seed }: PublishInput): ReadonlySet<string> {
  if (!withPages) return new Set()
  if (sample === 0 || sample >= ids.length) return new Set(ids)
  const drawn = [...ids].sort((a, b) => hashText(a, seed) - hashText(b, seed))
  return new Set(drawn.slice(0, sample))
}

type RunAgain = NonNullable<Awaited<ReturnType<typeof runAgain>>>

async function runAgain(pool: EvaluationPool, entry: PageRecord, input: PublishInput, whole: boolean) {
  const { record, extractors, maxNodes, own, signal } = input
  const isStored = ({ extractor }: { readonly extractor: string }): boolean =>
    !extractors.some((info) => info.id === extractor && runsInBrowser(info))
  const keeps = record.spec.configurations.flatMap((one, i) => (whole && isStored(one) ? [i] : []))
  try {
    const page = await entry.read()
    const { hash, extracted } = await requestPage(pool, { entry, page }, { spec: record.spec, maxNodes, own, signal }, { keeps })
    return { hash, page, gold: extracted?.gold ?? page.gold.text, texts: extracted?.texts ?? [] }
  } catch (thrown) {
    if (toFailure(thrown).code === 'cancelled') throw publishingCancelled()
    return null
  }
}

function publishedPage(entry: PageRecord, before: JournalEntry, { page, gold, texts }: RunAgain): PublishedPage {
  const stored: Record<number, StoredResult> = {}
  texts.forEach((text, i) => {
    if (text.stored) stored[i] = text.stored
  })
  return {
    id: entry.id,
    url: webOnly(before.result.facts.url),
    html: page.html,
    layout: page.layout ?? null,
    scriptingEnabled: page.scriptingEnabled,
    gold,
    stored,
  }
}
