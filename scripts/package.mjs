// Packs the installers with electron-builder. The maintainer and homepage of a .deb come from the environment or git, never from defaults.
import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { root } from './ensure.mjs'

const TARGETS = new Set(['AppImage', 'deb', 'rpm', 'snap', 'dir', 'zip', 'nsis', 'dmg'])

export function makesDeb(args, platform) {
  const named = args.filter((arg) => TARGETS.has(arg))
  if (args.includes('--dir') || (named.length > 0 && !named.includes('deb'))) return false
  const isForOthers = args.some((arg) => /^(?:--(?:win|windows|mac|macos)|-[wm])$/.test(arg))
  return args.some((arg) => /^(?:--linux|-l)$/.test(arg)) || (platform === 'linux' && !isForOthers)
}

/** Prefers `DEBFULLNAME`, `DEBEMAIL` and `BOILERSCOPE_HOMEPAGE` over git. Throws if a value is missing or invalid. */
export function packager(environment, git) {
  const name = environment.DEBFULLNAME || git('config', 'user.name')
  const email = environment.DEBEMAIL || git('config', 'user.email')
  if (!name || !/^\S+@\S+$/.test(email))
    throw new Error(
      'A .deb needs a maintainer: set DEBFULLNAME and DEBEMAIL, or user.name and user.email of git; or pack without it, with "npm run package -- --linux AppImage".',
    )
  const homepage = environment.BOILERSCOPE_HOMEPAGE || webAddressOf(git('remote', 'get-url', 'origin'))
  if (!homepage)
    throw new Error(
      'A .deb needs a homepage: set BOILERSCOPE_HOMEPAGE, or a remote "origin" of git on the web; or pack without it, with "npm run package -- --linux AppImage".',
    )
  return { maintainer: `${name} <${email}>`, homepage }
}

function webAddressOf(remote) {
  const url = remote.trim().replace(/^(?:ssh:\/\/)?git@([^:/]+)[:/]/, 'https://$1/')
  if (!/^https?:/.test(url) || !URL.canParse(url)) return null
  const { origin, pathname } = new URL(url)
  return origin + pathname.replace(/\.git$/, '')
}

function runGit(...args) {
  try {
    return execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()
  } catch {
    return ''
  }
}

/** electron-builder searches for this mark in the program. The fuses follow the mark. */
const FUSES = `dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX\x01\x09101101010`

export async function packArchive(folder) {
  // Import only here, because the import takes a second.
  const { build, Platform } = await import('electron-builder')
  const stand = join(folder, 'electron')
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(join(stand, 'resources'), { recursive: true })
  for (const name of ['electron', 'chrome-sandbox', 'LICENSE', 'LICENSES.chromium.html']) {
    writeFileSync(join(stand, name), name === 'electron' ? FUSES : '')
    chmodSync(join(stand, name), 0o755)
  }
  const output = join(folder, 'release')
  await build({
    projectDir: root,
    targets: Platform.LINUX.createTarget('dir'),
    publish: 'never',
    config: { electronDist: stand, directories: { output } },
  })
  const packed = join(output, 'linux-unpacked')
  return { archive: join(packed, 'resources', 'app.asar'), program: join(packed, 'boilerscope') }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const args = process.argv.slice(2)
  const own = []
  if (makesDeb(args, process.platform)) {
    try {
      const { maintainer, homepage } = packager(process.env, runGit)
      own.push(`--config.linux.maintainer=${maintainer}`, `--config.extraMetadata.homepage=${homepage}`)
    } catch (thrown) {
      console.error(thrown.message)
      process.exit(1)
    }
  }
  const builder = createRequire(import.meta.url).resolve('electron-builder/cli.js')
  process.exit(spawnSync(process.execPath, [builder, ...args, ...own], { cwd: root, stdio: 'inherit' }).status ?? 1)
}
