import { spawn } from 'node:child_process'

/** How a command ended. */
export interface CommandEnd {
  /** Why it failed, in its own last words; null where it went well. */
  readonly failure: string | null
  /** What it wrote to its standard output. */
  readonly printed: string
}

export interface CommandOptions {
  readonly cwd?: string
  /** Milliseconds after which it is ended. */
  readonly patience: number
  readonly signal?: AbortSignal | undefined
}

/** Characters of what it says that are kept for its last words. */
const LAST_WORDS = 2000

/** Runs a command to its end. One that is cancelled or takes too long is ended. */
export function runCommand(command: string, args: readonly string[], { cwd, patience, signal }: CommandOptions): Promise<CommandEnd> {
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd, stdio: ['ignore', 'pipe', 'pipe'], timeout: patience, signal, windowsHide: true })
    let printed = ''
    let said = ''
    child.stdout.setEncoding('utf8').on('data', (text: string) => (printed += text))
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => (said = (said + text).slice(-LAST_WORDS)))
    child.on('error', (error) => resolve({ failure: error.message, printed }))
    child.on('close', (code) => resolve({ failure: code === 0 ? null : lastWords(said, code), printed }))
  })
}

function lastWords(said: string, code: number | null): string {
  const lines = said.trim().split('\n')
  const words = (lines.findLast((line) => /error/i.test(line)) ?? lines.at(-1) ?? '').trim()
  return words === '' ? (code === null ? 'it took too long' : `exit code ${code}`) : words
}
