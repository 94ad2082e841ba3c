/** The token of the last run at a port: a host that comes back there takes its windows back. In a file that its owner alone can read. */
import { randomBytes } from 'node:crypto'
import { chmod, mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import writeFileAtomic from 'write-file-atomic'
import { z } from 'zod'
import { jsonOf } from '../../shared/base/json'

const Kept = z.object({ port: z.number().int().min(1).max(65535), token: z.string().regex(/^[0-9a-f]{48}$/) })

const fileOf = (data: string): string => join(data, 'browser-host.json')

/** A token that nobody can guess. */
export const newToken = (): string => randomBytes(24).toString('hex')

/** The token that the last run had at this port; null where there was none, or the file says nothing. */
export async function keptToken(data: string, port: number): Promise<string | null> {
  const kept = jsonOf(await readFile(fileOf(data), 'utf8').catch(() => ''), Kept)
  return kept?.port === port ? kept.token : null
}

/** Keeps the token of a run. Where the folder cannot be written, its windows are not taken back. */
export async function keepToken(data: string, { port, token }: { readonly port: number; readonly token: string }): Promise<void> {
  await mkdir(data, { recursive: true })
    .then(() => writeFileAtomic(fileOf(data), `${JSON.stringify({ port, token })}\n`, { mode: 0o600 }))
    .then(() => chmod(fileOf(data), 0o600))
    .catch(() => undefined)
}
