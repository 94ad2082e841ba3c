import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { samplesOf, type Samples } from './sample-list'

export type { Samples } from './sample-list'

/** Reads the included samples from their folder (`index.json` and `pages/`). */
export function createSamples(folder: string): Samples {
  return samplesOf((path) => readFile(join(folder, path), 'utf8'))
}
