/** Imports pages and gold texts of other collections into a corpus. A damaged record becomes a problem; the import continues. */
import { stat } from 'node:fs/promises'
import { basename, dirname } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import { counted, noteAbout, writtenShare } from '../../../../shared/base/written-number'
import { toFailure } from '../../../../shared/base/failure'
import type { BatchOutcome, ExchangeFormat } from '../../../../shared/contract/corpus-contract'
import {
  type CorpusLabels,
  findConflictingLabels,
  PAGE_LABELS_FOLDER,
  type PageLabels,
  readPageLabels,
} from '../../../../shared/gold/corpus-labels'
import { type GoldFile, newGoldFile, pageTypeOf } from '../../../../shared/gold/gold-file'
import { charactersOf } from '../../../../shared/gold/page-gold'
import { readJson } from '../../../../shared/gold/read-json'
import { spoolArchive, type SpooledArchive } from '../../capture/saves/spooled-archive'
import { openCollection } from '../open-collection'
import type { PageContent, PageRecord } from '../../sources/page-record'
import type { PageAnalyst } from '../analysis/page-analyst'
import { FILE_LIMITS, pathInside, readTextIfThere } from '../../files/files'
import { checkAnnotator, DEFAULT_LABELS, isNewPageId } from '../store/corpus-schema'
import type { CorpusStore } from '../store/corpus-store'
import { readStoredGold, saveGold } from '../store/gold-store'
import { addGoldFiles } from '../store/new-page'
import { attempt, beginOutcome, type GrowingOutcome } from '../corpora'
import type { Checked } from '../../../../shared/contract/contract'
import type { CallContext } from '../../../../shared/contract/dispatcher'

async function openImportedLabels(store: CorpusStore) {
  const { labels, contentLabels } = store.file
  const isEmpty = (await store.pageIds()).length === 0
  let isNew = isDeepStrictEqual({ labels, contentLabels }, NOT_DESCRIBED) && isEmpty
  const unnamed = new Set<string>()
  const unlike = new Set<string>()
  return {
    async bring(theirs: CorpusLabels | undefined): Promise<void> {
      if (!theirs) return
      if (isNew) await store.describe({ labels: [...theirs.labels], contentLabels: theirs.contentLabels && [...theirs.contentLabels] })
      isNew = false
      const { pageTypes, guidelines } = store.file
      if (isEmpty)
        await store.describe({
          pageTypes: pageTypes ? undefined : theirs.pageTypes,
          guidelines: guidelines ? undefined : theirs.guidelines,
        })
      const found = findConflictingLabels(theirs, store.file)
      for (const name of found.unnamed) unnamed.add(name)
      for (const name of found.unlike) unlike.add(name)
    },
    notes: (): string[] => [
      ...noteAbout(
        unnamed,
        (names) => `The imported pages have labels that this corpus does not define: ${names}. Add them to the labels of the corpus.`,
      ),
      ...noteAbout(
        unlike,
        (names) =>
          `Main-content labels in only one of the two corpora: ${names}. The gold text of the imported pages differs until both corpora have the same main-content labels.`,
      ),
    ],
  }
}

const NOT_DESCRIBED = { labels: [...DEFAULT_LABELS], contentLabels: undefined }

/** `now` is in ISO 8601. */
type ImportOptions = Omit<Checked<'corpus.import'>, 'corpus'> & { readonly now: string }

type Outcome = GrowingOutcome & { readonly completed: string[] }

/** @throws FailureError `corpus.bad-annotator`, or if the source as a whole cannot be read. */
export async function importInto(
  store: CorpusStore,
  analyst: PageAnalyst,
  options: ImportOptions,
  context: CallContext,
): Promise<BatchOutcome> {
  checkAnnotator(options.annotator)
  const outcome: Outcome = { ...beginOutcome(), completed: [] }
  const labels = await openImportedLabels(store)
  const guessed: string[] = []
  const readingNotes: string[] = []
  const reading = { maxBytes: FILE_LIMITS.html, note: (sentence: string) => void readingNotes.push(sentence) }
  const collection = openCollection({ kind: KINDS[options.format], path: options.path }, reading)
  let seen = 0
  let archive: SpooledArchive | null = null
  try {
    if (options.format === 'warc' || options.format === 'wacz') {
      context.progress({ done: null, message: 'Reading the archive …' })
      archive = await spoolArchive({ path: options.path }, FILE_LIMITS.html, { signal: context.signal })
    }
    for await (const record of collection.all(context.signal)) {
      if (context.signal.aborted) break
      await attempt(outcome.problems, record.place, () => addRecord({ store, analyst, options, archive, labels, guessed, outcome }, record))
      seen++
      context.progress({ done: null, message: `${counted(seen, 'page')} read …` })
    }
  } catch (thrown) {
    if (context.signal.aborted) return outcome
    // Records before the damage stay imported. A source without any record is not a collection.
    if (seen === 0 || toFailure(thrown).code === 'internal') throw thrown
    outcome.problems.push({ place: options.path, failure: toFailure(thrown) })
  } finally {
    await archive?.close()
  }
  const notes = [...readingNotes, ...poorlyFound(outcome.coverage), ...labels.notes(), ...noteAbout(guessed, describeGuessedPages)]
  return { ...outcome, ...(notes.length > 0 ? { notes } : {}) }
}

const WELL_FOUND = 0.9

function poorlyFound(coverage: Outcome['coverage']): string[] {
  const poor = coverage.filter((laid) => laid.coverage < WELL_FOUND).sort((a, b) => a.coverage - b.coverage)
  const entries = poor.map(({ page, coverage: share }) => `${page} (${writtenShare(share)})`)
  return noteAbout(entries, (pages) => `Less than ${WELL_FOUND * 100} % of the gold text was found on ${pages}.`)
}

