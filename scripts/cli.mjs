// npm run -s boilerscope -- ARGUMENTS: installs and builds if needed, then runs the command line.
import { spawn, spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { root } from './ensure.mjs'

// Standard output is for the command, so npm and the build write to standard error.
const ensure = JSON.stringify(pathToFileURL(join(root, 'scripts', 'ensure.mjs')).href)
const code = `import { ensureBuild, ensureDependencies } from ${ensure}; ensureDependencies(); ensureBuild()`
const ready = spawnSync(process.execPath, ['--input-type=module', '--eval', code], { stdio: ['ignore', 2, 2] })
if (ready.status !== 0) process.exit(ready.status ?? 1)

const child = spawn(process.execPath, [join(root, 'out', 'main', 'cli.js'), ...process.argv.slice(2)], {
  stdio: 'inherit',
  // npm changes to the project's folder, but a relative path refers to the user's current folder.
  cwd: process.env.INIT_CWD ?? process.cwd(),
})
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal))
child.on('exit', (status, signal) => process.exit(status ?? (signal === 'SIGINT' ? 130 : 1)))
