// npm run bench [-- SECTION …] [--quick]: the project's speed and memory bars, as ratios measured in one process. Sections: speed, memory, demo, corpus, evaluate, field (the field's libraries, where they are installed, and the bridge to them), layout (what boxes are worth to lens; takes half an hour).
import { spawnSync } from 'node:child_process'
import { bundle } from './bundle.mjs'
import { ensureBuild, ensureDependencies, root } from './ensure.mjs'

/** Sections with the programs they run and the flags these need. */
const SECTIONS = {
  speed: [['speed'], ['lens-speed']],
  memory: [['memory', '--expose-gc']],
  demo: [['demo']],
  corpus: [['corpus', '--expose-gc']],
  evaluate: [['evaluate', '--expose-gc']],
  field: [['field']],
  layout: [['lens-layout']],
}

const args = process.argv.slice(2)
const wanted = args.filter((name) => !name.startsWith('-'))
const unknown = wanted.filter((name) => !Object.hasOwn(SECTIONS, name))
if (unknown.length > 0) {
  console.error(`There is no section ${unknown.join(', ')}. Sections: ${Object.keys(SECTIONS).join(', ')}.`)
  process.exit(2)
}

ensureDependencies()
// The bridge to programs runs as it was built.
if (wanted.length === 0 || wanted.includes('field')) ensureBuild()
const program = await bundle(
  {
    speed: 'test/bench/speed.ts',
    'lens-speed': 'test/bench/lens-speed.ts',
    memory: 'test/bench/memory.ts',
    demo: 'test/bench/demo.ts',
    corpus: 'test/bench/corpus.ts',
    evaluate: 'test/bench/evaluate.ts',
    field: 'test/bench/field.ts',
    'lens-layout': 'test/bench/lens-layout.ts',
    'corpus-worker': 'electron/worker/corpus-worker.ts',
    'evaluation-worker': 'electron/worker/evaluation-worker.ts',
  },
  'bench',
)
let ok = true
for (const section of wanted.length > 0 ? wanted : Object.keys(SECTIONS).filter((name) => name !== 'layout')) {
  for (const [entry, ...flags] of SECTIONS[section]) {
    console.log(`== ${section}${entry === section ? '' : `: ${entry}`}`)
    const { status } = spawnSync(process.execPath, [...flags, program(entry), ...args.filter((flag) => flag.startsWith('-'))], {
      cwd: root,
      stdio: 'inherit',
    })
    if (status !== 0) ok = false
  }
}
process.exit(ok ? 0 : 1)
