/** Exchanges a campaign in bundles. A bundle is a corpus folder for one annotator, without labels of others except on practice pages. */
import { copyFile, cp, lstat, mkdir, readdir, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { firstFew } from '../../../../shared/base/written-number'
import { failed, failure, toFailure } from '../../../../shared/base/failure'
import type { BatchOutcome } from '../../../../shared/contract/corpus-contract'
import { conflictNames } from '../../../../shared/gold/merge-gold'
import type { CampaignFile } from '../../../../shared/gold/campaign'
import { BUNDLE_FILE, sharedBodies } from '../../bundle/bundle-files'
import { attempt, beginOutcome, type GrowingOutcome } from '../corpora'
import type { CallContext } from '../../../../shared/contract/dispatcher'
import { assignPages, changeCampaign, readAssignments, readCampaign } from '../store/assignments'
import { isThere, pathInside } from '../../files/files'
import { writeWhole } from '../../files/write-whole'
import { CaptureFile, checkAnnotator, CorpusFile, withoutRecord } from '../store/corpus-schema'
import { type CorpusStore, openCorpus } from '../store/corpus-store'
import { storeFor, readKept, readStoredGold, saveGold } from '../store/gold-store'
import { writeJson } from '../../../../shared/gold/read-json'
import { writeGoldFile } from '../../../../shared/gold/gold-file'
import { goldOfTraining, TRAINING } from './campaign-report'

export const GUIDELINES = 'guidelines'

/** @throws FailureError `campaign.none`, or as `readCampaign`. */
export async function campaignOf(root: string): Promise<CampaignFile> {
  return checkPlanned(await readCampaign(root))
}

export function checkPlanned(campaign: CampaignFile | null): CampaignFile {
  if (campaign) return campaign
  const message = 'This corpus has no campaign yet.'
  throw failed('campaign.none', message, 'Plan a campaign first: choose the annotators, and the number of annotators per page.')
}

export async function distribute(
  store: CorpusStore,
  { folder, named, now }: { readonly folder: string; readonly named: readonly string[] | undefined; readonly now: string },
  context: CallContext,
): Promise<BatchOutcome> {
  const campaign = await campaignOf(store.root)
  const assignments = await readAssignments(store.root)
  const there = new Set(await store.pageIds())
  const outcome = beginOutcome()
  const annotators = named ?? campaign.annotators
  for (const [i, annotator] of annotators.entries()) {
    if (context.signal.aborted) throw failed('cancelled', 'Cancelled.', 'Export the bundles again; complete bundles stay.')
    context.progress({ done: i / annotators.length, message: annotator })
    const target = join(folder, checkAnnotator(annotator))
    const write = async (): Promise<void> => {
      if (!campaign.annotators.includes(annotator)) {
        const message = `"${annotator}" is not an annotator of this campaign. Its annotators are ${firstFew(campaign.annotators)}.`
        throw failed('campaign.no-annotator', message, 'Use one of these names, or plan the campaign with this annotator.')
      }
      const pages = [...assignments].flatMap(([page, to]) => (to.includes(annotator) ? [page] : []))
      const all = [...new Set([...campaign.training, ...pages])].filter((page) => there.has(page)).sort()
      if (all.length === 0) throw failed('campaign.no-pages', `${annotator} has no pages.`, 'Plan the campaign with this annotator.')
      const isMade = await makeEmpty(target)
      try {
        await writeBundle({ store, campaign, now, signal: context.signal }, target, annotator, all)
      } catch (thrown) {
        await removeBundles(target, isMade).catch(() => undefined)
        throw context.signal.aborted
          ? failed('cancelled', 'Cancelled; the unfinished bundle was removed.', 'Export the bundle again.')
          : thrown
      }
      outcome.added.push(annotator)
    }
    await attempt(outcome.problems, target, write, 'cancelled')
  }
  const given = Object.fromEntries(outcome.added.map((annotator) => [annotator, now]))
  if (outcome.added.length > 0 && !store.readOnly)
    await changeCampaign(store.root, (there) => there && { ...there, handedOut: { ...there.handedOut, ...given } })
  return outcome
}

const isOfGit = (name: string): boolean => name === '.git' || name === '.gitignore'

/** Accepts an existing folder that is empty or contains only git's files. @returns whether the folder was made */
async function makeEmpty(folder: string): Promise<boolean> {
  const made = await mkdir(folder, { recursive: true })
  if ((await readdir(folder)).every(isOfGit)) return made !== undefined
  throw failed('corpus.not-empty', `${folder} is not empty.`, 'Choose another folder, or empty this folder.')
}

async function removeBundles(folder: string, isMade: boolean): Promise<void> {
  const written = isMade ? [folder] : (await readdir(folder)).filter((name) => !isOfGit(name)).map((name) => join(folder, name))
  for (const path of written) await rm(path, { recursive: true, force: true })
}

interface HandingOut {
  readonly store: CorpusStore
  readonly campaign: CampaignFile
  readonly now: string
  readonly signal: AbortSignal
}

async function writeBundle(
  { store, campaign, now, signal }: HandingOut,
  target: string,
  annotator: string,
  pages: readonly string[],
): Promise<void> {
  const base: Record<string, string> = {}
  await mkdir(join(target, 'pages'))
  for (const page of pages) {
    signal.throwIfAborted()
    await copyPlain(await pathInside(store.root, 'pages', page), join(target, 'pages', page), 'gold')
    await copyBodies(store.root, target, page)
    // The record of an imported page may contain gold text, title, author and date.
    await writeWhole(join(target, 'pages', page, 'capture.json'), writeJson(withoutRecord(await store.capture(page)), CaptureFile))
    const own = await readStoredGold(store.root, page, annotator)
    if (!own) continue
    base[page] = own.revision
    await saveGold(target, own.gold, null)
    if (!store.readOnly) await storeFor(store.root, { annotator, handedOut: now }, own.gold)
  }
  for (const page of campaign.training.filter((training) => pages.includes(training))) {
    const gold = await goldOfTraining(store, page)
    if (!gold) continue
    await mkdir(join(target, TRAINING), { recursive: true })
    await writeWhole(await pathInside(target, TRAINING, `${page}.json`), writeGoldFile(gold))
  }
  const guidelines = await pathInside(store.root, GUIDELINES)
  if (await isThere(guidelines)) await copyPlain(guidelines, join(target, GUIDELINES))
  await assignPages(target, pages, annotator)
  const bundle = { annotator, corpus: store.file.name, handedOut: now, base }
  const { handedOut: _given, ...plan } = campaign
  await changeCampaign(target, () => ({ ...plan, annotators: [annotator], blind: true, bundle }))
  // corpus.json is written last: a folder with this file is a complete bundle.
  const name = `${store.file.name.slice(0, 110)} (${annotator})`
  await writeWhole(join(target, 'corpus.json'), writeJson({ ...store.file, name }, CorpusFile))
}

async function copyBodies(from: string, to: string, page: string): Promise<void> {
  const own = await pathInside(to, 'pages', page, BUNDLE_FILE)
  if (!(await isThere(own))) return
  const names = await sharedBodies(own).catch((thrown: unknown) => {
    if (toFailure(thrown).code === 'internal') throw thrown
    return []
  })
  for (const name of new Set(names)) {
    const source = await pathInside(from, ...name.split('/'))
    const target = join(to, ...name.split('/'))
    if ((await isThere(target)) || !(await lstat(source).catch(() => null))?.isFile()) continue
    await mkdir(dirname(target), { recursive: true })
    await copyFile(source, target)
  }
}

/** Skips links, because a link can lead out of the folder. @param omitted name in the folder */
async function copyPlain(from: string, to: string, omitted?: string): Promise<void> {
  const isCopied = async (source: string): Promise<boolean> =>
    source.slice(from.length + 1).split(/[\\/]/)[0] !== omitted && !(await lstat(source)).isSymbolicLink()
  await cp(from, to, { recursive: true, errorOnExist: true, force: false, filter: isCopied })
}

/** Imports the labels of each bundle's annotator. Merges changes that do not conflict, and reports conflicts as problems. */
export async function importBundles(store: CorpusStore, folders: readonly string[], context: CallContext): Promise<BatchOutcome> {
  const outcome = beginOutcome()
  for (const [i, folder] of folders.entries()) {
    const importBundle = async (): Promise<void> => {
      const bundle = await openCorpus(folder)
      const { bundle: made } = await campaignOf(folder)
      if (!made) throw failed('campaign.no-bundle', `${folder} is a corpus, not a bundle.`, 'Choose the folder of a bundle.')
      // Pages of another corpus may have the same ids.
      if (bundle.file.created !== store.file.created) {
        const message = `${folder} is a bundle of another corpus (${made.corpus}); nothing was imported.`
        throw failed('campaign.other-corpus', message, 'Import the bundle into its original corpus.')
      }
      const ids = await bundle.pageIds()
      for (const [k, id] of ids.entries()) {
        if (context.signal.aborted) throw failed('cancelled', 'Cancelled; imported pages stay.', 'Import the bundle again.')
        context.progress({ done: (i + k / ids.length) / folders.length, message: `${made.annotator}: ${id}` })
        await attempt(outcome.problems, `${folder}/pages/${id}`, () => importPage(store, { bundle, made }, id, outcome))
      }
    }
    await attempt(outcome.problems, folder, importBundle, 'cancelled')
  }
  return outcome
}

async function importPage(
  store: CorpusStore,
  { bundle, made }: { readonly bundle: CorpusStore; readonly made: NonNullable<CampaignFile['bundle']> },
  id: string,
  outcome: GrowingOutcome,
): Promise<void> {
  const { annotator } = made
  const others = (await bundle.entry(id)).gold.filter((gold) => gold.annotator !== annotator).map((gold) => gold.annotator)
  if (others.length > 0) {
    outcome.problems.push({
      place: `${bundle.root}/pages/${id}`,
      failure: failure(
        'campaign.other-annotator',
        `The bundle of ${annotator} contains labels of ${others.join(', ')}; they were not imported.`,
        `Label the page in the bundle under the annotator name ${annotator}, then import the bundle again.`,
      ),
    })
  }
  const theirs = await readStoredGold(bundle.root, id, annotator)
  if (!theirs) return
  const mine = await readStoredGold(store.root, id, annotator)
  const kept = await readKept(store.root, made, id)
  if (mine?.revision === theirs.revision || theirs.revision === made.base[id]) {
    if (mine?.revision === theirs.revision && theirs.revision !== kept?.revision) await storeFor(store.root, made, theirs.gold)
    outcome.known++
    return
  }
  const base = kept ?? (mine?.revision === made.base[id] ? mine : null)
  let saved = await saveGold(store.root, theirs.gold, base)
  // Saves the merge of both versions. Repeats the save if another window saved meanwhile.
  while (saved.status === 'conflict' && saved.conflicts.length === 0)
    saved = await saveGold(store.root, saved.merged, { revision: saved.revision, gold: saved.theirs })
  if (saved.status === 'conflict') {
    throw failed(
      'campaign.conflict',
      `Since the export of the bundle, parts of the label file of ${annotator} for "${id}" changed both here and in the bundle: ${conflictNames(saved.conflicts)}. Nothing was overwritten.`,
      'Open the page in both places and copy the correct labels, or remove the labels here and import the bundle again.',
    )
  }
  await storeFor(store.root, made, theirs.gold)
  outcome.added.push(id)
}

const PICTURES: ReadonlyMap<string, string> = new Map([
  ['png', 'image/png'],
  ['jpg', 'image/jpeg'],
  ['jpeg', 'image/jpeg'],
  ['gif', 'image/gif'],
  ['webp', 'image/webp'],
])

export function pictureType(name: string): string {
  const type = PICTURES.get(name.toLowerCase().split('.').at(-1) ?? '')
  if (type !== undefined && /^[\p{L}\p{N}_][\p{L}\p{N}_ .@+-]*$/u.test(name)) return type
  const message = `"${name.slice(0, 100)}" is not a picture of the guidelines.`
  throw failed('campaign.no-picture', message, 'Use a .png, .jpg, .gif or .webp file with only letters, digits and _ in its name.')
}