const describeGuessedPages = (pages: string): string =>
  `Gold texts that are neither UTF-8 nor UTF-16 were read as windows-1252, which may be wrong. Pages: ${pages}.`

const KINDS = {
  folder: 'folder',
  benchmark: 'benchmark',
  wcxb: 'folder',
  'json-lines': 'jsonl',
  'cc-select': 'jsonl',
  warc: 'warc',
  wacz: 'warc',
} as const satisfies Readonly<Record<ExchangeFormat, string>>

function importedId(id: string): string | null {
  if (isNewPageId(id)) return id
  const slug = id
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9_-]+/g, '-')
    .replace(/^[-_]+|-+$/g, '')
    .slice(0, 71)
  return /^https?-/.test(slug) || !isNewPageId(slug) ? null : slug
}

interface Importing {
  readonly store: CorpusStore
  readonly analyst: PageAnalyst
  readonly options: ImportOptions
  readonly archive: SpooledArchive | null
  readonly labels: Awaited<ReturnType<typeof openImportedLabels>>
  readonly guessed: string[]
  readonly outcome: Outcome
}

async function addRecord(importing: Importing, record: PageRecord): Promise<void> {
  const { store, options, archive, outcome } = importing
  const content = await record.read()
  const { text, with: wanted, without } = content.gold
  const { unnamed, capturedAt, status, extra = {} } = record.origin ?? {}
  const id = unnamed ? null : importedId(record.id)
  const { annotator } = options
  const url = record.url ?? content.url ?? null
  const carried = await carriedLabels(options, record)
  await importing.labels.bring(carried?.corpus)
  // An export made the gold text from the carried labels and texts, so only the carried labels and texts are imported.
  const texts = carried ? carried.texts : text === null ? {} : { [annotator]: text }
  const snippets = carried?.snippets ?? (wanted.length + without.length === 0 ? {} : { [annotator]: { with: wanted, without } })
  for (const name of Object.keys({ ...texts, ...snippets })) checkAnnotator(name)
  const mode = carried?.mode ?? (content.scriptingEnabled ? 'rendered' : 'source')
  const bundle =
    url === null ? null : await archive?.bundle(content.html, { url, capturedAt: capturedAt ?? null, rendered: mode === 'rendered' })
  const { id: page, known } = await store.add({
    capture: {
      html: content.html,
      label: url ?? record.id,
      url,
      mode,
      status: status ?? null,
      charset: 'UTF-8',
      capturedAt: capturedAt ?? options.now,
      layout: content.layout ?? null,
      ...(bundle ? { bundle } : {}),
    },
    loader: 'import',
    ...(id === null ? {} : { id }),
    texts,
    snippets,
    imported: {
      id: (unnamed ? (url ?? record.id) : record.id).slice(0, 1024),
      from: basename(options.path),
      ...(Object.keys(extra).length > 0 ? { record: extra } : {}),
    },
  })
  if (content.guessed && !carried) importing.guessed.push(page)
  // An interrupted import can leave pages without gold text or labels.
  const completed = known && (await addGoldFiles(store.root, page, { texts, snippets }))
  const labelled = await (carried ? addCarried(store, page, carried) : addLabels(importing, page, content))
  if (!known) outcome.added.push(page)
  else if (completed || labelled) outcome.completed.push(page)
  else outcome.known++
}

async function carriedLabels({ path }: ImportOptions, { id, place, origin }: PageRecord): Promise<PageLabels | null> {
  if (origin?.labels !== undefined) return readPageLabels(origin.labels, place)
  if (!isNewPageId(id)) return null
  const folder = (await stat(path)).isDirectory() ? path : dirname(path)
  const file = await pathInside(folder, PAGE_LABELS_FOLDER, `${id}.json`)
  const text = await readTextIfThere(file, FILE_LIMITS.json)
  return text === null ? null : readPageLabels(readJson(text, z.unknown(), file), file)
}

async function addCarried(store: CorpusStore, page: string, { labels }: PageLabels): Promise<boolean> {
  let added = false
  for (const gold of labels) {
    checkAnnotator(gold.annotator)
    if ((await readStoredGold(store.root, page, gold.annotator)) !== null) continue
    await saveGold(store.root, { ...gold, page }, null)
    added = true
  }
  return added
}

async function addLabels(
  { store, analyst, options: { annotator, align, now, path }, outcome }: Importing,
  page: string,
  { gold: { text, pageType: type }, labels }: PageContent,
): Promise<boolean> {
  const pageType = pageTypeOf(type)
  const aligns = text !== null && align
  if (!aligns && !labels && pageType === null) return false
  if ((await readStoredGold(store.root, page, annotator)) !== null) return false
  const document = await store.document(page)
  let gold: GoldFile = { ...newGoldFile(page, document.sha256, annotator, now), pageType, status: 'in-progress' }
  if (labels) gold = { ...gold, spans: [...labels.spans], status: 'done' }
  else if (aligns) {
    const origin = { kind: 'import' as const, name: basename(path) }
    const aligned = await analyst(document, { kind: 'align', text, label: 'content', origin })
    gold = {
      ...gold,
      spans: [...aligned.spans],
      status: 'done',
      alignment: { coverage: aligned.coverage, missing: aligned.missing.slice(0, 1000), characters: charactersOf(aligned.spans) },
    }
    outcome.coverage.push({ page, coverage: aligned.coverage, missing: aligned.missing.length })
  }
  await saveGold(store.root, gold, null)
  return true
}
