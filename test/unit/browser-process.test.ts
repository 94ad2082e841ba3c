import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeBrowserFolder } from '../../electron/server/browser-process'

test('what a browser wrote goes with it, and what a killed program left goes at the next start; that of a living one stays', async () => {
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
