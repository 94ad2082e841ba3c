import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { serveNpmPackage, type NpmRegistry } from '../fixtures/npm-registry'
import { buildPrograms } from '../unit/built-programs'
import { runProgram, type ProgramRun } from '../fixtures/run-program'
import { folderForAll } from '../fixtures/temporary-folder'

/** Versions from 0.7.0 remove asides, 0.4.0 throws, and 0.3.0 never ends on the page “Endless”. */
function toyLibrary(version: string): string {
  const minor = Number(version.split('.')[1])
  if (minor === 4) return 'module.exports = class Defuddle { parse() { throw new Error("no document") } }'
  return `module.exports = class Defuddle {
    constructor(document) { this.document = document }
    parse() {
      ${minor === 3 ? "while (this.document.title === 'Endless');" : ''}
      ${minor >= 7 ? "for (const aside of [...this.document.querySelectorAll('aside')]) aside.remove()" : ''}
      return { content: this.document.querySelector('article').outerHTML }
    }
  }`
}

describe('boilerscope bisect', () => {
  const folder = folderForAll('versions')
  const note = 'The tide tables of this harbour were wrong for eleven years.'
  let registry: NpmRegistry
  let out: string
  beforeAll(async () => {
    const versions = Array.from({ length: 10 }, (_, i) => `0.${i + 1}.0`)
    registry = await serveNpmPackage('defuddle', new Map(versions.map((version) => [version, toyLibrary(version)])))
    const story = '<p>The harbour master kept the books of the port, and nobody read them before the storm.</p>'
    const body = `<nav>Home</nav><article><h1>Tides</h1>${story}<aside>${note}</aside></article>`
    writeFileSync(join(folder, 'page.html'), `<!doctype html><body>${body}</body>`)
    writeFileSync(join(folder, 'endless.html'), `<title>Endless</title><article>${story}<aside>${note}</aside></article>`)
    out = await buildPrograms()
  })
  afterAll(() => registry.close())

  function cli(args: readonly string[], peers: string, url = registry.url, program = join(out, 'cli.js')): Promise<ProgramRun> {
    // Without retries, npm requests a missing version once.
    const npm = { npm_config_registry: url, npm_config_cache: join(folder, 'cache'), npm_config_fetch_retries: '0' }
    const env = { ...process.env, BOILERSCOPE_PEERS: join(folder, peers), ...npm }
    return runProgram(program, args, { cwd: folder, env })
  }
  const installed = (peers: string): string[] => readdirSync(join(folder, peers, 'versions')).sort()
  const bisect = (page: string, options: string, peers = 'peers', url?: string, program?: string): Promise<ProgramRun> =>
    cli(['bisect', page, '--library', 'defuddle', '--drops', note, ...options.split(' ').filter(Boolean)], peers, url, program)
  const expectWords = (text: string, ...words: string[]): void => words.forEach((one) => expect(text).toContain(one))

  it('names the first version that drops a text, its day, the minimal example, and the tested versions', async () => {
    const { out: report, err, code } = await bisect('page.html', '')
    expect(err).toMatch(/^(Trying Defuddle 0\.\d+\.0 …\n)+Reducing the page for Defuddle 0\.7\.0 …\n$/)
    expect(code).toBe(0)
    expectWords(report, 'since 0.7.0', '**0.7.0 (2026-01-07)**; 0.6.0 (2026-01-06) keeps it', '<aside>The tide tables')
    expect(report).not.toContain('Home')
    expect(installed('peers').every((name) => /^defuddle@0\.\d+\.0$/.test(name))).toBe(true)
    const before = registry.asked.filter((url) => url.endsWith('.tgz')).length
    expect((await bisect('page.html', '--no-reduce')).out).toContain('since 0.7.0')
    expect(registry.asked.filter((url) => url.endsWith('.tgz')).length).toBe(before)
  })

  it('removes the progress from a terminal before it prints the report', async () => {
    const terminal = join(folder, 'terminal.mjs')
    const merge = 'process.stderr.isTTY = true; process.stderr.write = (text) => process.stdout.write(text)'
    writeFileSync(terminal, `${merge}\nawait import(${JSON.stringify(pathToFileURL(join(out, 'cli.js')).href)})`)
    const { out: shown } = await bisect('page.html', '--no-reduce', 'peers', undefined, terminal)
    expect(shown).toMatch(/^\r\u001b\[KTrying Defuddle 0\.10\.0 …[^]*…\r\u001b\[K# /)
  })

  it('skips versions that fail, and reports them', async () => {
    const { out: report } = await bisect('page.html', '--from 0.4 --no-reduce')
    expect(report).toMatch(/\| 0\.4\.0 \| 2026-01-04 \| could not be tested: .*no document/)
    expect(report).toContain('0.6.0 (2026-01-06) keeps it')
  })

  it('reports a version that never ends, and continues', async () => {
    const { out: report, err, code } = await bisect('endless.html', '--from 0.3 --timeout 2 --no-reduce')
    expect([code, err]).toEqual([0, expect.stringContaining('Trying Defuddle 0.3.0 …')])
    expect(report).toMatch(/\| 0\.3\.0 \| 2026-01-03 \| could not be tested: The extraction took longer than 2 seconds/)
    expect(report).toContain('**0.7.0 (2026-01-07)**')
  })

  it('reports that no version drops the text', async () => {
    const { err, code } = await bisect('page.html', '--to 0.6')
    expect([code, err]).toEqual([2, expect.stringContaining('Defuddle 0.6.0 does not drop the whole text')])
  })

  it('runs a version under its name', async () => {
    const { out: text } = await cli(['extract', 'page.html', '--extractor', 'defuddle@0.10'], 'peers')
    expect(text).toContain('harbour master')
    expect(text).not.toContain(note)
    const { err } = await cli(['extract', 'page.html', '--extractor', 'defuddle@0.2'], 'peers')
    expectWords(err, 'Defuddle 0.2 is not installed.', 'boilerscope peers --install defuddle@0.2')
  })

  it('reports a missing registry, and leaves no partial installation', async () => {
    const nowhere = 'http://127.0.0.1:9'
    const { err, code } = await bisect('page.html', '', 'none', nowhere)
    expect([code, err]).toEqual([1, expect.stringContaining('The versions of Defuddle cannot be listed')])
    const install = await cli(['peers', '--install', 'defuddle@0.3.0'], 'none', nowhere)
    expect(install.code).not.toBe(0)
    expect(() => installed('none')).toThrow()
  })
})
