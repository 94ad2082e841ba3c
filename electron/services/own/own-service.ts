import { createHash } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { basename, dirname, extname, join, resolve } from 'node:path'
import writeFileAtomic from 'write-file-atomic'
import { z } from 'zod'
import { failed, FailureError, toFailure } from '../../../shared/base/failure'
import { TEMPLATE, type OwnExtractor, type OwnProposal } from '../../../shared/contract/own-contract'
import type { ExtractorInfo } from '../../../shared/extractors/core/extractor'
import { programInfo } from '../../../shared/extractors/own/program-extraction'
import { checkIds, type OwnData } from './own-data'
import { asYours, changedFailure, newEntry, proposed, told, type OwnEntry } from './own-entry'
import { extractorTemplate, TYPES_FILE, withTypes } from './new-extractor'
import { projectFiles, readOwnFile, type OwnFile } from './own-file'
import { watchFiles } from './watch-files'
import { jsonOf } from '../../../shared/base/json'
import { withFileLock } from '../corpus/store/file-lock'

export interface OwnServiceOptions {
  /** Where it is kept what the person agreed to. */
  readonly file: string
  /** Folder of the built programs. */
  readonly programs: string
  /** The folder that relative paths are of. */
  readonly folder: string
  /** Files named on the command line: naming them there is the consent. */
  readonly named: readonly string[]
  /** Installed libraries of the field, which stand in the place of files; nothing of one is run when it is read. */
  readonly libraries?: {
    /** Whether a name is a library's, `trafilatura` or `readability@0.5.0`, and no path. */
    readonly isName: (name: string) => boolean
    /** @throws FailureError `peer.*`, `library.*`. */
    readonly read: (name: string) => Promise<OwnFile>
  }
  /** Loads a module in a thread with limits. @throws FailureError `module.*`. */
  readonly describe: (file: OwnFile) => Promise<ExtractorInfo>
  /** Whether an id is a built-in extractor's. */
  readonly isTaken: (id: string) => boolean
  /** Something came, went or was saved anew; awaited before whoever asked is answered, so that the windows know it by then. */
  readonly onChange: () => Promise<void>
  /** What was agreed to no longer is: whatever runs of it is to end. */
  readonly onRevoked: () => void
}

/** sha256 of nothing. */
const EMPTY = createHash('sha256').digest('hex')

const AgreedFile = z.object({
  format: z.literal('boilerscope-own-extractors'),
  version: z.literal(1),
  agreed: z.array(z.object({ path: z.string().max(4096), hash: z.string().max(64) })).max(1000),
})

export type OwnService = ReturnType<typeof createOwnService>

/**
 * Extractors of the person's own at run time: which files they agreed to, and in what state each is. A file is asked about once for
 * each state of it. While Boilerscope runs, a file that it has loaded is watched, and whoever saves it is taken to be the person:
 * what changed while it did not run is asked about anew.
 */
