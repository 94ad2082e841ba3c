/** `snippets.json` maps page addresses to snippets, like trafilatura's list. The folder `pages/` contains the pages. */
import { readFile } from 'node:fs/promises'
import { isAbsolute, join } from 'node:path'
import { z } from 'zod'
import { failed } from '../../../shared/base/failure'
import type { Handlers } from '../../../shared/contract/dispatcher'
import type { SnippetChange, SnippetOutcome } from '../../../shared/contract/fault-contract'
import { readJson } from '../../../shared/gold/read-json'
import { decodeHtml } from '../files/html-bytes'
import { isThere, makeFolder, pathInside, sha256 } from '../files/files'
import { withFileLock } from '../files/file-lock'
import { pageIdOf } from '../corpus/store/new-page'
import { writeWhole } from '../files/write-whole'
import type { PageDocument } from '../extraction/tasks'
import type { PageService } from '../view/page-service'
import { SNIPPET_PAGES, SNIPPETS } from '../sources/layouts/library-tests'

const Entry = z.looseObject({ file: z.string().min(1), with: z.array(z.string()).default([]), without: z.array(z.string()).default([]) })
const List = z.record(z.string(), Entry)

/** The HTML is written in UTF-8, so the byte order mark must override the encoding that the page declares. */
const MARK = '\uFEFF'

/** @throws FailureError `snippets.*`, `file.*`, `gold.bad-*` */
export async function changeSnippet(
  folder: string,
  { html, url }: Pick<PageDocument, 'html' | 'url'>,
  change: Pick<SnippetChange, 'kind' | 'text' | 'remove'>,
): Promise<SnippetOutcome> {
  if (!isAbsolute(folder)) throw failed('snippets.folder', `"${folder}" is not an absolute path.`, 'Choose a folder.')
  // `file:` addresses are private, so a page without a web address is listed by hash.
  const hash = sha256(html)
  const address = url !== null && /^https?:/i.test(url) ? url : `urn:sha256:${hash}`
  const text = change.text.replace(/\s+/g, ' ').trim()
  await makeFolder(join(folder, SNIPPET_PAGES))
  const path = join(folder, SNIPPETS)
  return withFileLock(path, async (save) => {
    const list: Record<string, z.infer<typeof Entry>> = (await isThere(path)) ? readJson(await readFile(path, 'utf8'), List, path) : {}
    const known = Object.hasOwn(list, address) ? list[address] : undefined
    const entry = known ?? { file: `${pageIdOf(address, hash)}.html`, with: [], without: [] }
    const others = entry[change.kind].filter((one) => one !== text)
    const opposite = change.kind === 'with' ? 'without' : 'with'
    if (!change.remove && entry[opposite].includes(text)) {
      const message = `Another snippet of this page states that the same text ${opposite === 'with' ? 'must be kept' : 'must not be kept'}.`
      throw failed('snippets.opposite', message, 'Remove that snippet first: an extractor cannot satisfy both.')
    }
    const snippets = change.remove ? others : [...others, text]
    if (snippets.length === entry[change.kind].length) return { changed: false, snippets: entry.with.length + entry.without.length }
    const page = await pathInside(folder, SNIPPET_PAGES, entry.file)
    if (!change.remove) await writeSnippetPage(page, html, address)
    const changed = { ...entry, [change.kind]: snippets }
    const count = changed.with.length + changed.without.length
    const { [address]: _, ...rest } = list
    const next = count === 0 ? rest : { ...list, [address]: changed }
    await save(`${JSON.stringify(next, null, 2)}\n`)
    return { changed: true, snippets: count }
  })
}

async function writeSnippetPage(path: string, html: string, address: string): Promise<void> {
  const there = await readFile(path).catch(() => null)
  if (there === null) return writeWhole(path, MARK + html)
  if (decodeHtml(there).html !== html) {
    const message = `The folder contains another version of ${address}.`
    throw failed('snippets.other-page', message, 'Choose another folder, or remove the page and its snippets from this folder.')
  }
}

export function snippetHandlers(pages: Pick<PageService, 'document'>): Pick<Handlers, 'snippets.change'> {
  return {
    'snippets.change': ({ page, folder, ...change }) => changeSnippet(folder, pages.document(page), change),
  }
}
