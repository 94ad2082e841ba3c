import { join } from 'node:path'
import { createExtractionPool, type ExtractionPool } from '../../electron/services/extraction/extraction-pool'
import { buildPrograms } from './built-programs'

export async function startPool(threads: number): Promise<ExtractionPool> {
  const budget = { threads, limits: { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 32 } }
  return createExtractionPool({ program: join(await buildPrograms(), 'worker.js'), budget, timeout: 60_000 })
}
