import { readdir, stat } from 'node:fs/promises'
import { failure, toFailure, type Failure } from '../../../../shared/base/failure'
import type { CorpusPageEntry, GoldEntry } from '../../../../shared/contract/corpus-contract'
import { readGoldFile, PAGE_ID } from '../../../../shared/gold/gold-file'
import { hasAlmostNoText, titleOfSource } from '../../../../shared/page/parse-page'
import { readStart } from '../../files/read-file'
import { sweepLocks } from '../../files/file-lock'
import {
  FILE_LIMITS,
  failAbout,
  fileFailure,
  ifMissing,
  openFolder,
  pathInside,
  readJsonFile,
  readText,
  type Folder,
} from '../../files/files'
import { LEFTOVER, sweep } from '../../files/write-whole'
import { CaptureFile, recordFields } from './corpus-schema'

/** Returns null if the page has no folder. Lists damaged files in the entry. @throws FailureError if the folder cannot be read. */
export async function readPageEntry(root: string, id: string): Promise<CorpusPageEntry | null> {
  const problems: { file: string; failure: Failure }[] = []
  const attempt = async <T>(file: string, read: () => Promise<T>): Promise<T | null> => {
    try {
      return await read()
    } catch (thrown) {
      problems.push({ file: `pages/${id}/${file}`, failure: toFailure(fileFailure(thrown, `pages/${id}/${file}`)) })
      return null
    }
  }
  const folder = await openFolder(root, 'pages', id)
    .catch(ifMissing(null))
    .catch(failAbout(`pages/${id}`))
  if (!folder) return null
  const capture = await attempt('capture.json', async () =>
    readJsonFile(await folder.path('capture.json'), CaptureFile, `pages/${id}/capture.json`),
  )
  const bytes = await attempt('page.html', async () => (await stat(await folder.path('page.html'))).size)
  const head = bytes === null ? '' : await readStart(await folder.path('page.html'), HEAD).then(String, () => '')
  const title = titleOfSource(head)
  const sweepLeftover = async (name: string, ...parts: string[]): Promise<void> => {
    if (!LEFTOVER.test(name) || (await sweep(root, 'pages', id, ...parts, name))) return
    const message = `${name} is a temporary file of an interrupted write; the original file is complete.`
    const reason = failure('corpus.leftover', message, 'Delete the temporary file when no other window is saving.')
    problems.push({ file: ['pages', id, ...parts, name].join('/'), failure: reason })
  }
  for (const file of folder.names) await sweepLeftover(file)
  const none: Folder = { names: [], path: (name) => pathInside(root, 'pages', id, 'gold', name) }
  const golds = (folder.names.includes('gold') ? await attempt('gold', () => openFolder(root, 'pages', id, 'gold')) : null) ?? none
  await sweepLocks(golds)
  const gold: GoldEntry[] = []
  const texts: string[] = []
  const snippets: string[] = []
  for (const file of golds.names) {
    await sweepLeftover(file, 'gold')
    if (file.endsWith('.snippets.json')) snippets.push(file.slice(0, -'.snippets.json'.length))
    else if (file.endsWith('.txt')) texts.push(file.slice(0, -4))
    else if (file.endsWith('.json')) {
      const read = await attempt(`gold/${file}`, async () =>
        readGoldFile(await readText(await golds.path(file), FILE_LIMITS.json), `pages/${id}/gold/${file}`),
      )
      if (!read) continue
      gold.push({
        annotator: file.slice(0, -5),
        status: read.status,
        pageType: read.pageType,
        spans: read.spans.length,
        lost: read.lost?.length ?? 0,
        flags: read.flags ?? [],
        seconds: read.seconds ?? null,
        updatedAt: read.updatedAt,
        stale: capture !== null && read.pageSha256 !== capture.sha256,
        imported:
          ['.txt', '.snippets.json'].some((end) => golds.names.includes(`${file.slice(0, -5)}${end}`)) ||
          read.spans.some(({ origin }) => origin?.kind === 'import'),
      })
    }
  }
  const fields = capture ? recordFields(capture) : undefined
  return {
    id,
    url: capture?.finalUrl ?? capture?.url ?? null,
    label: capture?.label ?? null,
    ...(title === null ? {} : { title }),
    capturedAt: capture?.capturedAt ?? null,
    mode: capture?.mode ?? null,
    sha256: capture?.sha256 ?? null,
    bytes: bytes ?? 0,
    hasLayout: folder.names.includes('layout.json.gz'),
    ...(bytes !== null && bytes <= HEAD && head !== '' && hasAlmostNoText(head) ? { almostNoText: true as const } : {}),
    gold,
    texts,
    snippets,
    problems,
    ...(fields ? { fields } : {}),
  }
}

/** Maximum bytes of HTML that are read per page. A list of ten thousand pages must not read whole pages. */
const HEAD = 64 * 1024

export async function listPageIds(root: string): Promise<{ readonly ids: string[]; readonly others: string[] }> {
  const folder = await pathInside(root, 'pages')
  const entries = await readdir(folder, { withFileTypes: true }).catch(ifMissing([]))
  const ids: string[] = []
  const others: string[] = []
  for (const entry of entries) {
    if (PAGE_ID.test(entry.name) && (entry.isDirectory() || entry.isSymbolicLink())) ids.push(entry.name)
    else others.push(entry.name)
  }
  return { ids: ids.sort(), others: others.sort() }
}
