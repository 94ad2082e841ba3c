import { existsSync, readFileSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import ts from 'typescript'

/** What a file imports, types and dynamic imports too, by its time of change: an editor keeps this process for hours. */
const read = new Map()

function importsOf(file) {
  const { mtimeMs } = statSync(file)
  const known = read.get(file)
  if (known?.mtimeMs === mtimeMs) return known.imports
  const { importedFiles } = ts.preProcessFile(readFileSync(file, 'utf8'), true, true)
  const imports = importedFiles.flatMap(({ fileName }) => fileOf(file, fileName) ?? [])
  read.set(file, { mtimeMs, imports })
  return imports
}

function fileOf(from, name) {
  if (!name.startsWith('.')) return null
  const path = resolve(dirname(from), name)
  const places = [path, `${path}.ts`, `${path}.tsx`, `${path}/index.ts`]
  return places.find((place) => /\.tsx?$/.test(place) && existsSync(place)) ?? null
}

/** The files from `start` back to `goal`, or null. Breadth first: the shortest circle is the one that helps. */
function wayTo(goal, start) {
  const before = new Map([[start, null]])
  for (const file of before.keys()) {
    if (file === goal) {
      const way = []
      for (let at = file; at !== null; at = before.get(at)) way.unshift(at)
      return way
    }
    for (const next of importsOf(file)) if (!before.has(next)) before.set(next, file)
  }
  return null
}

/** No file imports itself through others; a type in the wrong file counts, since that is how most circles begin. */
export const noCircle = {
  meta: { type: 'problem', schema: [], messages: { circle: 'Files import each other in a circle: {{ way }}.' } },
  create(context) {
    const check = (node) => {
      if (!node.source || typeof node.source.value !== 'string') return
      const imported = fileOf(context.filename, node.source.value)
      const way = imported && wayTo(context.filename, imported)
      if (way)
        context.report({ node, messageId: 'circle', data: { way: way.map((file) => file.slice(context.cwd.length + 1)).join(' → ') } })
    }
    return { ImportDeclaration: check, ExportNamedDeclaration: check, ExportAllDeclaration: check, ImportExpression: check }
  },
}
