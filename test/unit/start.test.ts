import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createServer, type Server, type ServerResponse } from 'node:http'
import { createRequire } from 'node:module'
import { connect, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer, text } from 'node:stream/consumers'
import { pathToFileURL } from 'node:url'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import yazl from 'yazl'
import { findChromium, root, run } from '../../scripts/ensure.mjs'

// Electron's installer uses a mirror on this machine. The mirror returns a script in place of Electron.
describe.skipIf(process.platform !== 'linux')('the Electron program is fetched', () => {
  const version = (createRequire(import.meta.url)('electron/package.json') as { version: string }).version
  const archive = `electron-v${version}-${process.platform}-${process.arch}.zip`
  let zip: Buffer
  let server: Server
  let asked: string[]
  let folder: string
  beforeAll(async () => {
    const made = new yazl.ZipFile()
    made.addBuffer(Buffer.from('#!/bin/sh\n'), 'electron', { mode: 0o100755 })
    made.addBuffer(Buffer.from(version), 'version')
    made.end()
    zip = await buffer(made.outputStream)
    const answer = (address: string, response: ServerResponse): void => {
      asked.push(address)
      response.writeHead(address.endsWith(archive) ? 200 : 404).end(address.endsWith(archive) ? zip : '')
    }
    server = createServer((request, response) => answer(request.url ?? '', response))
    // The mirror is also the proxy, so every request reaches the mirror.
    server.on('connect', (request, socket) => {
      asked.push(`CONNECT ${request.url}`)
      const to = connect(portOf(server), '127.0.0.1', () => {
        socket.write('HTTP/1.1 200 OK\r\n\r\n')
        to.pipe(socket).pipe(to)
      })
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  })
  beforeEach(() => {
    asked = []
    folder = mkdtempSync(join(tmpdir(), 'boilerscope fetch '))
    const installed = join(folder, 'node_modules', 'electron')
    mkdirSync(installed, { recursive: true })
    mkdirSync(join(folder, 'scripts'))
    cpSync(join(root, 'scripts', 'ensure.mjs'), join(folder, 'scripts', 'ensure.mjs'))
    for (const name of ['package.json', 'install.js']) cpSync(join(root, 'node_modules', 'electron', name), join(installed, name))
    writeFileSync(join(installed, 'checksums.json'), JSON.stringify({ [archive]: createHash('sha256').update(zip).digest('hex') }))
    symlinkSync(join(root, 'node_modules'), join(installed, 'node_modules'))
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))
  afterAll(() => void server.close())

  const portOf = (one: Server): number => (one.address() as AddressInfo).port
  const mirror = (): string => `http://127.0.0.1:${portOf(server)}/`
  async function fetched(way: Readonly<Record<string, string>>): Promise<string> {
    const ensure = pathToFileURL(join(folder, 'scripts', 'ensure.mjs')).href
    const own = Object.entries(process.env).filter(([name]) => !/proxy|mirror/i.test(name))
    const script = `const { fetchElectron } = await import(${JSON.stringify(ensure)}); console.log('found ' + (await fetchElectron()))`
    const env = { ...Object.fromEntries(own), electron_config_cache: join(folder, 'cache'), ...way }
    const child = spawn(process.execPath, ['--input-type=module', '-e', script], { env })
    const [printed, trouble] = await Promise.all([text(child.stdout), text(child.stderr)])
    return printed + trouble
  }
  const found = (): string => `found ${join(folder, 'node_modules', 'electron', 'dist', 'electron')}`

  test('from the mirror of npm, before the mirror of the environment', async () => {
    expect(await fetched({ npm_config_electron_mirror: mirror(), ELECTRON_MIRROR: 'http://127.0.0.1:9/' })).toContain(found())
    expect(asked).toEqual([`/v${version}/SHASUMS256.txt`, `/v${version}/${archive}`])
  })

  test('through a proxy, which resolves the address', async () => {
    const proxied = { ELECTRON_MIRROR: 'http://mirror.invalid/', HTTP_PROXY: mirror(), HTTPS_PROXY: mirror() }
    expect(await fetched(proxied)).toContain(found())
    expect(asked.at(-1)).toContain(`/v${version}/${archive}`)
  })

  test('from Electron’s cache without a network', async () => {
    await fetched({ ELECTRON_MIRROR: mirror() })
    for (const name of ['dist', 'path.txt']) rmSync(join(folder, 'node_modules', 'electron', name), { recursive: true })
    const before = asked.length
    expect(await fetched({ ELECTRON_MIRROR: mirror(), HTTPS_PROXY: 'http://127.0.0.1:9/' })).toContain(found())
    expect(asked).toHaveLength(before)
  })

  test('not if no server responds; this result is stored until another mirror or proxy is set', async () => {
    const nowhere = { ELECTRON_MIRROR: 'http://127.0.0.1:9/' }
    expect(await fetched(nowhere)).toBe('found null\n')
    expect(existsSync(join(folder, '.cache', 'electron-not-reached'))).toBe(true)
    expect(await fetched(nowhere)).toBe('found null\n')
    expect(await fetched({ ELECTRON_MIRROR: mirror() })).toContain(found())
  })
})

describe('a path with spaces', () => {
  test('reaches a program unchanged', () =>
    expect(run(process.execPath, ['-e', 'process.exit(process.argv[1] === "/Ann Lee/a b" ? 0 : 1)', '/Ann Lee/a b'])).toBe(true))

  test('no script uses a shell, which would split it', () => {
    const scripts = readdirSync(join(root, 'scripts')).filter((name) => name.endsWith('.mjs'))
    for (const name of scripts) expect(readFileSync(join(root, 'scripts', name), 'utf8'), name).not.toMatch(/shell: |'\.bin'/)
  })
})

describe.skipIf(process.platform === 'win32' || findChromium() === null)('npm start', () => {
  let folder: string
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'boilerscope start '))
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

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

  test('starts the browser host if Electron fails, below the messages of Electron', async () => {
    const { printed } = await start('echo "FATAL: The SUID sandbox helper binary was found" >&2; exit 133')
    expect(printed).toMatch(/SUID sandbox[^]*Electron could not be started: it ended with code 133\./)
    expect(printed).toMatch(/Boilerscope is at http:/)
  })

  test('does not fall back if Electron was requested', async () => {
    const { printed, code } = await start('exit 3', '--host', 'electron')
    expect([code, printed.includes('http:')]).toEqual([3, false])
  })

  test('starts no browser host if Electron ends without an error, because the user closed it', async () =>
    expect(await start('exit 0')).toMatchObject({ code: 0 }))

  test('passes the page and the file of a self-check unchanged', async () => {
    const file = join(folder, 'what was found.json')
    const { printed } = await start('for a in "$@"; do echo "<$a>"; done', '--self-check', file, 'https://example.org/a b')
    expect(printed).toContain(`<--self-check>\n<${file}>\n<https://example.org/a b>`)
  })
})
