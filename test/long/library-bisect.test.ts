import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { serveNpmPackage, type NpmRegistry } from '../fixtures/npm-registry'
import { buildPrograms } from '../unit/built-programs'
import { runProgram, type ProgramRun } from '../fixtures/run-program'
import { folderForAll } from '../fixtures/temporary-folder'

/** Returns a version of a library. Versions from 0.7.0 remove asides, 0.4.0 throws, and 0.3.0 never ends on the page “Endless”. */
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
    writeFileSync(
      join(folder, 'page.html'),
      `<!doctype html><body><nav>Home</nav><article><h1>Tides</h1>${story}<aside>${note}</aside></article></body>`,
    )
    writeFileSync(join(folder, 'endless.html'), `<title>Endless</title><article>${story}<aside>${note}</aside></article>`)
    out = await buildPrograms()
  })
  afterAll(() => registry.close())

  function cli(args: readonly string[], peers: string, url = registry.url): Promise<ProgramRun> {
    const env = {
      ...process.env,
      BOILERSCOPE_PEERS: join(folder, peers),
      npm_config_registry: url,
      npm_config_cache: join(folder, 'cache'),
      // Without retries, npm requests a missing version once.
      npm_config_fetch_retries: '0',
    }
    return runProgram(join(out, 'cli.js'), args, { cwd: folder, env })
  }
  const installed = (peers: string): string[] => readdirSync(join(folder, peers, 'versions')).sort()

  it('names the first version that drops a text, its day, the minimal example, and the tested versions', async () => {
    const { out: report, err, code } = await cli(['bisect', 'page.html', '--library', 'defuddle', '--drops', note], 'peers')
    expect(err).toMatch(/^(Trying Defuddle 0\.\d+\.0 …\n)+Reducing the page for Defuddle 0\.7\.0 …\n$/)
    expect(code).toBe(0)
    expect(report).toContain('since 0.7.0')
    expect(report).toContain('**0.7.0 (2026-01-07)**; 0.6.0 (2026-01-06) keeps it')
    expect(report).toMatch(/<aside>The tide tables/)
    expect(report).not.toContain('Home')
    expect(installed('peers').every((name) => /^defuddle@0\.\d+\.0$/.test(name))).toBe(true)
    const before = registry.asked.filter((url) => url.endsWith('.tgz')).length
    const again = await cli(['bisect', 'page.html', '--library', 'defuddle', '--drops', note, '--no-reduce'], 'peers')
    expect(again.out).toContain('since 0.7.0')
    expect(registry.asked.filter((url) => url.endsWith('.tgz')).length).toBe(before)
  })

  it('skips versions that fail, and reports them', async () => {
    const { out: report } = await cli(
      ['bisect', 'page.html', '--library', 'defuddle', '--drops', note, '--from', '0.4', '--no-reduce'],
      'peers',
    )
    expect(report).toMatch(/\| 0\.4\.0 \| 2026-01-04 \| could not be tested: .*no document/)
    expect(report).toContain('0.6.0 (2026-01-06) keeps it')
  })

  it('reports a version that never ends, and continues', async () => {
    const limits = ['--from', '0.3', '--timeout', '2', '--no-reduce']
    const { out: report, err, code } = await cli(['bisect', 'endless.html', '--library', 'defuddle', '--drops', note, ...limits], 'peers')
    expect(err).toContain('Trying Defuddle 0.3.0 …')
    expect(report).toMatch(/\| 0\.3\.0 \| 2026-01-03 \| could not be tested: The extraction took longer than 2 seconds/)
    expect(report).toContain('**0.7.0 (2026-01-07)**')
    expect(code).toBe(0)
  })

  it('reports that no version drops the text', async () => {
    const { err, code } = await cli(['bisect', 'page.html', '--library', 'defuddle', '--drops', note, '--to', '0.6'], 'peers')
    expect(code).toBe(2)
    expect(err).toContain('Defuddle 0.6.0 does not drop the whole text')
  })

  it('runs a version under its name', async () => {
    const { out: text } = await cli(['extract', 'page.html', '--extractor', 'defuddle@0.10'], 'peers')
    expect(text).toContain('harbour master')
    expect(text).not.toContain(note)
    const { err } = await cli(['extract', 'page.html', '--extractor', 'defuddle@0.2'], 'peers')
    expect(err).toContain('Defuddle 0.2 is not installed.')
    expect(err).toContain('boilerscope peers --install defuddle@0.2')
  })

  it('reports a missing registry, and leaves no partial installation', async () => {
    const nowhere = 'http://127.0.0.1:9'
    const { err, code } = await cli(['bisect', 'page.html', '--library', 'defuddle', '--drops', note], 'none', nowhere)
    expect(code).toBe(1)
    expect(err).toContain('The versions of Defuddle cannot be listed')
    const install = await cli(['peers', '--install', 'defuddle@0.3.0'], 'none', nowhere)
    expect(install.code).not.toBe(0)
    expect(() => installed('none')).toThrow()
  })
})
