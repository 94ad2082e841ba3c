import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { root } from '../../scripts/ensure.mjs'

describe('the package', () => {
  test('electron-builder accepts its configuration', async () => {
    // Internal functions of electron-builder (the version is pinned): there is no public way to check a configuration.
    const { getConfig, validateConfiguration } = await import('app-builder-lib/out/util/config/config.js')
    const { DebugLogger } = await import('builder-util')
    const config = await getConfig(root, 'electron-builder.yml', null)
    await expect(validateConfiguration(config, new DebugLogger(false))).resolves.not.toThrow()
    expect(config).toMatchObject({ appId: 'org.boilerscope.app', asar: true })
    expect(config.electronFuses).toMatchObject({
      runAsNode: false,
      enableNodeCliInspectArguments: false,
      onlyLoadAppFromAsar: true,
      grantFileProtocolExtraPrivileges: false,
    })
    expect(config.linux?.target).toEqual(['AppImage', 'deb'])
  })

  test('the icon is a square PNG of at least 512 pixels', () => {
    const png = readFileSync(join(root, 'electron', 'resources', 'icon.png'))
    expect(png.subarray(1, 4).toString('latin1')).toBe('PNG')
    const [width, height] = [png.readUInt32BE(16), png.readUInt32BE(20)]
    expect(width).toBe(height)
    expect(width).toBeGreaterThanOrEqual(512)
  })

  test('libraries of the window alone are bundled, not shipped a second time', () => {
    const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { dependencies: Record<string, string> }
    expect(
      Object.keys(manifest.dependencies).filter((name) => ['react', 'react-dom', 'recharts', 'zustand', 'radix-ui'].includes(name)),
    ).toEqual([])
  })
})
