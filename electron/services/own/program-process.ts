import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FailureError } from '../../../shared/base/failure'
import type { ProgramRequest } from '../../../shared/extractors/own/program-protocol'
import { createLineProgram } from './line-program'
import type { ProgramFile } from './program-bridge'
import {
  endedProgram,
  LONGEST_ANSWER,
  noAnswer,
  parsedAnswer,
  ignoreOutput,
  startProgram,
  stopProgram,
  tooLong,
  tooSlow,
  type Running,
} from './running-program'

/** Starts the described program, at the first page in mode `jsonl`, for each page in mode `page`. */
export function createProgramProcess(file: ProgramFile) {
  const lines = file.program.mode === 'jsonl' ? createLineProgram(file) : null
  if (!lines) void removeOldPages().catch(() => undefined)
  return {
    /**
     * Sends a request for a page. In mode `jsonl` a failure repeats the open requests one by one, so that only the failing page fails.
     * @returns the unchecked response @throws FailureError `program.*` with the program's last output. The next page starts it again.
     */
    requestAnswer: (request: ProgramRequest): Promise<unknown> => (lines ? lines.requestAnswer(request) : requestPage(file, request)),
    close: (): void => lines?.close(),
  }
}

export type ProgramProcess = ReturnType<typeof createProgramProcess>

const PAGE_FOLDER = 'boilerscope-page-'
/** Milliseconds after which a page file is unused: no program still reads it. */
const OLD = 24 * 3600 * 1000

/** Removes page files whose thread ended early and that no other process removed: on Windows, or before the program started. */
async function removeOldPages(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    const folder = join(tmpdir(), name)
    if (!name.startsWith(PAGE_FOLDER) || (await stat(folder)).mtimeMs > Date.now() - OLD) continue
    // Another user's files stay.
    await rm(folder, { recursive: true, force: true }).catch(() => undefined)
  }
}

/** Returns a page's address as an argument; other texts could be read as an option. */
const addressArgument = (url: string | null): string => (url !== null && /^(?:https?|file):\/\//i.test(url) ? url : '')

async function requestPage(described: ProgramFile, request: ProgramRequest): Promise<unknown> {
  const { program } = described
  const byFile = program.args.some((arg) => arg.includes('{file}'))
  const temporary = byFile ? await mkdtemp(join(tmpdir(), PAGE_FOLDER)) : null
  try {
    const file = temporary === null ? '' : join(temporary, 'page.html')
    if (temporary !== null) await writeFile(file, request.html)
    const running = startProgram(
      described,
      program.args.map((arg) => arg.replaceAll('{file}', () => file).replaceAll('{url}', () => addressArgument(request.url))),
      temporary ?? '',
    )
    return await answerOf(running, byFile ? '' : request.html)
  } finally {
    if (temporary !== null) await rm(temporary, { recursive: true, force: true })
  }
}

/** Returns the complete output of a program for one page. Stops the program if it fails or exceeds a limit. */
function answerOf(running: Running, input: string): Promise<unknown> {
  const { program } = running
  return new Promise((resolve, reject) => {
    const settle = (): void => {
      clearTimeout(timer)
      ignoreOutput(running)
    }
    const fail = (error: FailureError): void => {
      settle()
      stopProgram(running)
      reject(error)
    }
    const wait = program.timeout + program.startTimeout
    const timer = setTimeout(() => fail(tooSlow(running, wait)), wait)
    const chunks: Buffer[] = []
    let length = 0
    running.onOutput = (chunk) => {
      chunks.push(chunk)
      length += chunk.length
      if (length > LONGEST_ANSWER) fail(tooLong(running))
    }
    running.onEnd = (code) => {
      // Ends no process: on Windows its number may be reused, elsewhere `startKept` ends the group.
      running.kept.stdin.destroy()
      if (code !== 0) return fail(endedProgram(running, code))
      const text = Buffer.concat(chunks).toString('utf8')
      const answer = program.answer === 'json' ? parsedAnswer(text) : { [program.answer]: text }
      if (answer === undefined) return fail(noAnswer(running, text, 'Write one JSON object.'))
      settle()
      resolve(answer)
    }
    running.kept.stdin.end(input)
  })
}
