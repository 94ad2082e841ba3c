/** A file that grows beside its place and is moved there when it is whole. */
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { failAbout, fileFailure, makeFolder } from '../corpus/store/corpus-files'

export interface GrowingFile {
  /** @throws FailureError where the disk is full or gone, of this write or an earlier one. */
  readonly append: (data: string | Uint8Array) => Promise<void>
  /** Puts the file in its place. @throws FailureError. */
  readonly finish: () => Promise<void>
  /** Takes back what was written. */
  readonly discard: () => Promise<void>
}

/** @throws FailureError where its folder cannot be made. */
export async function openGrowing(path: string): Promise<GrowingFile> {
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
    async append(data) {
      check()
      // Told of this one write, whether it went well: listeners for each would add up.
      await new Promise<void>((resolve) => {
        if (stream.write(data, () => resolve())) resolve()
      })
      check()
    },
    async finish() {
      await end()
      check()
      await rename(temporary, path).catch(failAbout(path))
    },
    async discard() {
      await end()
      await rm(temporary, { force: true })
    },
  }
}
