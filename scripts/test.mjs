// npm test: installs what is missing, then runs every check. Ends with one line of totals.
import { join } from 'node:path'
import { ensureDependencies, root, run } from './ensure.mjs'

ensureDependencies()
const bin = (name) => join(root, 'node_modules', '.bin', name)
const results = []
function check(name, command, args, env = {}) {
  console.log(`\n== ${name}`)
  results.push([name, run(command, args, { env: { ...process.env, ...env } })])
}

check('types', bin('tsc'), ['-b', '--pretty', 'false'])
check('unit and conformance tests', bin('vitest'), ['run'])

const failed = results.filter(([, ok]) => !ok)
for (const [name] of failed) console.log(`FAILED: ${name}`)
console.log(`checks: ${results.length - failed.length} passed, ${failed.length} failed`)
process.exit(failed.length === 0 ? 0 : 1)
