/** A file that grows beside its place and is moved there when it is whole. */
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { failAbout, fileFailure, makeFolder } from './files'

/** @throws FailureError where its folder cannot be made. */
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
    /** @throws FailureError where the disk is full or gone, of this write or an earlier one. */
    async append(data: string | Uint8Array): Promise<void> {
      check()
      // Told of this one write, whether it went well: listeners for each would add up.
      await new Promise<void>((resolve) => {
        if (stream.write(data, () => resolve())) resolve()
      })
      check()
    },
    /** Puts the file in its place. @throws FailureError. */
    finish: async (): Promise<void> => {
      await end()
      check()
      await rename(temporary, path).catch(failAbout(path))
    },
    /** Takes back what was written. */
    discard: async (): Promise<void> => {
      await end()
      await rm(temporary, { force: true })
    },
  }
}

export type GrowingFile = Awaited<ReturnType<typeof openGrowing>>
