/** The folders of this machine, for a window that cannot show a native dialog. */
import { readdir } from 'node:fs/promises'
import { homedir } from 'node:os'
import { dirname, join, parse, resolve } from 'node:path'
import type { FolderListing } from '../../../shared/contract/corpus-contract'
import { failAbout, isThere } from './store/corpus-files'

/** Folders that are listed at most. */
const MOST = 2000

/** The folders in a folder; hidden ones are left out. @param path absolute; the home folder where it is null. @throws FailureError where it cannot be read. */
export async function listFolders(path: string | null): Promise<FolderListing> {
  const folder = resolve(path ?? homedir())
  const entries = await readdir(folder, { withFileTypes: true }).catch(failAbout(folder))
  const names = entries
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.'))
    .map(({ name }) => name)
    .sort((a, b) => a.localeCompare(b, 'en', { numeric: true }))
    .slice(0, MOST)
  const folders = await Promise.all(
    names.map(async (name) => {
      const own = join(folder, name)
      return { name, path: own, isCorpus: await isThere(join(own, 'corpus.json')) }
    }),
  )
  return { path: folder, parent: folder === parse(folder).root ? null : dirname(folder), folders }
}
