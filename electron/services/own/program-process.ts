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
  silence,
  startProgram,
  stopProgram,
  tooLong,
  tooSlow,
  type Running,
} from './running-program'

/** Starts the program as it is described, at the first page in mode `jsonl`, for each page in mode `page`. */
export function createProgramProcess(file: ProgramFile) {
  const lines = file.program.mode === 'jsonl' ? createLineProgram(file) : null
  if (!lines) void removeOldPages().catch(() => undefined)
  return {
    /**
     * Asks about a page. In mode `jsonl` any number of questions may be under way; a program that fails while it has several is asked
     * them again one by one, so that only the page that it fails on is blamed.
     * @returns what the program answered, not yet checked
     * @throws FailureError `program.not-found`, `program.crashed`, `program.timeout`, `program.garbage`, `program.half-line`,
     *   `program.wrong-id`, `program.too-long`, with the program's last words. The next page starts it anew.
     */
    ask: (request: ProgramRequest): Promise<unknown> => (lines ? lines.ask(request) : askPage(file, request)),
    /** Ends the program, with all that it started. */
    close: (): void => lines?.close(),
  }
}

export type ProgramProcess = ReturnType<typeof createProgramProcess>

const PAGE_FOLDER = 'boilerscope-page-'
/** Milliseconds after which no program reads its page any more. */
const OLD = 24 * 3600 * 1000

/** Removes pages whose thread was ended before it could, where nobody else did: on Windows, or before the program was started. */
async function removeOldPages(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    const folder = join(tmpdir(), name)
    if (!name.startsWith(PAGE_FOLDER) || (await stat(folder)).mtimeMs > Date.now() - OLD) continue
    // Another person's stays.
    await rm(folder, { recursive: true, force: true }).catch(() => undefined)
  }
}

/** A page's address as an argument: what is no address of the web or of a file could be read as an option. */
const addressArgument = (url: string | null): string => (url !== null && /^(?:https?|file):\/\//i.test(url) ? url : '')

async function askPage(described: ProgramFile, request: ProgramRequest): Promise<unknown> {
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

/** All that a program prints that was started for one page; one that fails is stopped. */
function answerOf(running: Running, input: string): Promise<unknown> {
  const { program } = running
  return new Promise((resolve, reject) => {
    const settle = (): void => {
      clearTimeout(timer)
      silence(running)
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
      // On Windows its number may be another's by now; elsewhere it ends what it left running by itself.
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
