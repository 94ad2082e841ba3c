// `npm run smoke`: the smoke test in Firefox and WebKitGTK, which Debian and Ubuntu install for the superuser. Skips a browser that is missing.
import { existsSync } from 'node:fs'
import { findFirefox, findWebKit, packageProgram, run } from './ensure.mjs'

const MISSING = [...(findFirefox() ? [] : ['firefox-esr']), ...(findWebKit() ? [] : ['webkit2gtk-driver', 'xvfb'])]
if (MISSING.length > 0 && process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
  const quiet = { stdio: 'ignore', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } }
  run('apt-get', ['update', '-qq'], quiet)
  for (const name of MISSING) run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', name], quiet)
}
for (const [name, path] of [
  ['Firefox', findFirefox()],
  ['WebKitGTK', findWebKit()],
])
  if (path === null) console.log(`-- skipped: ${name} is not installed, and apt-get cannot install it here`)
const args = ['test', '--project=browsers', ...process.argv.slice(2)]
process.exit(run(process.execPath, [packageProgram('@playwright/test', 'playwright'), ...args]) ? 0 : 1)
