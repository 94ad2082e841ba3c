import { stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { failure, FailureError } from '../../../../shared/base/failure'
import type { CorpusPage, CorpusPageEntry, SaveOutcome, StoredGold } from '../../../../shared/contract/corpus-contract'
import { type GoldFile, newGoldFile, readGoldFile, writeGoldFile } from '../../../../shared/gold/gold-file'
import { conflictNames, mergeGold } from '../../../../shared/gold/merge-gold'
import { goldOfPage, type GoldOfPage } from '../../../../shared/gold/page-gold'
import type { CampaignFile } from '../../../../shared/gold/campaign'
import { readCampaign } from './assignments'
import { checkAnnotator, checkPageId, type CorpusFile } from './corpus-schema'
import { createTurns, type Save, withFileLock } from '../../files/file-lock'
import { FILE_LIMITS, makeFolder, pathInside, readTextIfThere, sha256 } from '../../files/files'
import { writeWhole } from '../../files/write-whole'

async function goldPath(root: string, page: string, annotator: string): Promise<string> {
  return pathInside(root, 'pages', checkPageId(page), 'gold', `${checkAnnotator(annotator)}.json`)
}

/** Returns null if the file is missing. @throws FailureError if the file is damaged. */
export async function readStoredGold(root: string, page: string, annotator: string): Promise<StoredGold | null> {
  const path = await goldPath(root, page, annotator)
  const text = await readTextIfThere(path, FILE_LIMITS.json)
  if (text === null) return null
  // The folder defines the page, so a renamed page keeps its labels.
  return { gold: { ...readGoldFile(text, `pages/${page}/gold/${annotator}.json`), page, annotator }, revision: sha256(text) }
}

export async function listStoredGold(root: string, page: string, entry: CorpusPageEntry): Promise<StoredGold[]> {
  const stored = await readable(entry.gold.map(({ annotator }) => readStoredGold(root, page, annotator)))
  return stored.filter((one) => one !== null)
}

export async function readable<T>(reads: readonly Promise<T>[]): Promise<T[]> {
  return (await Promise.allSettled(reads)).flatMap((read) => (read.status === 'fulfilled' ? [read.value] : []))
}

const inTurn = createTurns()

/** Saves labels under a lock. If the stored labels differ from `base`, writes nothing and returns the stored version and a merge. */
export async function saveGold(root: string, gold: GoldFile, base: StoredGold | null): Promise<SaveOutcome> {
  const path = await goldPath(root, gold.page, gold.annotator)
  return inTurn(path, async () => {
    // Saving must not recreate the folder of a removed page.
    await stat(await pathInside(root, 'pages', gold.page, 'page.html'))
    await makeFolder(dirname(path))
    return withFileLock(path, (save) => saveNow(root, save, gold, base))
  })
}

async function saveNow(root: string, save: Save, mine: GoldFile, base: StoredGold | null): Promise<SaveOutcome> {
  const there = await readStoredGold(root, mine.page, mine.annotator)
  if (!there || there.revision === base?.revision) return { status: 'saved', ...(await written(save, mine)) }
  const start = base?.gold ?? newGoldFile(mine.page, mine.pageSha256, mine.annotator, mine.updatedAt)
  const { merged, conflicts } = mergeGold(start, mine, there.gold)
  const both = conflicts.length > 0 ? ` Changed in both versions: ${conflictNames(conflicts)}.` : ''
  return {
    status: 'conflict',
    failure: failure(
      'corpus.conflict',
      `The labels of ${mine.annotator} on "${mine.page}" changed in the corpus since you opened the page.${both} Nothing was overwritten.`,
      'Choose Merge or Reload.',
    ),
    theirs: there.gold,
    merged,
    revision: there.revision,
    conflicts,
  }
}

type BundleKey = Pick<NonNullable<CampaignFile['bundle']>, 'annotator' | 'handedOut'>

async function keptPath(root: string, { annotator, handedOut }: BundleKey, page: string): Promise<string> {
  const time = handedOut.replaceAll(/\D/g, '')
  return pathInside(root, 'handed-out', checkAnnotator(annotator), time, `${checkPageId(page)}.json`)
}

/** Returns the labels at the last export or import of `bundle`, as the base of the next merge; null if none are stored. */
export async function readKept(root: string, bundle: BundleKey, page: string): Promise<StoredGold | null> {
  const path = await keptPath(root, bundle, page)
  const text = await readTextIfThere(path, FILE_LIMITS.json)
  return text === null ? null : { gold: readGoldFile(text, path), revision: sha256(text) }
}

export async function storeFor(root: string, bundle: BundleKey, gold: GoldFile): Promise<void> {
  const path = await keptPath(root, bundle, gold.page)
  await makeFolder(dirname(path))
  await written((text) => writeWhole(path, text), gold)
}

async function written(save: Save, gold: GoldFile): Promise<StoredGold> {
  const text = writeGoldFile(gold)
  await save(text)
  return { gold, revision: sha256(text) }
}

export async function practicePages(root: string): Promise<ReadonlySet<string>> {
  return new Set((await readCampaign(root))?.training ?? [])
}

/** @param name if given, only labels and texts with this name count */
export function goldIn(
  store: { readonly file: CorpusFile },
  page: Pick<CorpusPage, 'entry' | 'labels' | 'texts'>,
  practice: ReadonlySet<string>,
  name?: string,
): GoldOfPage {
  const { id, sha256 } = page.entry
  return goldOfPage(page, { sha256, contentLabels: store.file.contentLabels, practice: practice.has(id), name })
}

/** The gold standard is unknown if a gold file is damaged. @throws FailureError for a damaged gold file. */
export function checkGold({ entry }: Pick<CorpusPage, 'entry'>): void {
  const damage = entry.problems.find(({ file, failure }) => /\/gold(?:\/|$)/.test(file) && failure.code !== 'corpus.leftover')
  if (damage) throw new FailureError(damage.failure)
}
