/** What Ctrl-C and a polite end do to a command under way. */
import { expect, it } from 'vitest'
import { untilInterrupted } from '../../electron/cli/cli-io'

const listeners = (): number[] => ['SIGINT', 'SIGTERM'].map((name) => process.listenerCount(name))

it.each(['SIGINT', 'SIGTERM'] as const)('%s cancels it, and the next of either ends the program: nothing listens then', async (name) => {
  const before = listeners()
  const during = await untilInterrupted((signal) => {
    expect(listeners()).toEqual(before.map((count) => count + 1))
    process.listeners(name).at(-1)?.(name)
    return Promise.resolve([signal.aborted, listeners()])
  })
  expect(during).toEqual([true, before])
})

it('nothing listens after it, however it ended', async () => {
  const before = listeners()
  await untilInterrupted(() => Promise.resolve())
  await expect(untilInterrupted(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
  expect(listeners()).toEqual(before)
})
