// Bundles TypeScript programs of this repository for Node, so that `npm run bench`, `npm run score` and `npm run train` need nothing but the installed packages.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ensureDependencies, root } from './ensure.mjs'

/** Programs that run by name, with their threads, and their text for `--help`. */
const PROGRAMS = {
  score: {
    entries: { score: 'test/bench/score.ts', 'score-worker': 'test/bench/score-worker.ts' },
    help: `npm run score [-- --only id,id | --report | --seconds N | --threads N | --pages N]
Scores every extractor and library on the real pages beside the checkout and writes docs/results.md. Finished pages are stored: after
--seconds or an interruption, the next run continues. --pages N is a trial with the first N pages of each set, written to
.cache/results-trial.md. --report writes the document again from the last scores, after its notes changed.`,
  },
  train: {
    entries: { train: 'test/train/train.ts' },
    help: `npm run train [-- --no-study | --study [rows]] [-- --accept]
Trains lens on the pages beside the checkout, then reports the effect of groups of measures and of more pages (--study: only this); see
docs/lens.md.`,
  },
}

/**
 * @param {Record<string, string>} entries name of the program to its source, relative to the project
 * @param {string} name folder under .cache
 * @returns {Promise<(entry: string) => string>} path of a bundled program
 */
export async function bundle(entries, name) {
  // On a fresh clone it is installed by now.
  const { build } = await import('vite')
  const outDir = join(root, '.cache', name)
  await build({
    root,
    configFile: false,
    logLevel: 'warn',
    build: {
      ssr: true,
      outDir,
      emptyOutDir: true,
      target: 'node20',
      minify: false,
      rollupOptions: {
        input: Object.fromEntries(Object.entries(entries).map(([entry, path]) => [entry, join(root, path)])),
        output: { format: 'es', entryFileNames: '[name].mjs', chunkFileNames: '[name]-[hash].mjs' },
      },
    },
  })
  return (entry) => join(outDir, `${entry}.mjs`)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [name, ...args] = process.argv.slice(2)
  const { entries, help } = PROGRAMS[name]
  if (args.includes('--help') || args.includes('-h')) {
    console.log(help)
    process.exit(0)
  }
  ensureDependencies()
  const program = await bundle(entries, name)
  const { status } = spawnSync(process.execPath, [program(name), ...args], { cwd: root, stdio: 'inherit' })
  process.exit(status ?? 1)
}
