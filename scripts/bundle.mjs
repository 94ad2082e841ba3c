// Bundles and runs the TypeScript programs of `npm run bench`, `npm run score` and `npm run train`.
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ensureBuild, ensureDependencies, root, run } from './ensure.mjs'

const PROGRAMS = {
  score: {
    entries: { score: 'test/bench/score.ts', 'score-worker': 'test/bench/score-worker.ts' },
    help: `npm run score [-- --only id,id | --report | --seconds N | --threads N | --pages N]
Scores every extractor and library on the real pages beside the checkout and writes docs/results.md. Finished pages are stored: after
--seconds or an interruption, the next run continues. --pages N is a trial with the first N pages of each set, written to
.cache/results-trial.md. --report writes the document again from the last scores; use it after a change of the notes.
--only scores only these extractors and does not write docs/results.md.`,
  },
  train: {
    entries: { train: 'test/train/train.ts' },
    help: `npm run train [-- --no-study | --study [rows]] [-- --accept]
Trains lens on the pages beside the checkout, then reports the effect of groups of measures and of more pages (--study: only this); see
docs/lens.md.`,
  },
}

const SECTIONS = {
  speed: [['speed'], ['lens-speed']],
  memory: [['memory', '--expose-gc']],
  demo: [['demo']],
  corpus: [['corpus', '--expose-gc']],
  evaluate: [['evaluate', '--expose-gc']],
  field: [['field']],
  layout: [['lens-layout']],
}
const BENCH_HELP = `npm run bench [-- SECTION … --quick]
Measures speed and memory as ratios in one process and compares them with their limits. Sections: ${Object.keys(SECTIONS).join(', ')};
default: all but layout, which takes half an hour. Opening pages and dragging a slider: npx playwright test --project=bench [open | drag].`

/** Bundles `entries` (source path by program name) into .cache/`name`. Returns a function from program name to path. */
export async function bundle(entries, name) {
  // Import only here, because a fresh clone has no packages when this module loads.
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

async function bench(args) {
  const wanted = args.filter((name) => !name.startsWith('-'))
  const unknown = wanted.filter((name) => !Object.hasOwn(SECTIONS, name))
  if (unknown.length > 0) {
    console.error(`There is no section ${unknown.join(', ')}. Sections: ${Object.keys(SECTIONS).join(', ')}.`)
    return false
  }
  if (wanted.length === 0 || wanted.includes('field')) ensureBuild()
  const names = Object.values(SECTIONS).flatMap((runs) => runs.map(([name]) => [name, `test/bench/${name}.ts`]))
  const threads = ['corpus-worker', 'evaluation-worker'].map((name) => [name, `electron/worker/${name}.ts`])
  const program = await bundle(Object.fromEntries([...names, ...threads]), 'bench')
  const flags = args.filter((flag) => flag.startsWith('-'))
  // `layout` runs only by name, because this section takes half an hour.
  const sections = wanted.length > 0 ? wanted : Object.keys(SECTIONS).filter((name) => name !== 'layout')
  const results = sections.flatMap((section) =>
    SECTIONS[section].map(([entry, ...switches]) => {
      console.log(`== ${section}${entry === section ? '' : `: ${entry}`}`)
      return run(process.execPath, [...switches, program(entry), ...flags])
    }),
  )
  return results.every((isPassed) => isPassed)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [name, ...args] = process.argv.slice(2)
  if (args.includes('--help') || args.includes('-h')) {
    console.log(name === 'bench' ? BENCH_HELP : PROGRAMS[name].help)
    process.exit(0)
  }
  ensureDependencies()
  if (name === 'bench') process.exit((await bench(args)) ? 0 : 1)
  const program = await bundle(PROGRAMS[name].entries, name)
  process.exit(run(process.execPath, [program(name), ...args]) ? 0 : 1)
}
