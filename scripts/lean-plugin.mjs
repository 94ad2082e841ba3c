// What the window's bundle gets of some libraries in place of what they publish, which no bundler can make smaller.
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'

const require = createRequire(import.meta.url)

/**
 * React is published as CommonJS, which a bundler reaches through its exports object: `(0, r.jsx)(…)` at each of some four thousand
 * calls. As ES modules each of its names is a letter. Beside each the build whose names count: the one for production.
 */
const REACT = {
  react: 'react.production.js',
  'react/jsx-runtime': 'react-jsx-runtime.production.js',
  'react-dom': 'react-dom.production.js',
}

function reactModule(id) {
  const whole = require(join(dirname(require.resolve(id)), 'cjs', REACT[id]))
  const names = Object.keys(whole).map((name) => `export const ${name} = whole.${name}`)
  return [`import whole from '${id}'`, 'export default whole', ...names].join('\n')
}

/** Recharts looks a scale up by its name in all of d3-scale, which brings calendars and colours along. These are those that our charts have. */
export const SCALES = ['linear', 'band', 'point']

const D3_SCALE = 'victory-vendor/d3-scale'
const scaleModule = () => `export { ${SCALES.map((name) => `scale${name[0].toUpperCase()}${name.slice(1)}`).join(', ')} } from 'd3-scale'`

/**
 * Each schema of Zod brings what would write it as a JSON Schema, which the host does and the window never. Zod's modules that write it,
 * and what else is asked of them.
 */
const JSON_SCHEMA = {
  'json-schema-processors.js': ['aggregateChecks'],
  'to-json-schema.js': [],
}

async function refusingModule(file) {
  const kept = JSON_SCHEMA[basename(file)]
  const names = Object.keys(await import(pathToFileURL(file).href)).filter((name) => !kept.includes(name))
  return [
    `const refuse = () => { throw new Error('The window writes no JSON Schema.') }`,
    `export { ${names.map((name) => `refuse as ${name}`).join(', ')} }`,
    `export { ${kept.join(', ')} } from ${JSON.stringify(file)}`,
  ].join('\n')
}

/**
 * Sets Zod's `jitless` before the first schema: otherwise Zod tries `new Function`, which the window's policy forbids and Firefox reports.
 * @returns {import('vite').Plugin}
 */
export function jitlessPlugin() {
  return {
    name: 'boilerscope-jitless',
    transform: (code, id) => (id.endsWith('/zod/v4/core/core.js') ? `${code}\nglobalConfig.jitless = true` : null),
  }
}

const PREFIX = '\0lean:'

/**
 * Ends the build where a library does not ask for such a module any more: then it is not replaced, and nobody would notice.
 * @returns {import('vite').Plugin}
 */
export function leanPlugin() {
  const waiting = new Set([...Object.keys(REACT), D3_SCALE, ...Object.keys(JSON_SCHEMA)])
  return {
    name: 'boilerscope-lean',
    apply: 'build',
    enforce: 'pre',
    async resolveId(id, importer, { kind }) {
      // CommonJS among the libraries asks for React as it is, and so do the modules made here.
      if (kind === 'require-call' || importer === undefined || importer.startsWith(PREFIX)) return null
      const isJsonSchema = basename(id) in JSON_SCHEMA && importer.endsWith('/zod/v4/classic/schemas.js')
      if (!(id in REACT) && id !== D3_SCALE && !isJsonSchema) return null
      waiting.delete(isJsonSchema ? basename(id) : id)
      return PREFIX + (isJsonSchema ? (await this.resolve(id, importer, { skipSelf: true })).id : id)
    },
    load(id) {
      if (!id.startsWith(PREFIX)) return null
      const name = id.slice(PREFIX.length)
      if (name in REACT) return reactModule(name)
      return name === D3_SCALE ? scaleModule() : refusingModule(name)
    },
    buildEnd(error) {
      if (!error && waiting.size > 0) this.error(`nothing asks for ${[...waiting].join(', ')} any more: see scripts/lean-plugin.mjs`)
    },
  }
}
