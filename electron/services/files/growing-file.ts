/** A file that grows as a temporary file and is renamed when it is complete. */
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { failAbout, fileFailure, makeFolder } from './files'

/** @throws FailureError if its folder cannot be made. */
export async function openGrowing(path: string) {
  const temporary = `${path}.part`
  await makeFolder(dirname(path))
  const stream = createWriteStream(temporary, { flush: true })
  let broken: Error | null = null
  stream.on('error', (thrown) => {
    broken = fileFailure(thrown, temporary) as Error
  })
  const check = (): void => {
    if (broken !== null) throw broken
  }
  const end = async (): Promise<void> => {
    stream.end()
    if (broken === null && !stream.closed) await Promise.race([once(stream, 'close'), once(stream, 'error').catch(() => undefined)])
  }
  return {
    /** @throws FailureError if this or an earlier write failed, for example on a full disk. */
    async append(data: string | Uint8Array): Promise<void> {
      check()
      // One callback per write: a listener per write would add up.
      await new Promise<void>((resolve) => {
        if (stream.write(data, () => resolve())) resolve()
      })
      check()
    },
    /** Renames the file to its final name. @throws FailureError. */
    finish: async (): Promise<void> => {
      await end()
      check()
      await rename(temporary, path).catch(failAbout(path))
    },
    /** Removes the temporary file. */
    discard: async (): Promise<void> => {
      await end()
      await rm(temporary, { force: true })
    },
  }
}

export type GrowingFile = Awaited<ReturnType<typeof openGrowing>>
