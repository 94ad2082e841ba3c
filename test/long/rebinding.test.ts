/** In a separate network, loads names that resolve to private addresses. No private service may receive a connection. */
import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { folderForAll } from '../fixtures/temporary-folder'
import { jsonLines } from '../fixtures/run-program'
import { buildPrograms } from '../unit/built-programs'
import { hasChromium } from '../capture/chromium-loader'

/** Arguments of `unshare` for a separate network and separate mounts; undefined if the machine allows none. */
const SPACE = [
  ['-m', '-n'],
  ['-r', '-m', '-n'],
].find((space) => spawnSync('unshare', [...space, 'ip', 'link', 'set', 'lo', 'up']).status === 0)
if (!SPACE) console.warn('skipped: this machine allows no separate network namespace (needs Linux, unshare and iproute2)')

interface Loaded {
  readonly name: string
  readonly mode: string
  readonly code: string
  readonly message: string
  readonly html: string
  readonly inside: readonly string[]
  readonly stolen: readonly string[]
}

const folder = folderForAll('rebinding')

test.skipIf(!SPACE || !hasChromium).each([
  ['first', 10],
  ['second', 12],
])('a page of the web reaches no private service by a name that leads inside (%s half)', async (half, count) => {
  const names = join(folder, 'resolv.conf')
  writeFileSync(names, 'nameserver 127.0.0.1\noptions timeout:10 attempts:1\n')
  const script = `set -e; ip link set lo up; for a in 93.184.216.34 93.184.216.35 10.9.9.9; do ip addr add $a/32 dev lo; done
    mount --bind ${names} /etc/resolv.conf; exec ${process.execPath} ${join(await buildPrograms(), 'rebinding-network.js')} ${half}`
  const environment = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/_proxy$/i.test(name)))
  const run = spawnSync('unshare', [...(SPACE ?? []), 'sh', '-c', script], { encoding: 'utf8', env: environment, timeout: 280_000 })
  const loads = jsonLines<Loaded>(run.stdout)
  expect(loads.length, run.stderr).toBe(count)
  for (const { name, mode, code, message, html, inside, stolen } of loads) {
    const what = `${name} ${mode}`
    expect(
      stolen.filter((url) => url.includes('SECRET')),
      what,
    ).toEqual([])
    if (name === 'lan') {
      // All addresses of this host are private, and the user chose the host, so the host's resources load.
      expect(html, what).toContain('INSIDE-SECRET')
      expect(inside, what).toContain(`10.9.9.9 lan-${mode}.test/own.css`)
      continue
    }
    expect(inside, what).toEqual([])
    if (/mixed/.test(name))
      expect([code, message], what).toEqual(['load.private-address', expect.stringMatching(/has both public and private addresses/)])
    else if (!name.includes('redirect')) expect([code, html], what).toEqual(['ok', expect.stringContaining('An ordinary article')])
  }
})
