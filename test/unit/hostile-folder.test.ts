import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { serveHere, type ServerHere } from '../fixtures/listen'
import { runProgram, type ProgramRun } from '../fixtures/run-program'
import { folderForAll, temporaryFolder, writeIn } from '../fixtures/temporary-folder'
import { buildPrograms } from './built-programs'

const folder = temporaryFolder('hostile-folder')
const home = folderForAll('home')
const ran = (): boolean => existsSync(join(folder(), 'RAN'))

const asked = { person: 0, folder: 0 }
const startRegistry = (name: keyof typeof asked): Promise<ServerHere> =>
  serveHere((_, response) => {
    asked[name]++
    response.setHeader('content-type', 'application/json')
    const versions = { '1.0.0': { name: 'defuddle', version: '1.0.0' } }
    response.end(
      JSON.stringify({ name: 'defuddle', 'dist-tags': { latest: '1.0.0' }, versions, time: { '1.0.0': '2026-01-02T00:00:00Z' } }),
    )
  })

const out = await buildPrograms()
const registries = { person: await startRegistry('person'), folder: await startRegistry('folder') }
afterAll(() => Promise.all(Object.values(registries).map((server) => server.close())))

beforeEach(() => {
  const leaveMark = `import os\nopen(os.path.join(${JSON.stringify(folder())}, "RAN"), "w").close()\n`
  for (const name of 'json.py site.py sitecustomize.py venv/__main__.py pip/__main__.py trafilatura.py encodings/__init__.py'.split(' '))
    writeIn(folder(), name, leaveMark)
  writeIn(folder(), 'package.json', '{ "name": "data-set" }')
  writeIn(folder(), '.npmrc', `registry=${registries.folder.url}/\n`)
  writeIn(home, 'npmrc', `registry=${registries.person.url}/\n`)
})

/** Omits the npm and pip settings of the test run, because these settings would override settings of the folder. */
const environment = (): NodeJS.ProcessEnv => ({
  ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(?:npm_|pip_)/i.test(name))),
  BOILERSCOPE_PEERS: join(home, 'peers'),
  BOILERSCOPE_DATA: join(home, 'data'),
  PIP_INDEX_URL: 'http://127.0.0.1:1/',
  PIP_RETRIES: '0',
  npm_config_cache: join(home, 'cache'),
  npm_config_userconfig: join(home, 'npmrc'),
})
const cli = (...args: string[]): Promise<ProgramRun> =>
  runProgram(join(out, 'cli.js'), args, { cwd: folder(), env: environment(), input: '<p>text' })

describe('in a folder whose files have the names of modules and settings', () => {
  it('a list of libraries runs none of the files', async () => {
    expect([(await cli('peers')).code, ran()]).toEqual([0, false])
  })

  it('the search for a missing library runs none of the files', async () => {
    await cli('extract', '--extractor', 'trafilatura', '-')
    expect(ran()).toBe(false)
  })

  it('an installation runs none of the files', async () => {
    await cli('peers', '--install', 'justext')
    expect(ran()).toBe(false)
  })

  it('versions are requested from the registry of the user, not of the folder', async () => {
    expect((await cli('peers', '--versions', 'defuddle')).out).toContain('1.0.0')
    expect(asked.person).toBeGreaterThan(0)
    expect(asked.folder).toBe(0)
  })
})
