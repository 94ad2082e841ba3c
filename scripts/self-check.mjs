// node scripts/self-check.mjs FOLDER FILE: runs the self-check of the packed program in FOLDER, and returns the exit code of the program.
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'

const [folder, file] = process.argv.slice(2)
if (!folder || !file) {
  console.error('node scripts/self-check.mjs FOLDER FILE')
  process.exit(2)
}
const PROGRAMS = { linux: ['boilerscope'], darwin: ['Boilerscope.app', 'Contents', 'MacOS', 'Boilerscope'], win32: ['Boilerscope.exe'] }
const unpacked = readdirSync(folder).map((name) => join(resolve(folder), name, ...(PROGRAMS[process.platform] ?? [])))
const program = unpacked.find((path) => existsSync(path))
if (!program) {
  console.error(`There is no packed program in ${folder}. Make it with: npx electron-builder --dir`)
  process.exit(1)
}
// The check takes less than a minute. The timeout ends a program that hangs.
const { status, error } = spawnSync(program, ['--self-check', resolve(file)], { stdio: 'inherit', timeout: 10 * 60_000 })
if (error) console.error(error.message)
process.exit(status ?? 1)
