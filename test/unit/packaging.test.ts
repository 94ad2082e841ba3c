import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { root } from '../../scripts/ensure.mjs'
import { makesDeb, packager } from '../../scripts/package.mjs'

const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  productName: string
  desktopName: string
  dependencies: Record<string, string>
}

/** Side of a square PNG, in pixels. */
function sideOf(file: string): number {
  const png = readFileSync(join(root, 'electron', 'resources', file))
  expect(png.subarray(1, 4).toString('latin1')).toBe('PNG')
  const [width, height] = [png.readUInt32BE(16), png.readUInt32BE(20)]
  expect(width).toBe(height)
  return width
}

describe('the package', () => {
  // Internal functions of electron-builder (the version is pinned): there is no public way to check a configuration.
  const configuration = async () => {
    const { getConfig } = await import('app-builder-lib/out/util/config/config.js')
    return getConfig(root, 'electron-builder.yml', null)
  }

  test('electron-builder accepts its configuration', async () => {
    const { validateConfiguration } = await import('app-builder-lib/out/util/config/config.js')
    const { DebugLogger } = await import('builder-util')
    const config = await configuration()
    await expect(validateConfiguration(config, new DebugLogger(false))).resolves.not.toThrow()
    expect(config).toMatchObject({ appId: 'boilerscope', asar: true })
    expect(config.linux?.target).toEqual(['AppImage', 'deb'])
  })

  test('nothing is compiled and nothing is uploaded', async () => {
    const config = await configuration()
    expect([config.npmRebuild, config.publish]).toEqual([false, null])
  })

  const gitOf =
    (outputs: Readonly<Record<string, string>>) =>
    (...args: string[]): string =>
      outputs[args.join(' ')] ?? ''

  test('deb: the maintainer and the homepage come from the environment or from git', () => {
    const git = gitOf({
      'config user.name': 'A Person',
      'config user.email': 'a@person.example',
      'remote get-url origin': 'git@code.example:a/boilerscope.git',
    })
    expect(packager({}, git)).toEqual({ maintainer: 'A Person <a@person.example>', homepage: 'https://code.example/a/boilerscope' })
    const environment = { DEBFULLNAME: 'B', DEBEMAIL: 'b@person.example', BOILERSCOPE_HOMEPAGE: 'https://b.example/' }
    expect(packager(environment, gitOf({}))).toEqual({ maintainer: 'B <b@person.example>', homepage: 'https://b.example/' })
  })

  test('deb: without a maintainer or a homepage, a sentence gives instructions', () => {
    expect(() => packager({}, gitOf({}))).toThrow('set DEBFULLNAME and DEBEMAIL')
    expect(() => packager({ DEBFULLNAME: 'B', DEBEMAIL: 'none' }, gitOf({}))).toThrow('needs a maintainer')
    const remote = { 'remote get-url origin': '/srv/boilerscope.git' }
    expect(() => packager({ DEBFULLNAME: 'B', DEBEMAIL: 'b@person.example' }, gitOf(remote))).toThrow('set BOILERSCOPE_HOMEPAGE')
  })

  test('only a .deb needs maintainer and homepage', () => {
    for (const args of [[], ['--linux'], ['-l', 'deb'], ['--linux', 'AppImage', 'deb']])
      expect(makesDeb(args, 'linux'), String(args)).toBe(true)
    for (const args of [['--dir'], ['--linux', 'AppImage'], ['--win'], ['-m']]) expect(makesDeb(args, 'linux'), String(args)).toBe(false)
    expect([makesDeb([], 'darwin'), makesDeb(['--linux'], 'darwin')]).toEqual([false, true])
  })

  test('no foreign domain or address occurs anywhere', () => {
    const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '-z'], { cwd: root, encoding: 'utf8' }).split('\0')
    // The pattern is in two pieces, so that this file does not match it.
    const domain = new RegExp(['boilerscope', '(?:org|com|net|io|dev)\\b'].join('\\.') + '|' + ['org', 'boilerscope'].join('\\.'), 'i')
    const naming = files.filter(
      (file) =>
        file !== '' &&
        !file.startsWith('docs/images/') &&
        existsSync(join(root, file)) &&
        domain.test(readFileSync(join(root, file), 'utf8')),
    )
    expect(naming).toEqual([])
  })

  test('Linux: the window has the name of its entry in the menu', async () => {
    const { linux } = await configuration()
    expect(linux).toMatchObject({
      executableName: 'boilerscope',
      syncDesktopName: true,
      mimeTypes: expect.arrayContaining(['text/html', 'multipart/related']) as string[],
    })
    expect(manifest.desktopName).toBe('boilerscope.desktop')
  })

  test('AppImage: uses the toolset that starts with the sandbox', async () =>
    expect((await configuration()).toolsets?.appimage).toBe('1.0.3'))

  test('dmg: has an ad-hoc signature without a certificate, and is not the default program for web pages', async () => {
    const { mac } = await configuration()
    expect(mac).toMatchObject({ target: 'dmg', identity: '-', hardenedRuntime: false })
    expect(mac?.fileAssociations).toEqual([expect.objectContaining({ ext: ['html', 'htm', 'xhtml', 'mhtml', 'mht'], rank: 'Alternate' })])
  })

  test('all systems: opens web archives; nsis: is not the default program for web pages', async () => {
    const { fileAssociations, win, nsis } = await configuration()
    expect((fileAssociations as { ext: string }[]).map(({ ext }) => ext)).toEqual(['warc', 'wacz'])
    expect([win?.target, win?.fileAssociations]).toEqual(['nsis', undefined])
    expect(nsis).toMatchObject({ oneClick: false, perMachine: false })
  })

  test('all packages have the name of the application', async () => expect((await configuration()).productName).toBe(manifest.productName))

  test('the icon exists in every size that systems read, and each file has the size in its name', () => {
    expect(sideOf('icon.png')).toBe(1024)
    const sizes = readdirSync(join(root, 'electron', 'resources', 'icons')).map((name) => [name, sideOf(join('icons', name))] as const)
    for (const [name, side] of sizes) expect(name).toBe(`${side}x${side}.png`)
    expect(sizes.map(([, side]) => side).sort((a, b) => a - b)).toEqual([16, 24, 32, 48, 64, 96, 128, 256, 512])
  })

  test('libraries of the window are bundled, and not packed a second time', () => {
    expect(
      Object.keys(manifest.dependencies).filter((name) => ['react', 'react-dom', 'recharts', 'zustand', 'radix-ui'].includes(name)),
    ).toEqual([])
  })
})
