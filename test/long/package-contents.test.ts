/** What is packed, unpacked elsewhere and used there with plain Node: nothing outside the package may be needed. */
import { execFile } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { extractAll, listPackage } from '@electron/asar'
import { FuseV1Options, getCurrentFuseWire } from '@electron/fuses'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { SelfCheckReport } from '../../electron/services/self-check/self-check'
import { findChromium, root } from '../../scripts/ensure.mjs'
import { packArchive } from '../../scripts/pack.mjs'

const run = promisify(execFile)
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
    // The one thing that is not of the package.
    const electron = join(unpacked, 'node_modules', 'electron')
    mkdirSync(electron)
    cpSync(join(root, 'test', 'packed', 'electron-stub.mjs'), join(electron, 'index.mjs'))
    writeFileSync(join(electron, 'preload.cjs'), 'module.exports = globalThis.forPreload')
    const entries = { '.': { import: './index.mjs', require: './preload.cjs' } }
    writeFileSync(join(electron, 'package.json'), JSON.stringify({ name: 'electron', version: '0.0.0', exports: entries }))
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))

  test('has no source maps, no natives, no types, and nothing that only the browser host or the command line needs', () => {
    expect(files.filter((name) => /\.(?:map|node)$|\.d\.[mc]?ts$/.test(name))).toEqual([])
    const packages = new Set(files.flatMap((name) => /^\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(name)?.[1] ?? []))
    for (const name of ['playwright-core', 'ws', 'mime', 'commander', 'react', 'electron']) expect(packages, name).not.toContain(name)
    expect(files.filter((name) => /^\/out\/main\/[^/]+\.js$/.test(name)).sort()).toEqual(
      'corpus-worker evaluation-worker extractor main module-hooks program-thread reduce-worker save-worker worker'
        .split(' ')
        .map((name) => `/out/main/${name}.js`),
    )
  })

  test('has the licence, the samples with their gold, and every file the window names', () => {
    expect(files).toContain('/LICENSE')
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

  test('its program has the fuses that let nobody run other code with it', async () => {
    const wire = await getCurrentFuseWire(program)
    const [off, on] = ['0'.charCodeAt(0), '1'.charCodeAt(0)]
    expect(wire[FuseV1Options.RunAsNode]).toBe(off)
    expect(wire[FuseV1Options.EnableCookieEncryption]).toBe(off)
    expect(wire[FuseV1Options.EnableNodeOptionsEnvironmentVariable]).toBe(off)
    expect(wire[FuseV1Options.EnableNodeCliInspectArguments]).toBe(off)
    expect(wire[FuseV1Options.EnableEmbeddedAsarIntegrityValidation]).toBe(on)
    expect(wire[FuseV1Options.OnlyLoadAppFromAsar]).toBe(on)
    expect(wire[FuseV1Options.GrantFileProtocolExtraPrivileges]).toBe(off)
  })

  test('its preload is one CommonJS file that exposes a view’s address, the way to a channel, and where a dropped file lies', async () => {
    const script = `
      const exposed = {}
      globalThis.forPreload = {
        contextBridge: { exposeInMainWorld: (name, value) => (exposed[name] = Object.keys(value).sort()) },
        ipcRenderer: { on() {}, send() {} },
      }
      require('./out/preload/preload.cjs')
      console.log(JSON.stringify(exposed))`
    const { stdout } = await run(process.execPath, ['-e', script], { cwd: unpacked })
    expect(JSON.parse(stdout)).toEqual({ boilerscope: ['connect', 'pathOf', 'viewBase'] })
    expect(readdirSync(join(unpacked, 'out', 'preload'))).toEqual(['preload.cjs'])
  })

  test.skipIf(findChromium() === null)('starts, and every worker does its work from there', async () => {
    const report = join(folder, 'found.json')
    // One finding is of Electron's own request filter, which the stand-in does not have; so the end is not looked at.
    await run(process.execPath, [join(unpacked, 'out', 'main', 'main.js'), '--self-check', report], {
      cwd: folder,
      env: {
        ...process.env,
        DATA: join(folder, 'data'),
        PACKAGE: unpacked,
        PLAYWRIGHT: pathToFileURL(join(root, 'node_modules', 'playwright-core', 'index.mjs')).href,
        CHROMIUM: findChromium() ?? '',
      },
    }).catch(() => undefined)
    const { findings, boilerscope } = JSON.parse(readFileSync(report, 'utf8')) as SelfCheckReport
    expect(boilerscope).toBe('0.0.0-packed')
    const failed = findings.filter(({ outcome }) => outcome === 'failed').map(({ name, detail }) => `${name}: ${detail}`)
    expect(failed.filter((line) => !line.startsWith('a page of this machine reaches no other place here'))).toEqual([])
    const passed = findings.filter(({ outcome }) => outcome === 'passed').map(({ name }) => name)
    expect(passed).toEqual(
      expect.arrayContaining([
        'a sample is opened, rendered',
        'a page is extracted in a thread',
        'samples are evaluated in threads',
        'a label is saved and read again',
        'pages of a corpus are measured in threads',
      ]),
    )
  })
})
