import { createHash } from 'node:crypto'
import { mkdir, readFile, rm } from 'node:fs/promises'
import { homedir } from 'node:os'
import { basename, dirname, extname, join } from 'node:path'
import { failed, FailureError, toFailure } from '../../../shared/base/failure'
import { TEMPLATE, type OwnExtractor, type OwnProposal } from '../../../shared/contract/own-contract'
import type { ExtractorInfo } from '../../../shared/extractors/core/extractor'
import { writeWhole } from '../files/write-whole'
import type { OwnData } from './own-data'
import { OwnEntries, type OwnServiceOptions } from './own-entries'
import { changedFailure, newEntry, proposed, told } from './own-entry'
import { extractorTemplate, TYPES_FILE, withTypes } from './new-extractor'
import { projectFiles } from './own-file'

export type OwnService = ReturnType<typeof createOwnService>

/**
 * Extractors of the person's own at run time: which files they agreed to, and in what state each is. A file is asked about once for
 * each state of it. While Boilerscope runs, a file that it has loaded is watched, and whoever saves it is taken to be the person:
 * what changed while it did not run is asked about anew.
 */
export function createOwnService(options: OwnServiceOptions) {
  const entries = new OwnEntries(options)
  const started = entries.start()
  started.catch(() => undefined)

  return {
    /** What a file would run: one extractor, or those that a project lists. */
    async inspect(path: string): Promise<readonly OwnProposal[]> {
      await started
      return await proposedFrom(entries, options.folder, path)
    },
    async add(path: string, hash: string): Promise<OwnExtractor> {
      await started
      const place = entries.pathOf(path)
      const file = await entries.read(place)
      if (file.hash !== hash) throw new FailureError(changedFailure(place))
      const known = entries.get(place)
      const entry = known ?? newEntry(place, '')
      entry.agreed = hash
      entries.set(entry)
      await entries.load(entry, 'ask')
      // What cannot be loaded at all is not worth a place in the list; it is watched only once it was.
      if (!known && entry.info === null && entry.failure?.code === 'own.id-taken') {
        entries.forget(entry)
        throw new FailureError(entry.failure)
      }
      try {
        await entries.keep(entry.path)
      } finally {
        await options.onChange()
      }
      return told(entry)
    },
    async list(): Promise<readonly OwnExtractor[]> {
      await started
      return entries.all().map(told)
    },
    async remove(path: string): Promise<void> {
      await started
      const entry = entries.get(entries.pathOf(path))
      if (!entry) return
      entries.forget(entry)
      // It ends now, also where that cannot be written down.
      options.onRevoked()
      try {
        await entries.keep(entry.path)
      } finally {
        await options.onChange()
      }
    },
    /** Where a file of this name and content lies: in the folder, beside the extractors, or at home; null where it does not. */
    async find(name: string, sha256: string): Promise<string | null> {
      await started
      return await findFile([options.folder, ...entries.all().map(({ path }) => dirname(path)), homedir()], name, sha256)
    },
    /** Ids of the extractors that can be copied. */
    async sources(): Promise<readonly string[]> {
      return [TEMPLATE, ...(await import('./copy-source')).copiable()]
    },
    /** Writes a copy of an extractor; what is there already is never overwritten. @throws FailureError `file.*`, `own.*`. */
    async copy(id: string, path: string): Promise<string> {
      const target = entries.pathOf(path)
      await writeCopy(id, target)
      return target
    },
    /** What they are, also those that cannot be loaded as they are now. */
    async infos(): Promise<readonly ExtractorInfo[]> {
      await started
      return entries.all().flatMap(({ info }) => (info ? [info] : []))
    },
    /** The files behind ids, for the threads; ids of other extractors are passed over. @throws FailureError where one cannot be run now. */
    async dataOf(ids: readonly string[]): Promise<OwnData | undefined> {
      await started
      const files = entries.all().flatMap(({ info, state, file, failure: reason }) => {
        if (info === null || !ids.includes(info.id)) return []
        if (state !== 'ready' || file === null) throw new FailureError(reason ?? changedFailure(info.title))
        return [{ ...file, id: info.id, info }]
      })
      return files.length === 0 ? undefined : { files, programs: options.programs }
    },
    close(): void {
      entries.close()
    },
  }
}

async function proposedFrom(entries: OwnEntries, folder: string, path: string): Promise<readonly OwnProposal[]> {
  const named = entries.pathOf(path)
  const file = await entries.read(named).catch((thrown: unknown) => {
    if (toFailure(thrown).code !== 'own.is-project') throw thrown
    return null
  })
  const files = file ? [file] : await Promise.all((await projectFiles(named, folder)).map((one) => entries.read(one)))
  return files.map((one) => {
    const place = entries.isLibrary(named) ? named : one.path
    return proposed(one, place, entries.get(place)?.agreed)
  })
}

async function findFile(folders: readonly string[], name: string, sha256: string): Promise<string | null> {
  for (const folder of new Set(folders)) {
    const path = join(folder, name.replace(/^.*[/\\]/, ''))
    const bytes = await readFile(path).catch(() => null)
    if (bytes && createHash('sha256').update(bytes).digest('hex') === sha256) return path
  }
  return null
}

async function writeCopy(id: string, target: string): Promise<void> {
  if (extname(target) !== '.ts') throw failed('own.not-a-module', `${target} does not end in ".ts".`, 'Name a file like my-method.ts.')
  const name = basename(target, '.ts')
  const copy = id === TEMPLATE ? new Map([[`${name}.ts`, extractorTemplate(name)]]) : (await import('./copy-source')).copyOf(id, name)
  if (!copy) throw failed('own.no-source', `"${id}" cannot be copied.`, 'Choose another one.')
  const written: string[] = []
  try {
    for (const [file, text] of withTypes(copy)) {
      const place = join(dirname(target), file)
      await mkdir(dirname(place), { recursive: true })
      await writeWhole(place, text, { isNew: file !== TYPES_FILE })
      if (file !== TYPES_FILE) written.push(place)
    }
  } catch (thrown) {
    // Half a copy would be in the way of the next one.
    for (const place of written) await rm(place, { force: true }).catch(() => undefined)
    throw thrown
  }
}
