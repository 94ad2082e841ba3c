import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { CdpTarget } from '../../electron/services/capture/cdp-target'
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createReadyTargets, makeBrowserFolder } from '../../electron/server/browser-process'

function browser() {
  const ended: number[] = []
  const leave = new Map<number, (reason: string) => void>()
  let opened = 0
  let refuses = false
  const open = (): Promise<CdpTarget> => {
    if (refuses) return Promise.reject(new Error('no browser is installed'))
    const number = ++opened
    return Promise.resolve({
      send: () => Promise.resolve(number),
      on: () => undefined,
      onGone: (listener) => void leave.set(number, listener),
      guard: () => Promise.resolve(),
      destroy: () => {
        if (!ended.includes(number)) ended.push(number)
        return Promise.resolve()
      },
    })
  }
  return {
    open,
    ended,
    opened: () => opened,
    crash: (number: number) => leave.get(number)?.('its process crashed'),
    refuse: (is: boolean) => void (refuses = is),
  }
}

const numberOf = (target: CdpTarget): Promise<unknown> => target.send('which')

describe('a prepared page', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  test('is assigned once; the next capture gets another page, which is made after the end of the first capture', async () => {
    const chromium = browser()
    const ready = createReadyTargets(chromium.open)
    ready.prepare()
    const first = await ready.open()
    expect([await numberOf(first), chromium.opened()]).toEqual([1, 1])
    await first.destroy()
    expect([chromium.ended, chromium.opened()]).toEqual([[1], 1])
    await vi.advanceTimersByTimeAsync(1000)
    expect([chromium.opened(), await numberOf(await ready.open())]).toEqual([2, 2])
  })

  test('is the only one: simultaneous captures open further pages', async () => {
    const chromium = browser()
    const ready = createReadyTargets(chromium.open)
    ready.prepare()
    ready.prepare()
    const targets = await Promise.all([ready.open(), ready.open(), ready.open()])
    expect(await Promise.all(targets.map(numberOf))).toEqual([1, 2, 3])
    await Promise.all(targets.map((target) => target.destroy()))
    await vi.advanceTimersByTimeAsync(1000)
    expect(chromium.opened()).toBe(4)
  })

  test('is not assigned if it crashed in the meantime', async () => {
    const chromium = browser()
    const ready = createReadyTargets(chromium.open)
    ready.prepare()
    await vi.advanceTimersByTimeAsync(0)
    chromium.crash(1)
    expect(await numberOf(await ready.open())).toBe(2)
    expect(chromium.ended).toEqual([1])
  })

  test('is closed after ten minutes without use', async () => {
    const chromium = browser()
    const ready = createReadyTargets(chromium.open)
    ready.prepare()
    await vi.advanceTimersByTimeAsync(11 * 60_000)
    expect(chromium.ended).toEqual([1])
    expect(await numberOf(await ready.open())).toBe(2)
  })

  test('that cannot be opened is reported only on request', async () => {
    const chromium = browser()
    const ready = createReadyTargets(chromium.open)
    chromium.refuse(true)
    ready.prepare()
    await expect(ready.open()).rejects.toThrow('no browser is installed')
    chromium.refuse(false)
    expect(await numberOf(await ready.open())).toBe(1)
  })

  test('ends with the host, also while it opens or after a capture has ended', async () => {
    const chromium = browser()
    const ready = createReadyTargets(chromium.open)
    const used = await ready.open()
    ready.prepare()
    await Promise.all([used.destroy(), ready.close()])
    await vi.advanceTimersByTimeAsync(1000)
    expect([chromium.opened(), [...chromium.ended].sort()]).toEqual([2, [1, 2]])
  })
})

test('files of a browser are removed at its end, files of a killed program at the next start, files of a running program never', async () => {
  const dead = spawnSync(process.execPath, ['-e', '']).pid
  const left = join(tmpdir(), `boilerscope-browser-${dead}-abcdef`)
  mkdirSync(join(left, 'profile'), { recursive: true })
  writeFileSync(join(left, 'profile', 'file'), 'x')
  const living = mkdtempSync(join(tmpdir(), `boilerscope-browser-${process.ppid}-`))
  const other = mkdtempSync(join(tmpdir(), 'boilerscope-other-'))
  try {
    const folder = await makeBrowserFolder()
    expect([existsSync(left), existsSync(living), existsSync(other)]).toEqual([false, true, true])
    expect([existsSync(folder.profile), existsSync(folder.artifacts)]).toEqual([true, true])
    await folder.remove()
    expect(existsSync(folder.profile)).toBe(false)
  } finally {
    for (const path of [left, living, other]) rmSync(path, { recursive: true, force: true })
  }
})
