/** Loads and watches the files of custom extractors. If a watched file changes, the extractor is loaded again and stays approved. */
import { mkdir, readFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { dirname, resolve } from 'node:path'
import { z } from 'zod'
import { failure, type Failure, toFailure } from '../../../shared/base/failure'
import { jsonOf } from '../../../shared/base/json'
import type { OwnExtractor, OwnProposal } from '../../../shared/contract/own-contract'
import type { ExtractorInfo } from '../../../shared/extractors/core/extractor'
import type { ParamSpec } from '../../../shared/extractors/core/params'
import { createTurns, withFileLock } from '../files/file-lock'
import { sha256 } from '../files/files'
import { checkIds, type OwnFile, readOwnFile } from './own-file'
import { type FileWatch, watchFiles } from './watch-files'

interface OwnEntry {
  readonly path: string
  agreed: string
  file: OwnFile | null
  info: ExtractorInfo | null
  state: OwnExtractor['state']
  failure: Failure | null
  watch: FileWatch | null
  turn: number
  /** Whether this host stored or read the approval. If the stored approval is missing later, another host withdrew the approval. */
  kept: boolean
}

export function newEntry(path: string, agreed: string): OwnEntry {
  return { path, agreed, file: null, info: null, state: 'missing', failure: null, watch: null, turn: 0, kept: false }
}

function fileState(path: string, file: OwnFile | null) {
  const command = file?.kind === 'program' ? [file.program.command, ...file.program.args].map(quoted).join(' ') : ''
  const kind = file?.kind ?? (path.endsWith('.json') ? 'program' : 'module')
  return { path, kind, command, hash: file?.hash ?? '', files: file?.files ?? [path] } as const
}

const quoted = (word: string): string => (/^[\w./:@%+=,{}-]+$/.test(word) ? word : JSON.stringify(word))

export const describeEntry = ({ path, file, info, state, failure: reason }: OwnEntry): OwnExtractor => ({
  ...fileState(path, file),
  state,
  info,
  failure: reason,
})

export const proposed = (file: OwnFile, path: string, agreed: string | undefined): OwnProposal => ({
  ...fileState(path, file),
  agreed: agreed === file.hash,
})

/** Parameters get the origin `yours`, unless a module states another origin than `ours`. */
function setParameterOrigins(info: ExtractorInfo, kind: OwnFile['kind']): ExtractorInfo {
  const asItsAuthors = (spec: ParamSpec): ParamSpec => {
    if (kind !== 'program' && spec.origin !== 'ours') return spec
    const { cites: _, ...rest } = spec
    return { ...rest, origin: 'yours' }
  }
  return {
    ...info,
    family: 'yours',
    params: Object.fromEntries(Object.entries(info.params).map(([name, spec]) => [name, asItsAuthors(spec)])),
  }
}

export function changedFailure(path: string): Failure {
  return failure('own.changed', `${path} has changed since you approved it.`, 'Review and approve it again in “Your extractors”.')
}

const ApprovedFile = z.object({
  format: z.literal('boilerscope-own-extractors'),
  version: z.literal(1),
  agreed: z.array(z.object({ path: z.string().max(4096), hash: z.string().max(64) })).max(1000),
})

type Consents = Map<string, string>

async function readConsents(file: string): Promise<Consents | null> {
  const text = await readFile(file, 'utf8').catch(() => null)
  const kept = text === null ? null : jsonOf(text, ApprovedFile)
  return kept && new Map(kept.agreed.map(({ path, hash }) => [path, hash]))
}

/** Returns whether the file was written. @param change returns false to change nothing */
async function changeConsents(file: string, change: (all: Consents) => boolean): Promise<boolean> {
  await mkdir(dirname(file), { recursive: true })
  return withFileLock(file, async (save) => {
    const all = (await readConsents(file)) ?? new Map<string, string>()
    if (!change(all)) return false
    const agreed = [...all].map(([path, hash]) => ({ path, hash }))
    const kept: z.infer<typeof ApprovedFile> = { format: 'boilerscope-own-extractors', version: 1, agreed }
    await save(`${JSON.stringify(kept, null, 2)}\n`, { mode: 0o600 })
    return true
  })
}

export interface OwnServiceOptions {
  readonly file: string
  readonly programs: string
  readonly folder: string
  readonly named: readonly string[]
  readonly libraries?: {
    readonly isName: (name: string) => boolean
    /** @throws FailureError `peer.*`, `library.*`. */
    readonly read: (name: string) => Promise<OwnFile>
  }
  /** @throws FailureError as `describeOwn` */
  readonly describe: (file: OwnFile) => Promise<ExtractorInfo>
  readonly hasId: (id: string) => boolean
  /**
   * Called after an extractor was added, removed or saved. The response to a request waits for the returned promise, so that the windows
   * are up to date.
   */
  readonly onChange: () => Promise<void>
  /** Called after an approval was withdrawn. Threads must discard the loaded extractor. */
  readonly onRevoked: () => void
}

const EMPTY = sha256('')

export class OwnEntries {
  readonly #options: OwnServiceOptions
  readonly #entries = new Map<string, OwnEntry>()
  readonly #consents = watchFiles(() => void this.#forgetRevoked().catch(() => undefined))
  readonly #inTurn = createTurns()
  #closed = false

  constructor(options: OwnServiceOptions) {
    this.#options = options
  }

  async start(): Promise<void> {
    const agreed = (await readConsents(this.#options.file)) ?? new Map<string, string>()
    const named = new Set(this.#options.named.map((path) => this.pathOf(path)))
    await Promise.all(
      [...new Set([...agreed.keys(), ...named])].map(async (path) => {
        const entry = { ...newEntry(path, agreed.get(path) ?? ''), kept: agreed.has(path) }
        this.#entries.set(path, entry)
        await this.load(entry, named.has(path) ? 'approve' : 'propose')
      }),
    )
    for (const path of named) await this.store(path).catch(() => undefined)
    this.#consents.follow([this.#options.file])
  }

  all(): OwnEntry[] {
    return [...this.#entries.values()]
  }

  get(path: string): OwnEntry | undefined {
    return this.#entries.get(path)
  }

  set(entry: OwnEntry): void {
    this.#entries.set(entry.path, entry)
  }

  forget(entry: OwnEntry): void {
    entry.watch?.close()
    this.#entries.delete(entry.path)
  }

  close(): void {
    this.#closed = true
    this.#consents.close()
    for (const entry of this.all()) entry.watch?.close()
  }

  isLibrary(name: string): boolean {
    return this.#options.libraries?.isName(name) ?? false
  }

  pathOf(name: string): string {
    return this.isLibrary(name) ? name : resolve(this.#options.folder, name.replace(/^~(?=[/\\]|$)/, homedir()))
  }

  read(path: string): Promise<OwnFile> {
    const { libraries, folder } = this.#options
    return libraries?.isName(path) ? libraries.read(path) : readOwnFile(path, folder)
  }

  /** @param unknown for a file state that is not approved: `propose` sets the state `changed`, `approve` approves the file */
  async load(entry: OwnEntry, unknown: 'propose' | 'approve'): Promise<void> {
    const turn = ++entry.turn
    const isCurrent = (): boolean => entry.turn === turn && this.#isHere(entry)
    try {
      const file = await this.read(entry.path)
      if (!isCurrent()) return
      entry.file = file
      if (unknown === 'propose' && file.hash !== entry.agreed) {
        entry.state = 'changed'
        entry.failure = changedFailure(entry.path)
        return
      }
      entry.agreed = file.hash
      this.#watch(entry)
      const info = await this.#options.describe(file)
      if (!isCurrent()) return
      const others = this.all().filter((other) => other !== entry)
      checkIds([{ id: info.id, path: entry.path }], (id) => this.#options.hasId(id) || others.some((other) => other.info?.id === id))
      Object.assign(entry, {
        info: this.isLibrary(entry.path) ? info : setParameterOrigins(info, file.kind),
        state: 'ready',
        failure: null,
      })
    } catch (thrown) {
      if (!isCurrent()) return
      const reason = toFailure(thrown)
      Object.assign(entry, { state: reason.code === 'file.not-found' ? 'missing' : 'failed', failure: reason })
    }
  }

  /**
   * Stores the approval of one file. Removes the stored approval if the entry has no approval or was removed.
   * @param onlyIf `kept` does not restore an approval that another host withdrew
   */
  store(path: string, onlyIf?: 'kept'): Promise<void> {
    return this.#inTurn('consents', async () => {
      let entry = this.get(path)
      const isWritten = await changeConsents(this.#options.file, (all) => {
        entry = this.get(path)
        if (onlyIf === 'kept' && entry?.kept === true && !all.has(path)) return false
        if (entry && entry.agreed !== '') all.set(path, entry.agreed)
        else all.delete(path)
        return true
      })
      if (isWritten && entry) entry.kept = true
      await this.#forgetRevoked()
    })
  }

  #isHere(entry: OwnEntry): boolean {
    return !this.#closed && this.#entries.get(entry.path) === entry
  }

  #watch(entry: OwnEntry): void {
    entry.watch ??= watchFiles(() => {
      this.#loadSaved(entry).catch(() => undefined)
    })
    entry.watch.follow(entry.file?.files ?? [entry.path])
  }

  async #loadSaved(entry: OwnEntry): Promise<void> {
    await this.#forgetRevoked()
    if (this.#entries.get(entry.path) !== entry) return
    const now = await this.read(entry.path).catch(() => null)
    // Some editors first empty a file, then write the file.
    if (now?.kind === 'module' && now.files.length === 1 && now.hash === EMPTY) return
    if (now !== null && now.hash === entry.file?.hash && entry.state !== 'missing') return
    await this.load(entry, 'approve')
    if (!this.#isHere(entry)) return
    await this.#options.onChange()
    await this.store(entry.path, 'kept')
  }

  /** Removes the entries whose stored approval is missing, because another host withdrew the approval. */
  async #forgetRevoked(): Promise<void> {
    const agreed = await readConsents(this.#options.file)
    const gone = agreed === null ? [] : this.all().filter(({ path, kept }) => kept && !agreed.has(path))
    if (gone.length === 0 || this.#closed) return
    for (const entry of gone) this.forget(entry)
    this.#options.onRevoked()
    await this.#options.onChange()
  }
}
