// Builds the film's player (renderer/film) into one script, so that an exported film carries it with it.
import { join } from 'node:path'
import { build } from 'vite'
import { root } from './ensure.mjs'

const folder = join(root, 'renderer/film')

/**
 * The player as one classic script and its style sheet, for `exportHtml`.
 * @returns {Promise<{ script: string, style: string }>}
 */
export async function buildFilm() {
  const built = await build({
    configFile: false,
    logLevel: 'warn',
    build: {
      write: false,
      minify: true,
      target: 'es2022',
      // What plays the film mixes colours itself; written out for older browsers the sheet would be longer.
      cssTarget: 'esnext',
      lib: { entry: join(folder, 'player.ts'), formats: ['iife'], name: 'film', cssFileName: 'film' },
    },
  })
  const outputs = (Array.isArray(built) ? built : [built]).flatMap((result) => ('output' in result ? result.output : []))
  const chunk = outputs.find((output) => output.type === 'chunk')
  const sheet = outputs.find((output) => output.type === 'asset' && output.fileName === 'film.css')
  if (!chunk || !sheet) throw new Error('The film’s player was not built.')
  return { script: chunk.code, style: String(sheet.source) }
}

const ID = 'virtual:film'

/**
 * Offers the built player as the module `virtual:film`.
 * @returns {import('vite').Plugin}
 */
export function filmPlugin() {
  return {
    name: 'boilerscope-film',
    resolveId: (id) => (id === ID ? `\0${ID}` : null),
    async load(id) {
      if (id !== `\0${ID}`) return null
      for (const file of ['player.ts', 'film-state.ts', 'film.css']) this.addWatchFile(join(folder, file))
      const { script, style } = await buildFilm()
      return `export const script = ${JSON.stringify(script)}\nexport const style = ${JSON.stringify(style)}`
    },
  }
}
