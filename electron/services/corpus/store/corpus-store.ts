import { randomBytes } from 'node:crypto'
import { readdir, rename, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { failed, toFailure, type FailureError } from '../../../../shared/base/failure'
import type { PageBundle } from '../../../../shared/contract/capture'
import type { CorpusPage, CorpusPageEntry } from '../../../../shared/contract/corpus-contract'
import { FILE_LIMITS, ifMissing, isThere, makeFolder, pathInside, readBytes, readJsonFile, readText, sha256 } from '../../files/files'
import { LEFTOVER, sweep, writeWhole } from '../../files/write-whole'
import {
  CaptureFile,
  checkNewPageId,
  checkPageId,
  checkWritable,
  CORPUS_VERSION,
  CorpusFile,
  DEFAULT_LABELS,
  SnippetsFile,
  unpackLayout,
} from './corpus-schema'
import type { CorpusHtml } from '../analysis/analyse-page'
import { sweepLocks, withFileLock } from '../../files/file-lock'
import { listStoredGold, readable } from './gold-store'
import { writeJson } from '../../../../shared/gold/read-json'
import type { CapturedLayout } from '../../../../shared/page/place-layout'
import { readBundle, type ReadOptions } from '../../bundle/bundle-files'
import { addBundle, bytesOfPage, type NewPage, pageIdOf, placePage } from './new-page'
import { listPageIds, readPageEntry } from './page-entry'

export interface StoredPage extends CorpusPage {
  readonly html: string
  readonly layout: CapturedLayout | null
}

/** @throws FailureError, such as `corpus.not-empty` or `corpus.exists`. */
export async function createCorpus(root: string, name: string, created: string): Promise<CorpusStore> {
  await makeFolder(root)
  const there = await readdir(root)
  if (there.includes('corpus.json'))
    throw failed('corpus.exists', `${root} already contains a corpus.`, 'Open it, or choose another folder.')
  if (there.some((entry) => entry !== '.git' && entry !== '.gitignore' && entry !== '.DS_Store'))
    throw failed('corpus.not-empty', `${root} is not empty.`, 'Choose a new or empty folder.')
  await makeFolder(join(root, 'pages'))
  const file: CorpusFile = { format: 'boilerscope-corpus', version: CORPUS_VERSION, name, created, labels: [...DEFAULT_LABELS] }
  await writeWhole(join(root, 'corpus.json'), writeJson(file, CorpusFile))
  return openCorpus(root)
}

/** @throws FailureError, such as `file.not-found`, `gold.bad-json` or `gold.bad-value`. */
export async function openCorpus(root: string): Promise<CorpusStore> {
  const path = await pathInside(root, 'corpus.json')
  const file = await readJsonFile(path, CorpusFile).catch((thrown: unknown) => {
    if (toFailure(thrown).code !== 'file.not-found') throw thrown
    throw failed('file.not-found', `${root} is not a corpus: it contains no corpus.json.`, 'Choose the folder of a corpus.')
  })
  return new CorpusStore(root, file)
}

export class CorpusStore {
  constructor(
    readonly root: string,
    private current: CorpusFile,
  ) {}

  get file(): CorpusFile {
    return this.current
  }

  get readOnly(): boolean {
    return this.current.version > CORPUS_VERSION
  }

  /**
   * Removes temporary files and locks of ended processes, unless the corpus is read-only. Returns the remaining temporary files, and
   * unknown files in `pages/`.
   */
  async leftovers(): Promise<string[]> {
    const names = await readdir(this.root)
    if (!this.readOnly) await sweepLocks({ names, path: (name) => pathInside(this.root, name) })
    const top = names.filter((name) => LEFTOVER.test(name) || name.startsWith('.new-'))
    const { others } = await listPageIds(this.root)
    const left: string[] = []
    for (const parts of [...top.map((name) => [name]), ...others.map((name) => ['pages', name])])
      if (this.readOnly || !(await sweep(this.root, ...parts))) left.push(parts.join('/'))
    return left.sort()
  }

  async pageIds(): Promise<string[]> {
    return (await listPageIds(this.root)).ids
  }

  async entry(id: string): Promise<CorpusPageEntry> {
    const entry = await readPageEntry(this.root, checkPageId(id))
    if (!entry) throw noPage(id)
    return entry
  }

  async capture(id: string): Promise<CaptureFile> {
    await this.existing(id)
    const path = await pathInside(this.root, 'pages', id, 'capture.json')
    return readJsonFile(path, CaptureFile, `pages/${id}/capture.json`)
  }

  async layout(id: string): Promise<CapturedLayout | null> {
    const path = await pathInside(this.root, 'pages', id, 'layout.json.gz')
    return (await isThere(path)) ? unpackLayout(await readBytes(path, FILE_LIMITS.layout), path) : null
  }

  async bundle(id: string, options?: ReadOptions): Promise<PageBundle | null> {
    return readBundle(this.root, checkPageId(id), options)
  }

  async html(id: string): Promise<{ html: string; capture: CaptureFile }> {
    const capture = await this.capture(id)
    const bytes = await readBytes(await pathInside(this.root, 'pages', id, 'page.html'), FILE_LIMITS.html)
    if (sha256(bytes) !== capture.sha256) {
      const message = `pages/${id}/page.html is not the file that was captured (its sha256 differs from capture.json): labels would point to other text.`
      throw failed('corpus.changed-page', message, 'Restore the file, for instance from git, or capture the page again.')
    }
    return { html: bytes.toString('utf8'), capture }
  }

  async document(id: string): Promise<CorpusHtml> {
    const { html, capture } = await this.html(id)
    return { html, mode: capture.mode, sha256: capture.sha256 }
  }

  async gold(id: string): Promise<Pick<CorpusPage, 'entry' | 'labels' | 'texts' | 'snippets'>> {
    const entry = await this.entry(id)
    const inGold = (file: string): Promise<string> => pathInside(this.root, 'pages', id, 'gold', file)
    const texts = entry.texts.map(async (name) => ({ name, text: await readText(await inGold(`${name}.txt`), FILE_LIMITS.text) }))
    const snippets = entry.snippets.map(async (name) => {
      const file = `${name}.snippets.json`
      const read = await readJsonFile(await inGold(file), SnippetsFile, `pages/${id}/gold/${file}`)
      return { name, with: read.with, without: read.without }
    })
    return {
      entry,
      labels: await listStoredGold(this.root, id, entry),
      texts: await readable(texts),
      snippets: await readable(snippets),
    }
  }

  async page(id: string): Promise<StoredPage> {
    const { html } = await this.html(id)
    return { ...(await this.labelled(id)), html, layout: await this.layout(id) }
  }

  async labelled(id: string): Promise<CorpusPage> {
    const { finalUrl, url, mode, sha256 } = await this.capture(id)
    return { ...(await this.gold(id)), url: finalUrl ?? url, mode, sha256 }
  }

  /** `known`: a page with the same HTML already has this id. */
  async add(page: NewPage): Promise<{ id: string; known: boolean }> {
    checkWritable(this.current)
    const { capture } = page
    const html = bytesOfPage(capture.html, 'The page', 'Add a part of the page as a file.')
    const { hash } = html
    const wanted = page.id === undefined ? pageIdOf(capture.url, hash) : checkNewPageId(page.id)
    for (const id of [wanted, `${wanted.slice(0, 71)}-${hash.slice(0, 8)}`]) {
      const there = await this.capturedHash(id)
      if (there === hash) {
        await addBundle(this.root, id, capture)
        return { id, known: true }
      }
      if (there !== null) continue
      const to = await pathInside(this.root, 'pages', id)
      await placePage(this.root, id, page, html, (temporary) => rename(temporary, to))
      return { id, known: false }
    }
    const message = `Another page with other HTML has the id "${wanted}".`
    throw failed('corpus.exists', message, 'Rename or remove the existing page first, or give the new page another id.')
  }

  /** Returns null if the page is missing, and '' if its capture cannot be read. */
  private async capturedHash(id: string): Promise<string | null> {
    if (!(await stat(await pathInside(this.root, 'pages', id)).catch(ifMissing(null)))) return null
    const capture = readJsonFile(await pathInside(this.root, 'pages', id, 'capture.json'), CaptureFile)
    return capture.then(({ sha256 }) => sha256).catch(() => '')
  }

  async describe(changes: Partial<Pick<CorpusFile, 'name' | 'labels' | 'contentLabels' | 'pageTypes' | 'guidelines'>>): Promise<void> {
    // Reads the file again, because another window may have changed keys that are not in `changes`.
    const path = await pathInside(this.root, 'corpus.json')
    const changed = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined))
    if (Object.keys(changed).length === 0) return
    await withFileLock(path, async (save) => {
      const there = await readJsonFile(path, CorpusFile)
      checkWritable(there)
      const next: CorpusFile = { ...there, ...changed }
      await save(writeJson(next, CorpusFile))
      this.current = next
    })
  }

  async remove(id: string): Promise<string> {
    checkWritable(this.current)
    await this.existing(id)
    const handle = `${id}.${randomBytes(4).toString('hex')}`
    const from = await pathInside(this.root, 'pages', id)
    await makeFolder(await pathInside(this.root, 'trash'))
    await rename(from, await pathInside(this.root, 'trash', handle))
    return handle
  }

  async restore(handle: string): Promise<string> {
    checkWritable(this.current)
    const found = /^([a-z0-9][a-z0-9_-]{0,79})\.[0-9a-f]{8}$/.exec(handle)
    if (!found) throw failed('corpus.bad-id', `"${basename(handle)}" is not in the trash.`, 'Check the trash folder of the corpus.')
    const id = found[1] as string
    const to = await pathInside(this.root, 'pages', id)
    if ((await this.capturedHash(id)) !== null)
      throw failed('corpus.exists', `Another page now has the id "${id}".`, 'Rename that page, then restore this page.')
    await rename(await pathInside(this.root, 'trash', handle), to)
    return id
  }

  async rename(id: string, to: string): Promise<void> {
    checkWritable(this.current)
    await this.existing(id)
    if ((await this.capturedHash(checkNewPageId(to))) !== null)
      throw failed('corpus.exists', `Another page has the id "${to}".`, 'Choose another id.')
    const from = await pathInside(this.root, 'pages', id)
    await rename(from, await pathInside(this.root, 'pages', to))
  }

  private async existing(id: string): Promise<void> {
    const path = await pathInside(this.root, 'pages', checkPageId(id))
    if (!(await stat(path).catch(ifMissing(null)))) throw noPage(id)
  }
}

function noPage(id: string): FailureError {
  const message = `There is no page "${id}" in this corpus.`
  return failed('corpus.no-page', message, 'Open the corpus again; the page may have been renamed or removed.')
}
