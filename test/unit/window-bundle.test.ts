import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, test } from 'vitest'
import { root } from '../../scripts/ensure.mjs'
import { SCALES } from '../../scripts/lean-plugin.mjs'

const assets = join(root, 'out', 'renderer', 'assets')

describe.skipIf(!existsSync(assets))('the built window', () => {
  const programs = (): string[] =>
    readdirSync(assets)
      .filter((name) => name.endsWith('.js'))
      .map((name) => readFileSync(join(assets, name), 'utf8'))

  // Lower the limit if the bundle gets smaller.
  it('has no more than 2,200,000 bytes of programs in all', () =>
    expect(programs().reduce((sum, text) => sum + Buffer.byteLength(text), 0)).toBeLessThan(2_200_000))
  // Capture options, node details and the note on missing files load after the first screen.
  it('loads no more than 700,000 bytes of programs before the first screen', () => {
    const html = readFileSync(join(assets, '..', 'index.html'), 'utf8')
    const first = [...html.matchAll(/(?:src|href)="\.?\/(assets\/[^"]+\.js)"/g)].map(
      ([, path = '']) => statSync(join(assets, '..', path)).size,
    )
    expect(first.length).toBeGreaterThan(1)
    expect(first.reduce((sum, size) => sum + size, 0)).toBeLessThan(700_000)
  })
  it('is built for production with any NODE_ENV, and so is the window of published sites', () => {
    const site = join(root, 'out', 'site', 'window.js')
    for (const text of [...programs(), ...(existsSync(site) ? [readFileSync(site, 'utf8')] : [])]) expect(text).not.toContain('jsxDEV')
  })
})

test('the bundle contains the scales that Recharts chooses for an axis, and no chart uses another scale', () => {
  const combiners = join(root, 'node_modules', 'recharts', 'es6', 'state', 'selectors', 'combiners')
  const chosen = readFileSync(join(combiners, 'combineRealScaleType.js'), 'utf8').matchAll(/return '(\w+)'/g)
  expect([...new Set([...chosen].map(([, scale]) => scale))].sort()).toEqual([...SCALES].sort())
  const sources = readdirSync(join(root, 'renderer'), { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.tsx'))
  for (const name of sources) expect(readFileSync(join(root, 'renderer', name), 'utf8'), name).not.toMatch(/<[XYZ]Axis[^/]*\bscale=/)
})
