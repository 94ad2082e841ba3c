/** Gold files of a page: read with their revision, saved without overwriting what another window saved; and which of them is the page's gold. */
import { stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { failure, FailureError } from '../../../../shared/base/failure'
import type { CorpusPage, CorpusPageEntry, SaveOutcome, StoredGold } from '../../../../shared/contract/corpus-contract'
import { newGoldFile, readGoldFile, writeGoldFile, type GoldFile } from '../../../../shared/gold/gold-file'
import { mergeGold } from '../../../../shared/gold/merge-gold'
import { goldOfPage, type GoldOfPage } from '../../../../shared/gold/page-gold'
import type { CampaignFile } from '../../../../shared/gold/campaign'
import { readCampaign } from './assignments'
import type { CorpusFile } from './corpus-schema'
import { createTurns, withFileLock, type Save } from '../../files/file-lock'
import { FILE_LIMITS, failAbout, makeFolder, pathInside, readTextIfThere, sha256 } from '../../files/files'
import { checkAnnotator, checkPageId } from './corpus-names'
import { writeWhole } from '../../files/write-whole'

async function goldPath(root: string, page: string, annotator: string): Promise<string> {
  return pathInside(root, 'pages', checkPageId(page), 'gold', `${checkAnnotator(annotator)}.json`)
}

/** One annotator's labels; null where there are none. @throws FailureError where the file is damaged. */
export async function readStoredGold(root: string, page: string, annotator: string): Promise<StoredGold | null> {
  const path = await goldPath(root, page, annotator)
  const text = await readTextIfThere(path, FILE_LIMITS.json)
  if (text === null) return null
  // The place of a file counts: a renamed page keeps its labels.
  return { gold: { ...readGoldFile(text, `pages/${page}/gold/${annotator}.json`), page, annotator }, revision: sha256(text) }
}

/** All labels of a page that can be read. */
export async function listStoredGold(root: string, page: string, entry: CorpusPageEntry): Promise<StoredGold[]> {
  const stored: StoredGold[] = []
  for (const { annotator } of entry.gold) {
    const gold = await readStoredGold(root, page, annotator).catch(() => null)
    if (gold) stored.push(gold)
  }
  return stored
}

/** What a change started from. */
interface GoldBase {
  readonly revision: string
  readonly gold: GoldFile
}

/** Saves of one file wait for each other. */
const inTurn = createTurns()

/**
 * Saves labels. If the file changed since `base`, nothing is written; the outcome is a conflict with the version on disk and a
 * merge of both. Reading, comparing and writing is one step for all processes, by a lock file.
 */
export async function saveGold(root: string, gold: GoldFile, base: GoldBase | null): Promise<SaveOutcome> {
  const path = await goldPath(root, gold.page, gold.annotator)
  return inTurn(path, async () => {
    // A page that was removed meanwhile does not come back as a folder with labels alone.
    await stat(await pathInside(root, 'pages', gold.page, 'page.html')).catch(failAbout(`pages/${gold.page}/page.html`))
    await makeFolder(dirname(path))
    return withFileLock(path, (save) => saveNow(root, save, gold, base))
  })
}

async function saveNow(root: string, save: Save, mine: GoldFile, base: GoldBase | null): Promise<SaveOutcome> {
  const there = await readStoredGold(root, mine.page, mine.annotator)
  if (!there || there.revision === base?.revision) return { status: 'saved', ...(await written(save, mine)) }
  const start = base?.gold ?? newGoldFile(mine.page, mine.pageSha256, mine.annotator, mine.updatedAt)
  const { merged, conflicts } = mergeGold(start, mine, there.gold)
  const both = conflicts.length > 0 ? ` Both changed: ${conflicts.join(', ')}.` : ''
  return {
    status: 'conflict',
    failure: failure(
      'corpus.conflict',
      `The labels of ${mine.annotator} on "${mine.page}" were changed in another window.${both} Nothing was overwritten.`,
      'Choose Merge or Reload.',
    ),
    theirs: there.gold,
    merged,
    revision: there.revision,
    conflicts,
  }
}

/** Whose bundle it is, and when it was handed out. */
type BundleKey = Pick<NonNullable<CampaignFile['bundle']>, 'annotator' | 'handedOut'>

async function keptPath(root: string, { annotator, handedOut }: BundleKey, page: string): Promise<string> {
  const time = handedOut.replaceAll(/\D/g, '')
  return pathInside(root, 'handed-out', checkAnnotator(annotator), time, `${checkPageId(page)}.json`)
}

/** The labels of a page as a bundle went out with them, or came in with them last: what its next ones were made from. Null where none are kept. */
export async function readKept(root: string, bundle: BundleKey, page: string): Promise<StoredGold | null> {
  const path = await keptPath(root, bundle, page)
  const text = await readTextIfThere(path, FILE_LIMITS.json)
  return text === null ? null : { gold: readGoldFile(text, path), revision: sha256(text) }
}

/** Keeps the labels of a page as a bundle has them now. */
export async function keepFor(root: string, bundle: BundleKey, gold: GoldFile): Promise<void> {
  const path = await keptPath(root, bundle, gold.page)
  await makeFolder(dirname(path))
  await written((text) => writeWhole(path, text), gold)
}

async function written(save: Save, gold: GoldFile): Promise<StoredGold> {
  const text = writeGoldFile(gold)
  await save(text)
  return { gold, revision: sha256(text) }
}

/** Ids of the pages for practice. @throws FailureError where the campaign is damaged. */
export async function practicePages(root: string): Promise<ReadonlySet<string>> {
  return new Set((await readCampaign(root))?.training ?? [])
}

/**
 * @param practice see `practicePages`
 * @param name only labels and text of this name
 */
export function goldIn(
  store: { readonly file: CorpusFile },
  page: Pick<CorpusPage, 'entry' | 'labels' | 'texts'>,
  practice: ReadonlySet<string>,
  name?: string,
): GoldOfPage {
  const { id, sha256 } = page.entry
  return goldOfPage(page, { sha256, contentLabels: store.file.contentLabels, practice: practice.has(id), name })
}

/** @throws FailureError where gold of the page is damaged or cannot be read: what it says cannot be told from what it does not. */
export function checkGold({ entry }: Pick<CorpusPage, 'entry'>): void {
  const damage = entry.problems.find(({ file, failure }) => /\/gold(?:\/|$)/.test(file) && failure.code !== 'corpus.leftover')
  if (damage) throw new FailureError(damage.failure)
}
