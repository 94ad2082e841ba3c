// npm run train [-- --no-study | --study [rows]] [-- --accept]: trains lens on the pages beside the checkout, then tells what groups of measures and more pages are worth (--study: that alone); see docs/lens.md.
import { spawnSync } from 'node:child_process'
import { ensureDependencies, root } from './ensure.mjs'

ensureDependencies()
const { bundle } = await import('./bundle.mjs')
const program = await bundle({ train: 'test/train/train.ts' }, 'train')
const { status } = spawnSync(process.execPath, [program('train'), ...process.argv.slice(2)], { cwd: root, stdio: 'inherit' })
process.exit(status ?? 1)
