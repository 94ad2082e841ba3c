import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { findPeers, installCommand, installedPeer, peerFile, peerPlaces } from '../../electron/services/peers/find-peers'
import { programExtractor } from '../../electron/services/own/own-extractors'
import { NO_PROBE, RecordingProbe, type Probe } from '../../shared/extractors/core/probe'
import { ProgramDescription } from '../../shared/extractors/own/program-protocol'
import { FIELD_PEERS } from '../../shared/extractors/peers/field'
import { parsePage } from '../../shared/page/parse-page'
import { buildPrograms } from './built-programs'
import { runProgram, type ProgramRun } from '../fixtures/run-program'
import { folderForAll } from '../fixtures/temporary-folder'

const root = join(import.meta.dirname, '../..')
const folder = folderForAll('peers')
const places = { programs: join(root, 'electron/field'), folders: [folder] }

const PACKAGE = JSON.stringify({ name: '@extractus/article-extractor', version: '8.0.20', type: 'module', exports: './index.js' })

function installArticleExtractor(): void {
  const at = join(folder, 'npm/node_modules/@extractus/article-extractor')
  mkdirSync(at, { recursive: true })
  writeFileSync(join(at, 'package.json'), PACKAGE)
  writeFileSync(
    join(at, 'index.js'),
    'export async function extractFromHtml(html) { console.log("parsing"); return { content: (html.match(/<p>[^<]*<\\/p>/g) ?? []).join("") } }',
  )
}

installArticleExtractor()
const out = await buildPrograms()

const cli = (args: readonly string[], input = ''): Promise<ProgramRun> =>
  runProgram(join(out, 'cli.js'), args, { cwd: folder, env: { ...process.env, BOILERSCOPE_PEERS: folder }, input })

describe('the field’s libraries', () => {
  it.each(FIELD_PEERS)('$id has a description with all of its rules', async (peer) => {
    const file = await peerFile(peer, places, '1', ['python3'])
    const described = file.kind === 'program' ? file.program.rules.map(({ id }) => id) : []
    for (const { id } of peer.libraryRules?.rules ?? []) expect(described).toContain(id)
  })

  it('that are missing are listed, each with its install command', async () => {
    for (const { version, file } of await findPeers(places, ['postlight-parser'])) expect([version, file]).toEqual([null, null])
    await expect(installedPeer('postlight-parser', places)).rejects.toMatchObject({ failure: { code: 'peer.not-installed' } })
    const commands = FIELD_PEERS.map((peer) => installCommand(peer, places))
    expect(commands[0]).toBe(`python3 -m pip install --require-hashes -r ${join(places.programs, 'python-requirements/trafilatura.txt')}`)
    expect(new Set(commands.map((command) => command.split(' ')[0]))).toEqual(new Set(['python3', 'npm', 'PyPI']))
    expect(commands).toContain('PyPI does not have this library. Its authors publish it at github.com/opendatalab/magic-html.')
  })

  it('that are installed but do not run are not found, with the reason', async () => {
    const lame = mkdtempSync(join(tmpdir(), 'boilerscope-peers-lame-'))
    const at = join(lame, 'npm/node_modules/@extractus/article-extractor')
    mkdirSync(at, { recursive: true })
    writeFileSync(join(at, 'package.json'), PACKAGE)
    writeFileSync(join(at, 'index.js'), "import 'a-part-that-is-missing'")
    const [status] = await findPeers({ ...places, folders: [lame] }, ['article-extractor'])
    expect(status).toMatchObject({ version: '8.0.20', file: null })
    expect(status?.broken).toMatch(/Cannot find package 'a-part-that-is-missing'/)
    const [other] = await findPeers({ ...places, folders: [lame, folder] }, ['article-extractor'])
    expect(other).toMatchObject({ version: '8.0.20', broken: '', file: { kind: 'program' } })
    await expect(installedPeer('article-extractor', { ...places, folders: [lame] })).rejects.toMatchObject({
      failure: { code: 'peer.broken', message: expect.stringContaining('is installed, but does not run') as unknown },
    })
    rmSync(lame, { recursive: true })
  })

  it('in Python are pinned with all their dependencies, by version and file hashes', () => {
    for (const { id, language, library, version, elsewhere } of FIELD_PEERS) {
      if (language !== 'python' || elsewhere !== undefined) continue
      const text = readFileSync(join(root, `electron/field/python-requirements/${id}.txt`), 'utf8').replaceAll('\\\n', ' ')
      const packages = text.split('\n').filter((line) => /^\w/.test(line))
      expect(packages[0]?.toLowerCase()).toMatch(new RegExp(`^${library}==${version} `))
      for (const line of packages) expect(line).toMatch(/^[\w-]+==[\w.]+ .*--hash=sha256:[0-9a-f]{64}/)
    }
  })

  it('are beside the archive of the installed application, because interpreters cannot read the archive', () =>
    expect(peerPlaces('/opt/Boilerscope/resources/app.asar', {}).programs).toMatch(/app\.asar\.unpacked.electron.field$/))

  it('are named by id on the command line', async () => {
    const {
      out: text,
      err,
      code,
    } = await cli(['extract', '--extractor', 'article-extractor', '-'], '<div>menu</div><p>The only paragraph.</p>')
    expect([err, text, code]).toEqual(['', 'The only paragraph.\n', 0])
    const missing = await cli(['extract', '--extractor', 'postlight-parser', '-'], '<p>x</p>')
    expect(missing.err).toMatch(/is not installed\.\nRun: npm install --prefix .* @postlight\/parser@2\.2\.3 \[peer\.not-installed\]/)
    expect(missing.code).toBe(2)
  })

  it('report reasons only on request, and if their description allows reasons', () => {
    const script = join(folder, 'asked.mjs')
    writeFileSync(
      script,
      `import { createInterface } from 'node:readline'
       createInterface({ input: process.stdin }).on('line', (line) => {
         const { id, explain } = JSON.parse(line)
         console.log(JSON.stringify({ id, text: explain ? 'asked' : 'not asked' }))
       })`,
    )
    const page = parsePage('<p>asked<p>not asked')
    const asked = (rules: readonly object[], probe: Probe): string | undefined => {
      const program = ProgramDescription.parse({
        ...{ id: 'asked', title: 'Asked', command: process.execPath, args: [script], mode: 'jsonl', rules },
      })
      const loaded = programExtractor({ kind: 'program', path: script, hash: '', files: [], program }, out)
      try {
        return loaded.extractor.run(page, {}, probe).given
      } finally {
        loaded.end()
      }
    }
    const rule = { id: 'rule', label: 'a rule', sentence: 'It decides.' }
    expect([asked([rule], new RecordingProbe()), asked([rule], NO_PROBE)]).toEqual(['asked', 'not asked'])
    expect(asked([], new RecordingProbe())).toBe('not asked')
  })

  it('are listed by boilerscope peers', async () => {
    const { out: text } = await cli(['peers', 'article-extractor', 'postlight-parser'])
    expect(text).toMatch(/^postlight-parser +not installed; npm .*\narticle-extractor +found, version 8\.0\.20\n/)
    expect((await cli(['peers', 'no-such'])).code).toBe(2)
    expect((await cli(['list'])).out).toContain('trafilatura')
  })
})
