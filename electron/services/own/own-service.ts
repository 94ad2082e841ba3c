import { mkdir, readFile, rm } from 'node:fs/promises'
import { homedir } from 'node:os'
import { basename, dirname, extname, join } from 'node:path'
import { failed, FailureError, toFailure } from '../../../shared/base/failure'
import { type OwnExtractor, type OwnProposal, TEMPLATE } from '../../../shared/contract/own-contract'
import type { ExtractorInfo } from '../../../shared/extractors/core/extractor'
import { sha256 } from '../files/files'
import { writeWhole } from '../files/write-whole'
import { changedFailure, describeEntry, newEntry, OwnEntries, type OwnServiceOptions, proposed } from './own-entries'
import { extractorTemplate, TYPES_FILE, withTypes } from './new-extractor'
import { type OwnData, projectFiles } from './own-file'

export type OwnService = ReturnType<typeof createOwnService>

/** Each state of a file needs an approval. A save counts as approved only if the file was loaded in this session. */
export function createOwnService(options: OwnServiceOptions) {
  const entries = new OwnEntries(options)
  const started = entries.start()
  started.catch(() => undefined)
  const storeAndReport = async (path: string): Promise<void> => {
    try {
      await entries.store(path)
    } finally {
      await options.onChange()
    }
  }

  return {
    async inspect(path: string): Promise<readonly OwnProposal[]> {
      await started
      const named = entries.pathOf(path)
      const files = await entries.read(named).then(
        (file) => [file],
        async (thrown: unknown) => {
          if (toFailure(thrown).code !== 'own.is-project') throw thrown
          return Promise.all((await projectFiles(named, options.folder)).map((one) => entries.read(one)))
        },
      )
      return files.map((file) => {
        const place = entries.isLibrary(named) ? named : file.path
        return proposed(file, place, entries.get(place)?.agreed)
      })
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
      await entries.load(entry, 'propose')
      if (!known && entry.info === null && entry.failure?.code === 'own.id-taken') {
        entries.forget(entry)
        throw new FailureError(entry.failure)
      }
      await storeAndReport(entry.path)
      return describeEntry(entry)
    },
    async list(): Promise<readonly OwnExtractor[]> {
      await started
      return entries.all().map(describeEntry)
    },
    async remove(path: string): Promise<void> {
      await started
      const entry = entries.get(entries.pathOf(path))
      if (!entry) return
      entries.forget(entry)
      // The threads must discard the extractor now, even if the stored approval cannot be removed.
      options.onRevoked()
      await storeAndReport(entry.path)
    },
    /** Searches the working folder, the folders of the extractors and the home folder. Returns null if no file has this name and hash. */
    async find(name: string, hash: string): Promise<string | null> {
      await started
      for (const folder of new Set([options.folder, ...entries.all().map(({ path }) => dirname(path)), homedir()])) {
        const path = join(folder, name.replace(/^.*[/\\]/, ''))
        const bytes = await readFile(path).catch(() => null)
        if (bytes && sha256(bytes) === hash) return path
      }
      return null
    },
    sources: async (): Promise<readonly string[]> => [TEMPLATE, ...(await import('./copy-source')).copiable()],
    copy: (id: string, path: string): Promise<string> => writeCopy(id, entries.pathOf(path)),
    async infos(): Promise<readonly ExtractorInfo[]> {
      await started
      return entries.all().flatMap(({ info }) => (info ? [info] : []))
    },
    /** Skips ids of other extractors. */
    async dataOf(ids: readonly string[]): Promise<OwnData | undefined> {
      await started
      const files = entries.all().flatMap(({ info, state, file, failure: reason }) => {
        if (info === null || !ids.includes(info.id)) return []
        if (state !== 'ready' || file === null) throw new FailureError(reason ?? changedFailure(info.title))
        return [{ ...file, id: info.id, info }]
      })
      return files.length === 0 ? undefined : { files, programs: options.programs }
    },
    close: (): void => entries.close(),
  }
}

/** @returns `target` */
async function writeCopy(id: string, target: string): Promise<string> {
  if (extname(target) !== '.ts') throw failed('own.not-a-module', `${target} does not end in ".ts".`, 'Use a name like my-method.ts.')
  const name = basename(target, '.ts')
  const copy = id === TEMPLATE ? new Map([[`${name}.ts`, extractorTemplate(name)]]) : (await import('./copy-source')).copyOf(id, name)
  if (!copy) throw failed('own.no-source', `"${id}" cannot be copied.`, 'Choose another extractor.')
  const written: string[] = []
  try {
    for (const [file, text] of withTypes(copy)) {
      const place = join(dirname(target), file)
      await mkdir(dirname(place), { recursive: true })
      await writeWhole(place, text, { isNew: file !== TYPES_FILE })
      if (file !== TYPES_FILE) written.push(place)
    }
    return target
  } catch (thrown) {
    for (const place of written) await rm(place, { force: true }).catch(() => undefined)
    throw thrown
  }
}
