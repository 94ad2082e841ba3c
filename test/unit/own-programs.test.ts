import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { PassThrough } from 'node:stream'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readOwnFile } from '../../electron/services/own/own-file'
import { createProgramProcess } from '../../electron/services/own/program-process'
import { progressLine, write } from '../../electron/cli/cli-io'
import { plainWords, withVisibleControls } from '../../shared/base/escape'
import { toFailure } from '../../shared/base/failure'
import { ProgramDescription } from '../../shared/extractors/own/program-protocol'
import { buildPrograms } from './built-programs'
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
  it('that ends its own group is reported as ended by a signal, not as missing', async () => {
    const failure = await program('kill -9 0').requestAnswer(request).then(String, toFailure)
    expect(failure).toMatchObject({ code: 'program.crashed', message: expect.stringContaining('was ended by SIGKILL') as string })
  })

  it('that ends the process that started it does not end Boilerscope', async () => {
    const failure = await program('kill -9 $PPID; sleep 300').requestAnswer(request).then(String, toFailure)
    expect(failure).toMatchObject({ code: 'program.crashed', message: expect.stringContaining('was ended by SIGKILL') as string })
  })

  it('has its last output reported without control characters of terminals', async () => {
    const failure = await program(`printf '\\033[31mred' >&2; exit 3`).requestAnswer(request).then(String, toFailure)
    expect(failure).toMatchObject({ message: expect.stringContaining('Its last output: [31mred') as string })
  })

  const silent = (file: string): string => `sleep 300 & echo $$ > ${file}; kill -STOP 0; sleep 300`
  const pidIn = async (file: string): Promise<number> => {
    await eventually(() => expect(readFileSync(file, 'utf8')).toMatch(/\d\n/))
    return Number(readFileSync(file, 'utf8'))
  }
  const isGroupThere = (pid: number): boolean => {
    try {
      return process.kill(-pid, 0)
    } catch {
      return false
    }
  }

  it('that stopped itself and its group is ended with all processes that it started', async () => {
    const running = program(silent(join(folder, 'closed')))
    running.requestAnswer(request).catch(() => undefined)
    const pid = await pidIn(join(folder, 'closed'))
    running.close()
    await eventually(() => expect(isGroupThere(pid)).toBe(false))
  })

  it('that stopped itself and its group is ended if Boilerscope is killed', async () => {
    const args = ['-c', silent(join(folder, 'killed'))]
    writeIn(folder, 'silent.json', JSON.stringify({ id: 'silent', title: 'Silent', command: 'sh', args, mode: 'jsonl' }))
    const host = spawn(process.execPath, [join(await buildPrograms(), 'cli.js'), 'extract', '--extractor', './silent.json', '-'], {
      cwd: folder,
    })
    host.stdin.end('<p>Text')
    const pid = await pidIn(join(folder, 'killed'))
    host.kill('SIGKILL')
    await eventually(() => expect(isGroupThere(pid)).toBe(false))
  })

  it('that is started per page receives no text of a page as an option', async () => {
    const described = ProgramDescription.parse({
      ...{ id: 'url', title: 'Url', command: 'printf', args: ['%s', '[{url}]'], mode: 'page', answer: 'text' },
    })
    const asked = createProgramProcess({ path: join(folder, 'url.json'), hash: '', files: [], kind: 'program', program: described })
    const given = async (url: string): Promise<unknown> => asked.requestAnswer({ ...request, url })
    for (const url of ['--help', '-rf', '@/etc/passwd', '-oProxyCommand=x', 'javascript:1', 'data:text/html,x'])
      expect(await given(url)).toEqual({ text: '[]' })
    for (const url of ['https://example.org/a?b=c', 'file:///tmp/a.html']) expect(await given(url)).toEqual({ text: `[${url}]` })
  })
})

it.each(['bin/one.sh', './bin/one.sh', '.one.sh'])('a program with the command %s is part of the approval', async (command) => {
  const named = writeIn(folder, command, 'echo one')
  const path = writeIn(folder, 'covered.json', JSON.stringify({ id: 'covered', title: 'Covered', command, mode: 'page' }))
  const before = await readOwnFile(path, folder)
  expect(before.files).toEqual([path, named])
  writeIn(folder, command, 'echo two')
  expect((await readOwnFile(path, folder)).hash).not.toBe(before.hash)
})

describe('messages of programs', () => {
  it('are shortened, and control characters except tabs and line feeds are removed or made visible', () => {
    expect(plainWords(`a\tb\nc\u001b]0;x\u0007\u202e${'d'.repeat(3000)}`)).toMatch(/^a\tb\nc\]0;xd{1988}…$/)
    expect(withVisibleControls('a\u001b[2J\u0007\u007f\u009b\tb\n')).toBe('a␛[2J␇␡<009B>\tb\n')
    const terminal = Object.assign(new PassThrough({ encoding: 'utf8' }), { isTTY: true })
    void write(terminal, '\u001b[2J')
    expect(terminal.read()).toBe('␛[2J')
    expect(progressLine('a\u001b\nb')).toBe('\r\u001b[Ka␛ b')
  })
})
