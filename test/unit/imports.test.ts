/** No file imports itself through other files. The linter ignores `import()` and type imports, and this test does not. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { expect, it } from 'vitest'
import { root } from '../../scripts/ensure.mjs'

const IMPORT = /\b(?:from|import)[\s(]*['"](\.[^'"]+)['"]/g

const sources = ['shared', 'electron', 'renderer'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path))
    .map((path) => join(root, folder, path)),
)

const importsOf = (file: string): string[] =>
  [...readFileSync(file, 'utf8').matchAll(IMPORT)].flatMap(([, name]) => {
    const path = join(dirname(file), name!)
    return [path, `${path}.ts`, `${path}.tsx`, join(path, 'index.ts')].find((place) => /\.tsx?$/.test(place) && existsSync(place)) ?? []
  })

function circleIn(graph: ReadonlyMap<string, readonly string[]>): readonly string[] | null {
  const left = new Map([...graph].map(([file, imports]) => [file, new Set(imports.filter((other) => graph.has(other)))]))
  const importers = new Map<string, string[]>()
  for (const [file, imports] of left) for (const other of imports) importers.set(other, [...(importers.get(other) ?? []), file])
  const done = [...left].filter(([, imports]) => imports.size === 0).map(([file]) => file)
  for (const file of done) {
    left.delete(file)
    for (const importer of importers.get(file) ?? []) {
      const imports = left.get(importer)!
      imports.delete(file)
      if (imports.size === 0) done.push(importer)
    }
  }
  // Every remaining module imports another remaining module, so each path through remaining modules visits a module twice.
  const way: string[] = [...left.keys()].slice(0, 1)
  while (way.length > 0) {
    const [next] = left.get(way.at(-1)!)!
    if (way.includes(next!)) return [...way.slice(way.indexOf(next!)), next!]
    way.push(next!)
  }
  return null
}

it('the sources import each other in no circle', () => {
  const graph = new Map(sources.map((file) => [file, importsOf(file)]))
  expect([...graph.values()].flat().length).toBeGreaterThan(graph.size)
  expect(circleIn(graph)?.map((file) => relative(root, file)) ?? null).toBeNull()
})
