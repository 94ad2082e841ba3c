/** Tests the contents of the package. `npm run electron` starts the package. */
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { extractAll, listPackage } from '@electron/asar'
import { FuseV1Options, getCurrentFuseWire } from '@electron/fuses'
import { init, parse } from 'es-module-lexer'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { root } from '../../scripts/ensure.mjs'
import { packArchive } from '../../scripts/package.mjs'

const isBuilt = existsSync(join(root, 'out', 'main', 'main.js'))

describe.skipIf(!isBuilt)('the packed application', () => {
  let folder: string
  let unpacked: string
  let files: readonly string[]
  let program: string

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'boilerscope packed '))
    const packed = await packArchive(join(folder, 'pack'))
    program = packed.program
    files = listPackage(packed.archive, { isPack: false }).map((name) => name.replaceAll('\\', '/'))
    unpacked = join(folder, 'app')
    extractAll(packed.archive, unpacked)
    console.log(`The archive of the application has ${(statSync(packed.archive).size / 1e6).toFixed(1)} MB in ${files.length} files.`)
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))

  test('has no source maps, no natives, no types, and nothing that only the browser host or the command line needs', () => {
    expect(files.filter((name) => /\.(?:map|node)$|\.d\.[mc]?ts$/.test(name))).toEqual([])
    const packages = new Set(files.flatMap((name) => /^\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(name)?.[1] ?? []))
    for (const name of ['playwright-core', 'ws', 'commander', 'react', 'electron']) expect(packages, name).not.toContain(name)
    expect(files.filter((name) => /^\/out\/main\/[^/]+\.js$/.test(name)).sort()).toEqual(
      'corpus-worker evaluation-worker extractor main module-hooks module-runner program-thread reduce-worker save-worker worker'
        .split(' ')
        .map((name) => `/out/main/${name}.js`),
    )
  })

  test('has every package that a module imports when it is loaded', async () => {
    await init
    const missing = new Set<string>()
    const reached = new Set<string>()
    const waiting = files.filter((name) => /^\/out\/main\/[^/]+\.js$/.test(name)).map((name) => join(unpacked, name))
    for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
      if (reached.has(path)) continue
      reached.add(path)
      for (const { n: name = '', d: lazy } of parse(readFileSync(path, 'utf8'))[0])
        if (lazy !== -1) continue
        else if (name.startsWith('.')) waiting.push(join(dirname(path), name))
        else if (!name.startsWith('node:') && name !== 'electron' && !existsSync(join(unpacked, 'node_modules', name))) missing.add(name)
    }
    expect(reached.size).toBeGreaterThan(20)
    expect([...missing]).toEqual([])
  })

  test('has the licence, the icon, the preload, the samples with their gold texts, and every file that the window names', () => {
    for (const name of ['/LICENSE', '/electron/resources/icons/256x256.png', '/out/preload/preload.cjs']) expect(files).toContain(name)
    const index = JSON.parse(readFileSync(join(unpacked, 'electron', 'samples', 'index.json'), 'utf8')) as { id: string; file: string }[]
    expect(index.length).toBeGreaterThan(10)
    for (const { id, file } of index) {
      expect(files).toContain(`/electron/samples/pages/${file}`)
      expect(files).toContain(`/electron/samples/gold/${id}.txt`)
    }
    const html = readFileSync(join(unpacked, 'out', 'renderer', 'index.html'), 'utf8')
    const named = [...html.matchAll(/(?:src|href)="\.?(\/[^"]+)"/g)].map(([, path]) => `/out/renderer${path}`)
    expect(named.length).toBeGreaterThan(1)
    for (const name of named) expect(files).toContain(name)
    expect(readdirSync(join(unpacked, 'out', 'renderer', 'assets')).some((name) => name.endsWith('.woff2') || name.endsWith('.css'))).toBe(
      true,
    )
  })

  test('its program has the fuses of the configuration: it runs Node for modules and libraries, and no other option of Node', async () => {
    const wire = await getCurrentFuseWire(program)
    const [off, on] = ['0'.charCodeAt(0), '1'.charCodeAt(0)]
    expect(wire[FuseV1Options.RunAsNode]).toBe(on)
    expect(wire[FuseV1Options.EnableCookieEncryption]).toBe(off)
    expect(wire[FuseV1Options.EnableNodeOptionsEnvironmentVariable]).toBe(off)
    expect(wire[FuseV1Options.EnableNodeCliInspectArguments]).toBe(off)
    expect(wire[FuseV1Options.EnableEmbeddedAsarIntegrityValidation]).toBe(on)
    expect(wire[FuseV1Options.OnlyLoadAppFromAsar]).toBe(on)
    expect(wire[FuseV1Options.GrantFileProtocolExtraPrivileges]).toBe(off)
  })
})
