import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { root } from '../../../scripts/ensure.mjs'

const renderer = join(root, 'renderer')
const sheets = readdirSync(renderer, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.css'))
  .map((path) => ({ path, css: readFileSync(join(renderer, path), 'utf8') }))
const declared = new Set(
  readdirSync(renderer, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.(?:css|tsx?)$/.test(path))
    .flatMap((path) => [...readFileSync(join(renderer, path), 'utf8').matchAll(/(--[\w-]+)(?::|['"`])/g)].map(([, name]) => name)),
)

it('styles use only custom properties that exist', () => {
  const missing = sheets.flatMap(({ path, css }) =>
    [...css.matchAll(/var\((--(?!radix-)[\w-]+)\)/g)].filter(([, name]) => !declared.has(name)).map(([text]) => `${path}: ${text}`),
  )
  expect(missing).toEqual([])
})

it.each(Object.entries({ inter: 'Inter', 'jetbrains-mono': 'JetBrains Mono' }))(
  'the bundled type %s comes with its licence, and its files are those in the styles',
  (name, family) => {
    const inPackage = (path: string): string => join(root, 'node_modules', '@fontsource-variable', name, path)
    const licence = readFileSync(join(root, 'renderer', 'public', 'licences', `${name}.txt`), 'utf8')
    expect(licence).toBe(readFileSync(inPackage('LICENSE'), 'utf8'))
    expect(licence).toContain('SIL OPEN FONT LICENSE')
    const styles = readFileSync(join(root, 'renderer', 'components', 'fonts.css'), 'utf8')
    const files = [...styles.matchAll(/url\('@fontsource-variable\/([\w-]+)\/(files\/[^']+)'\)/g)].filter(([, of]) => of === name)
    expect(files).toHaveLength(3)
    for (const [, , file] of files) expect(existsSync(inPackage(file ?? ''))).toBe(true)
    expect(readFileSync(join(root, 'renderer', 'components', 'tokens.css'), 'utf8')).toContain(`'${family}', `)
  },
)
