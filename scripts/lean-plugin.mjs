// Makes the window's bundle smaller. Replaces parts of libraries that no bundler can reduce.
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'

const require = createRequire(import.meta.url)

/** The plugin exports the modules as ES modules, because a call of an ES import is shorter than `(0, r.jsx)`. */
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

/** The scales of our charts. Recharts finds scales by name, so without this list the bundle would include all of d3-scale. */
export const SCALES = ['linear', 'band', 'point']

const D3_SCALE = 'victory-vendor/d3-scale'
const scaleModule = () => `export { ${SCALES.map((name) => `scale${name[0].toUpperCase()}${name.slice(1)}`).join(', ')} } from 'd3-scale'`

/** Kept exports per Zod module for JSON Schema. A call of another export throws. */
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

/** Sets `jitless` before the first schema, because the window's policy forbids Zod's `new Function`. */
export function jitlessPlugin() {
  return {
    name: 'boilerscope-jitless',
    transform: (code, id) => (id.endsWith('/zod/v4/core/core.js') ? `${code}\nglobalConfig.jitless = true` : null),
  }
}

const PREFIX = '\0lean:'

/**
 * Replaces the modules of `REACT`, `D3_SCALE` and the modules of `JSON_SCHEMA`. Fails the build if one of these modules is no longer
 * imported, because the replacement would have no effect.
 */
export function leanPlugin() {
  const waiting = new Set([...Object.keys(REACT), D3_SCALE, ...Object.keys(JSON_SCHEMA)])
  return {
    name: 'boilerscope-lean',
    apply: 'build',
    enforce: 'pre',
    async resolveId(id, importer, { kind }) {
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
      if (!error && waiting.size > 0) this.error(`${[...waiting].join(', ')} is no longer imported: see scripts/lean-plugin.mjs`)
    },
  }
}

export const noNode = {
  name: 'no-node',
  enforce: 'pre',
  resolveId(source, importer) {
    if (source.startsWith('node:')) this.error(`${importer} imports ${source}, which a website does not have`)
    return null
  },
}
