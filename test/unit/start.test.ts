import { spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findChromium, root, run } from '../../scripts/ensure.mjs'
import { whyElectronEnded } from '../../scripts/electron-trouble.mjs'

describe('why Electron did not start is told in a sentence', () => {
  test.each([
    ['[FATAL:setuid_sandbox_host.cc] The SUID sandbox helper binary was found, but is not configured correctly.', 'its sandbox'],
    ['[ERROR:ozone_platform_x11.cc] Missing X server or $DISPLAY', 'the display'],
    ['electron: error while loading shared libraries: libnss3.so: cannot open shared object file', 'missing: libnss3.so'],
    ['Running as root without --no-sandbox is not supported.', 'superuser'],
  ])('%s', (said, words) => {
    expect(whyElectronEnded(said, 1, null)).toContain(words)
  })

  test('what it did not say is told by its end', () => {
    expect(whyElectronEnded('', 7, null)).toBe('it ended with code 7')
    expect(whyElectronEnded('', null, 'SIGTRAP')).toBe('it was ended by SIGTRAP')
  })
})

describe('a path with spaces', () => {
  test('reaches a program whole', () => {
    expect(run(process.execPath, ['-e', 'process.exit(process.argv[1] === "/Ann Lee/a b" ? 0 : 1)', '/Ann Lee/a b'])).toBe(true)
  })

  test('no script uses a shell, which would take it apart', () => {
    const scripts = readdirSync(join(root, 'scripts')).filter((name) => name.endsWith('.mjs'))
    for (const name of scripts) expect(readFileSync(join(root, 'scripts', name), 'utf8'), name).not.toMatch(/shell: |'\.bin'/)
  })
})

// The program that stands for Electron is a shell script.
describe.skipIf(process.platform === 'win32' || findChromium() === null)('npm start', () => {
  let folder: string
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'boilerscope start '))
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  /** Starts with an Electron that does what `script` says; gives what was printed until the browser host is there, or it ended. */
  async function start(script: string, ...args: string[]): Promise<{ printed: string; code: number | null }> {
    writeFileSync(join(folder, 'electron'), `#!/bin/sh\n${script}\n`)
    chmodSync(join(folder, 'electron'), 0o755)
    const child = spawn(process.execPath, [join(root, 'scripts', 'start.mjs'), '--no-open', '--port', '0', ...args], {
      env: { ...process.env, ELECTRON_OVERRIDE_DIST_PATH: folder, DISPLAY: ':99', BOILERSCOPE_DATA: folder },
    })
    let printed = ''
    const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk: Buffer) => {
        printed += chunk.toString()
        if (/http:\/\/127\.0\.0\.1:\d+/.test(printed)) child.kill()
      })
    }
    return { code: await ended, printed }
  }

  test('shows the browser host where the sandbox is refused, and says why', async () => {
    const { printed } = await start('echo "FATAL: The SUID sandbox helper binary was found" >&2; exit 133')
    expect(printed).toContain('Electron could not be started: this system does not let it set up its sandbox.')
    expect(printed).toMatch(/Boilerscope is at http:/)
  })

  test('does not fall back where Electron was asked for', async () => {
    const { printed, code } = await start('exit 3', '--host', 'electron')
    expect([code, printed.includes('http:')]).toEqual([3, false])
  })

  test('an Electron that ends without an error was closed by a person', async () => {
    expect(await start('exit 0')).toMatchObject({ code: 0 })
  })

  test('hands the page and the file of a self-check over whole', async () => {
    const { printed } = await start(
      'for a in "$@"; do echo "<$a>"; done',
      '--self-check',
      join(folder, 'what was found.json'),
      'https://example.org/a b',
    )
    expect(printed).toContain(`<--self-check>\n<${join(folder, 'what was found.json')}>\n<https://example.org/a b>`)
  })
})
