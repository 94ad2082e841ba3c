/** Extractors of one's own, in the thread that runs them. */
import { workerData } from 'node:worker_threads'
import type { Extractor } from '../../../shared/extractors/core/extractor'
import { createRegistry, type Registry } from '../../../shared/extractors/core/registry'
import { loadModule } from './load-module'
import type { OwnData } from './own-data'
import type { OwnFile } from './own-file'
import { programExtractor } from './program-bridge'

/** @throws FailureError where a module does not load. */
export function loadOwn(file: OwnFile, programs: string): Promise<Extractor> {
  return file.kind === 'module' ? loadModule(file, programs) : Promise.resolve(programExtractor(file, programs))
}

/** The registry of this thread: the given one, and what its pool was told of a person's own files. */
export async function registryOfThread(registry: Registry<Extractor>): Promise<Registry<Extractor>> {
  const own = ownDataIn(workerData)
  if (!own) return registry
  const loaded = await Promise.all(own.files.map((file) => loadOwn(file, own.programs)))
  return createRegistry([...registry.list(), ...loaded])
}

/** Piscina hands on what it was given, with a part of its own around it. */
function ownDataIn(data: unknown): OwnData | null {
  const candidates: unknown[] = Array.isArray(data) ? data : [data]
  for (const candidate of candidates)
    if (typeof candidate === 'object' && candidate !== null && 'own' in candidate) return candidate.own as OwnData
  return null
}
