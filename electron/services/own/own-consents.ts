/** Approvals: the approved hash of each file, by path, in one file that all hosts of the user share. */
import { mkdir, readFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { z } from 'zod'
import { jsonOf } from '../../../shared/base/json'
import { withFileLock } from '../files/file-lock'

const AgreedFile = z.object({
  format: z.literal('boilerscope-own-extractors'),
  version: z.literal(1),
  agreed: z.array(z.object({ path: z.string().max(4096), hash: z.string().max(64) })).max(1000),
})

/** Approved hashes by path. */
export type Consents = Map<string, string>

/** Reads the approvals; null if the file is missing or unreadable. */
export async function readConsents(file: string): Promise<Consents | null> {
  const text = await readFile(file, 'utf8').catch(() => null)
  const kept = text === null ? null : jsonOf(text, AgreedFile)
  return kept && new Map(kept.agreed.map(({ path, hash }) => [path, hash]))
}

/** Changes the approvals under a lock. @param change returns false to change nothing. Returns whether it wrote. */
export async function changeConsents(file: string, change: (all: Consents) => boolean): Promise<boolean> {
  await mkdir(dirname(file), { recursive: true })
  return await withFileLock(file, async (save) => {
    const all = (await readConsents(file)) ?? new Map<string, string>()
    if (!change(all)) return false
    const agreed = [...all].map(([path, hash]) => ({ path, hash }))
    const text = JSON.stringify({ format: 'boilerscope-own-extractors', version: 1, agreed } satisfies z.infer<typeof AgreedFile>, null, 2)
    await save(`${text}\n`, { mode: 0o600 })
    return true
  })
}
