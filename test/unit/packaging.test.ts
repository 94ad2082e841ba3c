import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { root } from '../../scripts/ensure.mjs'
import { makesDeb, packager } from '../../scripts/package.mjs'

const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { readonly desktopName: string }

describe('the package', () => {
  // No public function of electron-builder checks a configuration, so the tests use internal functions of the pinned version.
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

  test('nothing is uploaded, and each system starts and registers the application as intended', async () => {
    const { publish, toolsets, mac, win, nsis, linux, fileAssociations } = await configuration()
    expect(publish).toBeNull()
    expect(toolsets?.appimage).toBe('1.0.3')
    // The desktop assigns the window to the application's menu entry only if both names are equal.
    expect([linux?.syncDesktopName, `${linux?.executableName}.desktop`]).toEqual([true, manifest.desktopName])
    // `-` is an ad-hoc signature without a certificate. A Mac with Apple silicon does not run unsigned programs.
    expect(mac).toMatchObject({ identity: '-', hardenedRuntime: false })
    expect([mac?.fileAssociations, win?.fileAssociations]).toEqual([[expect.objectContaining({ rank: 'Alternate' })], undefined])
    expect(fileAssociations).toEqual(['warc', 'wacz'].map((ext) => expect.objectContaining({ ext }) as unknown))
    expect(nsis).toMatchObject({ oneClick: false, perMachine: false })
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
    // Two strings, so that this file does not match the pattern.
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
})