export function createOwnService(options: OwnServiceOptions) {
  const entries = new Map<string, OwnEntry>()
  let closed = false
  const consents = watchFiles(() => void takenBackElsewhere().catch(() => undefined))
  const started = start()
  started.catch(() => undefined)

  const isLibrary = (name: string): boolean => options.libraries?.isName(name) ?? false
  const resolved = (path: string): string => (isLibrary(path) ? path : resolve(options.folder, path.replace(/^~(?=[/\\]|$)/, homedir())))
  const read = (path: string): Promise<OwnFile> =>
    options.libraries && isLibrary(path) ? options.libraries.read(path) : readOwnFile(path, options.folder)

  async function start(): Promise<void> {
    const agreed = (await readConsents()) ?? new Map<string, string>()
    const named = new Set(options.named.map(resolved))
    await Promise.all(
      [...new Set([...agreed.keys(), ...named])].map(async (path) => {
        const entry = { ...newEntry(path, agreed.get(path) ?? ''), kept: agreed.has(path) }
        entries.set(path, entry)
        await load(entry, named.has(path) ? 'agree' : 'ask')
      }),
    )
    // Where nothing can be kept, what was named runs in this session all the same.
    for (const path of named) await keep(path).catch(() => undefined)
    consents.follow([options.file])
  }

  /** Hashes by path; null where there is no such file, or none that can be read. */
  async function readConsents(): Promise<Map<string, string> | null> {
    const text = await readFile(options.file, 'utf8').catch(() => null)
    const kept = text === null ? null : jsonOf(text, AgreedFile)
    return kept && new Map(kept.agreed.map(({ path, hash }) => [path, hash]))
  }

  /** Another host of the same person wrote the consents: what it took back is taken back here. */
  async function takenBackElsewhere(): Promise<void> {
    const agreed = await readConsents()
    const gone = agreed === null ? [] : [...entries.values()].filter(({ path, kept }) => kept && !agreed.has(path))
    if (gone.length === 0 || closed) return
    for (const entry of gone) forget(entry)
    options.onRevoked()
    await options.onChange()
  }

  /** @param unknown what to do with a state that was not agreed to */
  async function load(entry: OwnEntry, unknown: 'ask' | 'agree'): Promise<void> {
    const turn = ++entry.turn
    const isCurrent = (): boolean => entry.turn === turn && !closed && entries.get(entry.path) === entry
    try {
      const file = await read(entry.path)
      if (!isCurrent()) return
      entry.file = file
      if (unknown === 'ask' && file.hash !== entry.agreed) {
        entry.state = 'changed'
        entry.failure = changedFailure(entry.path)
        return
      }
      entry.agreed = file.hash
      watch(entry)
      const info = file.kind === 'program' ? programInfo(file.program) : file.kind === 'library' ? file.info : await options.describe(file)
      if (!isCurrent()) return
      const others = [...entries.values()].filter((other) => other !== entry)
      checkIds([{ id: info.id, path: entry.path }], (id) => options.isTaken(id) || others.some((other) => other.info?.id === id))
      // Whatever family a copy names: in every list it stands among the person's own.
      Object.assign(entry, { info: isLibrary(entry.path) ? info : asYours(info, file.kind), state: 'ready', failure: null })
    } catch (thrown) {
      if (!isCurrent()) return
      const reason = toFailure(thrown)
      Object.assign(entry, { state: reason.code === 'file.not-found' ? 'missing' : 'failed', failure: reason })
    }
  }

  function watch(entry: OwnEntry): void {
    entry.watch ??= watchFiles(() => {
      // A consent that cannot be kept is asked for again at the next start.
      saved(entry).catch(() => undefined)
    })
    entry.watch.follow(entry.file?.files ?? [entry.path])
  }

  /** A watched file was written. */
  async function saved(entry: OwnEntry): Promise<void> {
    await takenBackElsewhere()
    if (entries.get(entry.path) !== entry) return
    const now = await read(entry.path).catch(() => null)
    // Some editors empty the file first.
    if (now?.kind === 'module' && now.files.length === 1 && now.hash === EMPTY) return
    if (now !== null && now.hash === entry.file?.hash && entry.state !== 'missing') return
    await load(entry, 'agree')
    if (closed || entries.get(entry.path) !== entry) return
    await options.onChange()
    await keep(entry.path, 'kept')
  }

  let writing: Promise<void> = Promise.resolve()
  /** Writes the consent to one file as it stands here, and leaves those to others as they stand on the disk. */
  function keep(path: string, onlyIf?: 'kept'): Promise<void> {
    writing = writing.then(
      () => write(path, onlyIf),
      () => write(path, onlyIf),
    )
    return writing
  }
  async function write(path: string, onlyIf: 'kept' | undefined): Promise<void> {
    await mkdir(dirname(options.file), { recursive: true })
    await withFileLock(options.file, async () => {
      const all = (await readConsents()) ?? new Map<string, string>()
      const entry = entries.get(path)
      // A save is no new consent: what another host took back meanwhile stays taken back.
      if (onlyIf === 'kept' && entry?.kept === true && !all.has(path)) return
      if (entry && entry.agreed !== '') all.set(path, entry.agreed)
      else all.delete(path)
      const agreed = [...all].map(([one, hash]) => ({ path: one, hash }))
      const text = JSON.stringify(
        { format: 'boilerscope-own-extractors', version: 1, agreed } satisfies z.infer<typeof AgreedFile>,
        null,
        2,
      )
      await writeFileAtomic(options.file, `${text}\n`, { mode: 0o600 })
      if (entry) entry.kept = true
    })
    await takenBackElsewhere()
  }

  return {
    /** What a file would run: one extractor, or those that a project lists. */
    async inspect(path: string): Promise<readonly OwnProposal[]> {
      await started
      const named = resolved(path)
      const file = await read(named).catch((thrown: unknown) => {
        if (toFailure(thrown).code !== 'own.is-project') throw thrown
        return null
      })
      const files = file ? [file] : await Promise.all((await projectFiles(named, options.folder)).map(read))
      return files.map((one) => {
        const place = isLibrary(named) ? named : one.path
        return proposed(one, place, entries.get(place)?.agreed)
      })
    },
    async add(path: string, hash: string): Promise<OwnExtractor> {
      await started
      const place = resolved(path)
      const file = await read(place)
      if (file.hash !== hash) throw new FailureError(changedFailure(place))
      const entry = entries.get(place) ?? newEntry(place, '')
      const isNew = !entries.has(place)
      entry.agreed = hash
      entries.set(place, entry)
      await load(entry, 'ask')
      // What cannot be loaded at all is not worth a place in the list; it is watched only once it was.
      if (isNew && entry.info === null && entry.failure?.code === 'own.id-taken') {
        forget(entry)
        throw new FailureError(entry.failure)
      }
      await keep(entry.path)
      await options.onChange()
      return told(entry)
    },
    async list(): Promise<readonly OwnExtractor[]> {
      await started
      return [...entries.values()].map(told)
    },
    async remove(path: string): Promise<void> {
      await started
      const entry = entries.get(resolved(path))
      if (!entry) return
      forget(entry)
      await keep(entry.path)
      options.onRevoked()
      await options.onChange()
    },
    async find(name: string, sha256: string): Promise<string | null> {
      await started
      const folders = [options.folder, ...[...entries.keys()].map(dirname), homedir()]
      for (const folder of new Set(folders)) {
        const path = join(folder, name.replace(/^.*[/\\]/, ''))
        const bytes = await readFile(path).catch(() => null)
        if (bytes && createHash('sha256').update(bytes).digest('hex') === sha256) return path
      }
      return null
    },
    /** Ids of the extractors that can be copied. */
    async sources(): Promise<readonly string[]> {
      return [TEMPLATE, ...(await import('./copy-source')).copiable()]
    },
    /** Writes a copy of an extractor; what is there already is never overwritten. @throws FailureError `file.*`, `own.*`. */
    async copy(id: string, path: string): Promise<string> {
      const target = resolved(path)
      if (extname(target) !== '.ts') throw failed('own.not-a-module', `${target} does not end in ".ts".`, 'Name a file like my-method.ts.')
      const name = basename(target, '.ts')
      const copy = id === TEMPLATE ? new Map([[`${name}.ts`, extractorTemplate(name)]]) : (await import('./copy-source')).copyOf(id, name)
      if (!copy) throw failed('own.no-source', `"${id}" cannot be copied.`, 'Choose another one.')
      for (const [file, text] of withTypes(copy)) {
        const place = join(dirname(target), file)
        await mkdir(dirname(place), { recursive: true })
        await writeFile(place, text, { flag: file === TYPES_FILE ? 'w' : 'wx' })
      }
      return target
    },
    /** What they are, also those that cannot be loaded as they are now. */
    async infos(): Promise<readonly ExtractorInfo[]> {
      await started
      return [...entries.values()].flatMap(({ info }) => (info ? [info] : []))
    },
    /** The files behind ids, for the threads; ids of other extractors are passed over. @throws FailureError where one cannot be run now. */
    async dataOf(ids: readonly string[]): Promise<OwnData | undefined> {
      await started
      const files = [...entries.values()].flatMap(({ info, state, file, failure: reason }) => {
        if (info === null || !ids.includes(info.id)) return []
        if (state !== 'ready' || file === null) throw new FailureError(reason ?? changedFailure(info.title))
        return [{ ...file, id: info.id }]
      })
      return files.length === 0 ? undefined : { files, programs: options.programs }
    },
    close(): void {
      closed = true
      consents.close()
      for (const entry of entries.values()) entry.watch?.close()
    },
  }

  function forget(entry: OwnEntry): void {
    entry.watch?.close()
    entries.delete(entry.path)
  }
}
