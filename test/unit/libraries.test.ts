import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '../..')
const BRING_A_DOM = ['linkedom', '@mozilla/readability', 'defuddle']

const LOADED = /^(?:import|export)\b(?! type\b)[^'"]*?(?:from )?['"]([^'"]+)['"];?$/gm

function packagesLoadedBy(entry: string): Map<string, string> {
  const found = new Map<string, string>()
  const files = new Set([join(root, entry)])
  for (const file of files) {
    for (const [, name = ''] of readFileSync(file, 'utf8').matchAll(LOADED)) {
      if (!name.startsWith('.')) found.set(name, relative(root, file))
      const path = resolve(dirname(file), name)
      const source = [`${path}.ts`, `${path}.tsx`, `${path}/index.ts`].find((place) => name.startsWith('.') && existsSync(place))
      if (source !== undefined) files.add(source)
    }
  }
  return found
}

describe('library extractors need a DOM', () => {
  it.each([
    'electron/main/start-host.ts',
    'electron/server/server.ts',
    'renderer/main.tsx',
    'electron/worker/extraction-worker.ts',
    'electron/worker/evaluation-worker.ts',
  ])('%s starts without the libraries', (entry) => {
    const packages = packagesLoadedBy(entry)
    expect(packages.size).toBeGreaterThan(5)
    for (const name of BRING_A_DOM) expect(packages.get(name)).toBe(undefined)
  })

  it('the registry loads the libraries for a task that requests them', () => {
    const packages = packagesLoadedBy('electron/peers/registry.ts')
    for (const name of BRING_A_DOM) expect(packages.get(name)).toMatch(/^electron\/peers\//)
  })
})
