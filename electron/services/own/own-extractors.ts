/** Extractors of one's own, in the thread that runs them. */
import { workerData } from 'node:worker_threads'
import { failed } from '../../../shared/base/failure'
import type { Extractor } from '../../../shared/extractors/core/extractor'
import { createRegistry, type Registry } from '../../../shared/extractors/core/registry'
import { loadModule } from './load-module'
import type { OwnData } from './own-data'
import { readOwnFile, type OwnFile } from './own-file'
import { programExtractor, type LoadedExtractor } from './program-bridge'

/** @throws FailureError where a module does not load. */
export async function loadOwn(file: OwnFile, programs: string): Promise<LoadedExtractor> {
  if (file.kind === 'program') return programExtractor(file, programs)
  return { extractor: await loadModule(file, programs), end: () => undefined }
}

/** Loads a file as it was when its hash was taken. @throws FailureError `own.changed` where it is another by now. */
async function loadAgreed(file: OwnFile, programs: string): Promise<LoadedExtractor> {
  if ((await readOwnFile(file.path, '')).hash !== file.hash)
    throw failed('own.changed', `${file.path} was changed since it was named.`, 'Run it again; a run over many pages is started anew.')
  return loadOwn(file, programs)
}

interface Loaded {
  readonly hash: string
  readonly loading: Promise<LoadedExtractor>
}

/** What this thread has loaded, the latest state of each file. */
const loaded = new Map<string, Loaded>()

/** The extractor of a file; loaded once for each state of it. An earlier state's program is ended. */
export async function latest(file: OwnFile, programs: string): Promise<Extractor> {
  let known = loaded.get(file.path)
  if (known?.hash !== file.hash) {
    known?.loading.then(
      (earlier) => earlier.end(),
      () => undefined,
    )
    known = { hash: file.hash, loading: loadAgreed(file, programs) }
    loaded.set(file.path, known)
  }
  try {
    return (await known.loading).extractor
  } catch (thrown) {
    // It is tried anew by the next page: a file that it imports may have come meanwhile.
    if (loaded.get(file.path) === known) loaded.delete(file.path)
    throw thrown
  }
}

/** A registry with extractors of a person's own behind the given ones. @throws FailureError where one does not load. */
export async function withOwn(registry: Registry<Extractor>, own: OwnData | undefined): Promise<Registry<Extractor>> {
  if (!own || own.files.length === 0) return registry
  const extractors = await Promise.all(own.files.map((file) => latest(file, own.programs)))
  return createRegistry([...registry.list(), ...extractors])
}

/** The registry of this thread: the given one, and what its pool was told of a person's own files. */
export async function registryOfThread(registry: Registry<Extractor>): Promise<Registry<Extractor>> {
  const own = ownDataIn(workerData)
  if (!own) return registry
  const loaded = await Promise.all(own.files.map((file) => loadOwn(file, own.programs)))
  return createRegistry([...registry.list(), ...loaded.map(({ extractor }) => extractor)])
}

/** Piscina hands on what it was given, with a part of its own around it. */
function ownDataIn(data: unknown): OwnData | undefined {
  const candidates: unknown[] = Array.isArray(data) ? data : [data]
  for (const candidate of candidates)
    if (typeof candidate === 'object' && candidate !== null && 'own' in candidate) return candidate.own as OwnData
  return undefined
}
