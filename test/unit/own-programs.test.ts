/** How programs of one's own end, and what of their words is passed on. */
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { PassThrough } from 'node:stream'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readOwnFile } from '../../electron/services/own/own-file'
import { createProgramProcess } from '../../electron/services/own/program-process'
import { progressLine, write } from '../../electron/cli/cli-io'
import { plainWords, withVisibleControls } from '../../shared/base/plain-words'
import { toFailure } from '../../shared/base/failure'
import { ProgramDescription } from '../../shared/extractors/own/program-protocol'
import { folderForAll, writeIn } from '../fixtures/temporary-folder'
import { eventually } from '../fixtures/eventually'

const folder = folderForAll('programs')

function program(script: string): ReturnType<typeof createProgramProcess> {
  const description = ProgramDescription.parse({
    id: 'prog',
    title: 'Prog',
    command: 'sh',
    args: ['-c', script],
    mode: 'jsonl',
    timeout: 120_000,
  })
  return createProgramProcess({ path: join(folder, 'prog.json'), hash: '', files: [], kind: 'program', program: description })
}
const request = { protocol: 1, id: '1', url: null, html: '', params: {} } as const

describe.skipIf(process.platform === 'win32')('a program', () => {
  it('that ends its own group is told to have been ended by a signal, not to be missing', async () => {
    const failure = await program('kill -9 0').ask(request).then(String, toFailure)
    expect(failure).toMatchObject({ code: 'program.crashed', message: expect.stringContaining('was ended by SIGKILL') as string })
  })

  it('passes on its last words without the signs that a terminal obeys', async () => {
    const failure = await program(`printf '\\033[31mred' >&2; exit 3`).ask(request).then(String, toFailure)
    expect(failure).toMatchObject({ message: expect.stringContaining('Its last words: [31mred') as string })
  })

  it.skipIf(process.platform !== 'linux' || spawnSync('setsid', ['true']).status !== 0)(
    'is ended with all it started, also what began a session of its own',
    async () => {
      const file = join(folder, 'pid')
      const running = program(`setsid sh -c 'echo $$ > ${file}; sleep 300' & sleep 300`)
      running.ask(request).catch(() => undefined)
      await eventually(() => expect(readFileSync(file, 'utf8')).toMatch(/\d\n/))
      const pid = readFileSync(file, 'utf8').trim()
      expect(existsSync(`/proc/${pid}`)).toBe(true)
      running.close()
      await eventually(() => expect(existsSync(`/proc/${pid}`)).toBe(false))
    },
  )
})

it.each(['bin/one.sh', './bin/one.sh', '.one.sh'])('a program that is named %s is covered by the consent', async (command) => {
  const named = writeIn(folder, command, 'echo one')
  const path = writeIn(folder, 'covered.json', JSON.stringify({ id: 'covered', title: 'Covered', command, mode: 'page' }))
  const before = await readOwnFile(path, folder)
  expect(before.files).toEqual([path, named])
  writeIn(folder, command, 'echo two')
  expect((await readOwnFile(path, folder)).hash).not.toBe(before.hash)
})

describe('words of others', () => {
  it('are cut, and lose or show the signs that steer a terminal; tabs and line feeds stay', () => {
    expect(plainWords(`a\tb\nc\u001b]0;x\u0007\u202e${'d'.repeat(3000)}`)).toMatch(/^a\tb\nc\]0;xd{1988}…$/)
    expect(withVisibleControls('a\u001b[2J\u0007\u007f\u009b\tb\n')).toBe('a␛[2J␇␡<009B>\tb\n')
    const terminal = Object.assign(new PassThrough({ encoding: 'utf8' }), { isTTY: true })
    void write(terminal, '\u001b[2J')
    expect(terminal.read()).toBe('␛[2J')
    expect(progressLine('a\u001b\nb')).toBe('\r\u001b[Ka␛ b')
  })
})
