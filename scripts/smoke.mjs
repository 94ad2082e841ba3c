// `npm run smoke`: smoke test in Firefox and WebKitGTK. Installs missing browsers if permitted, and skips browsers that are still missing.
import { aptGet, canInstall, findFirefox, findWebKit, packageProgram, run } from './ensure.mjs'

const MISSING = [...(findFirefox() ? [] : ['firefox-esr']), ...(findWebKit() ? [] : ['webkit2gtk-driver', 'xvfb'])]
if (MISSING.length > 0 && canInstall()) {
  aptGet('update')
  for (const name of MISSING) aptGet('install', name)
}
for (const [name, path] of [
  ['Firefox', findFirefox()],
  ['WebKitGTK', findWebKit()],
])
  if (path === null) console.log(`-- skipped: ${name} is not installed, and apt-get cannot install it here`)
const args = ['test', '--project=browsers', ...process.argv.slice(2)]
process.exit(run(process.execPath, [packageProgram('@playwright/test', 'playwright'), ...args]) ? 0 : 1)
