// npm run score [-- --only id,id | --report | --seconds N | --threads N | --pages N]: scores every extractor and peer on the real pages beside the
// checkout and writes docs/results.md. Pages that are done are kept: after --seconds, or when it was broken off, the next run goes on.
// --pages N is a trial with the first pages of each set, written to .cache/results-trial.md.
// --report writes the document again from the last scores, after its notes were changed.
import { spawnSync } from 'node:child_process'
import { ensureDependencies, root } from './ensure.mjs'

ensureDependencies()
const { bundle } = await import('./bundle.mjs')
const program = await bundle({ score: 'test/bench/score.ts', 'score-worker': 'test/bench/score-worker.ts' }, 'score')
const { status } = spawnSync(process.execPath, [program('score'), ...process.argv.slice(2)], { cwd: root, stdio: 'inherit' })
process.exit(status ?? 1)
