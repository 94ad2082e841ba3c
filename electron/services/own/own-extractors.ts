/** Extractors of one's own, in the thread that runs them. */
import { failure, FailureError, toFailure, type Failure } from '../../../shared/base/failure'
import { completeParams } from '../../../shared/evaluation/run-spec'
import type { Extractor } from '../../../shared/extractors/core/extractor'
import { NO_PROBE } from '../../../shared/extractors/core/probe'
import { createRegistry, type Registry } from '../../../shared/extractors/core/registry'
import { parsePage } from '../../../shared/page/parse-page'
import { changedIntrinsics, takeIntrinsics, type Intrinsics } from './intrinsics'
import { loadModule } from './load-module'
import type { Selection, SelectionReply, SelectionTask } from './module-selections'
import type { OwnData } from './own-data'
import { readOwnFile, type OwnFile } from './own-file'
import { changedSince } from './loader-words'
import { programExtractor, type LoadedExtractor } from './program-bridge'

/** The module of this thread, and JavaScript as it was before it was loaded. */
let module: { readonly path: string; readonly before: Intrinsics } | null = null

/** @throws FailureError where a module does not load. */
export async function loadOwn(file: OwnFile, programs: string): Promise<LoadedExtractor> {
  if (file.kind === 'program') return programExtractor(file, programs)
  if (file.kind === 'library') {
    const { libraryExtractor } = await import('../../peers/library-extractor')
    return { extractor: libraryExtractor(file), end: () => undefined }
  }
  module ??= { path: file.path, before: takeIntrinsics() }
  if (module.path !== file.path) throw new Error(`${file.path} was sent to the thread of ${module.path}.`)
  return { extractor: await loadModule(file, programs), end: () => undefined }
}

/** Loads a file as it was when its hash was taken. @throws FailureError `own.changed` where it is another by now. */
async function loadAgreed(file: OwnFile, programs: string): Promise<LoadedExtractor> {
  // A library of the field is run by a program of ours, and described by nobody else's file.
  const isOurs = file.kind === 'library' || (file.kind === 'program' && !file.path.endsWith('.json'))
  if (!isOurs && (await readOwnFile(file.path, '')).hash !== file.hash) throw changedSince(file.path)
  return loadOwn(file, programs)
}

interface Loaded {
  readonly hash: string
  readonly loading: Promise<LoadedExtractor>
}

/** One program of ours runs several libraries. */
const keyOf = (file: OwnFile): string => (file.kind === 'program' ? `${file.path} ${file.program.id}` : file.path)

/** What this thread has loaded, the latest state of each file. */
const loaded = new Map<string, Loaded>()

/** The extractor of a file; loaded once for each state of it. An earlier state's program is ended. */
export async function latest(file: OwnFile, programs: string): Promise<Extractor> {
  let known = loaded.get(keyOf(file))
  if (known?.hash !== file.hash) {
    known?.loading.then(
      (earlier) => earlier.end(),
      () => undefined,
    )
    known = { hash: file.hash, loading: loadAgreed(file, programs) }
    loaded.set(keyOf(file), known)
  }
  try {
    return (await known.loading).extractor
  } catch (thrown) {
    // It is tried anew by the next page: a file that it imports may have come meanwhile.
    if (loaded.get(keyOf(file)) === known) loaded.delete(keyOf(file))
    throw thrown
  }
}

/** A registry with extractors of a person's own behind the given ones. @throws FailureError where one does not load. */
export async function withOwn(registry: Registry<Extractor>, own: OwnData | undefined): Promise<Registry<Extractor>> {
  if (!own || own.files.length === 0) return registry
  const extractors = await Promise.all(own.files.map((file) => latest(file, own.programs)))
  return createRegistry([...registry.list(), ...extractors])
}

/** Names of changed intrinsics that a warning lists. */
const NAMED = 6

/** What this thread's module changed of JavaScript itself: a sentence, or none. */
export function moduleWarnings(): string[] {
  const changed = changesOfModule()
  return changed === '' ? [] : [`${changed} for its own thread: no other extractor is touched, but what it gives itself may be.`]
}

/** `./patch.ts changed Math.log and String.prototype.trim`; empty where nothing is changed. */
function changesOfModule(): string {
  if (!module) return ''
  try {
    const names = changedIntrinsics(module.before)
    const { length } = names
    // Joining is what may have been changed.
    let list = ''
    for (let i = 0; i < length && i < NAMED; i++) {
      const isLast = i === length - 1 || i === NAMED - 1
      list += (i === 0 ? '' : isLast && length <= NAMED ? ' and ' : ', ') + (names[i] as string)
    }
    return length === 0 ? '' : `${module.path} changed ${list}${length > NAMED ? ` and ${length - NAMED} more` : ''}`
  } catch {
    return `${module.path} changed JavaScript so that it cannot be looked at any more`
  }
}

/** Does a task in a thread that has a module of its own. What goes wrong there is the module's, and no fault of Boilerscope. */
export async function blamingModule<T>(act: () => Promise<T>): Promise<T> {
  try {
    return await act()
  } catch (thrown) {
    throw new FailureError(moduleFailure(toFailure(thrown)))
  }
}

function moduleFailure(reason: Failure): Failure {
  if (!module) return reason
  const changed = changesOfModule()
  const message = changed === '' ? reason.message : `${reason.message} (${changed} for its own thread.)`
  return reason.code === 'internal' ? failure('module.error', `${module.path}: ${message}`, 'Mend it and save it.') : { ...reason, message }
}

/** What a module keeps of a page, under each configuration that was asked for. */
export async function selectByModule(task: SelectionTask): Promise<SelectionReply> {
  const extractor = await latest(task.module, task.programs)
  const { html, url, layout, scriptingEnabled, maxNodes, configurations } = task
  const page = parsePage(html, { sourcePositions: true, scriptingEnabled, maxNodes, url, layout })
  const selections = configurations.map((configuration): Selection => {
    const start = performance.now()
    const took = (): number => performance.now() - start
    try {
      const params = completeParams(extractor, configuration)
      const { selected, verdict } = extractor.run(page, params as never, NO_PROBE)
      return { selected, pageType: verdict?.pageType ?? null, failure: null, milliseconds: took() }
    } catch (thrown) {
      return { selected: null, pageType: null, failure: moduleFailure(toFailure(thrown)), milliseconds: took() }
    }
  })
  return { selections, warnings: moduleWarnings() }
}
