// npm run peers [names]: installs the extraction libraries in .cache/peers, in their pinned versions; lists failures.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { ensureBuild, ensureDependencies, root } from './ensure.mjs'

ensureDependencies()
ensureBuild()
const { status } = spawnSync(process.execPath, [join(root, 'out', 'main', 'cli.js'), 'peers', '--install', ...process.argv.slice(2)], {
  stdio: 'inherit',
  env: { ...process.env, BOILERSCOPE_PEERS: join(root, '.cache', 'peers') },
})
process.exit(status ?? 1)
