// npm run bench [-- --quick]: the project's speed and memory bars, as ratios measured in one process.
import { spawnSync } from 'node:child_process'
import { ensureDependencies, root } from './ensure.mjs'

ensureDependencies()
const { bundle } = await import('./bundle.mjs')
const program = await bundle({ speed: 'test/bench/speed.ts', memory: 'test/bench/memory.ts' }, 'bench')
let ok = true
for (const [entry, flags] of [
  ['speed', []],
  ['memory', ['--expose-gc']],
]) {
  const { status } = spawnSync(process.execPath, [...flags, program(entry), ...process.argv.slice(2)], { cwd: root, stdio: 'inherit' })
  if (status !== 0) ok = false
}
process.exit(ok ? 0 : 1)
