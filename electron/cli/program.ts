import { Command, CommanderError } from 'commander'
import { toFailure } from '../../shared/base/failure'
import { EXIT, EXIT_HELP, write, type CliIo, type ExitCode, versionOf } from './cli-io'

/** The commands, in the order of the help. A command's module is loaded on demand: together they are most of the program. */
const COMMANDS: Readonly<Record<string, () => Promise<(program: Command, io: CliIo) => void>>> = {
  list: async () => (await import('./commands/list-commands')).addListCommand,
  extract: async () => (await import('./commands/extract-command')).addExtractCommand,
  why: async () => (await import('./commands/why-command')).addWhyCommand,
  corpus: async () => (await import('./commands/corpus-command')).addCorpusCommands,
  capture: async () => (await import('./commands/corpus-command')).addCaptureCommand,
  evaluate: async () => (await import('./commands/evaluate-command')).addEvaluateCommand,
  reduce: async () => (await import('./commands/reduce-command')).addReduceCommand,
  faults: async () => (await import('./commands/faults-command')).addFaultsCommand,
  bisect: async () => (await import('./commands/bisect-command')).addBisectCommand,
  publish: async () => (await import('./commands/publish-command')).addPublishCommand,
  peers: async () => (await import('./commands/list-commands')).addPeersCommand,
  'new-extractor': async () => (await import('./commands/own-commands')).addNewExtractorCommand,
  'check-extractor': async () => (await import('./commands/own-commands')).addCheckCommand,
}

/** Failures of the command line, not of the page. */
const USAGE =
  /^(?:usage|sweep\.|preset\.|params\.|extractor\.unknown|library\.unknown|peer\.|guard\.|campaign\.(?:overlap|twice)|corpus\.bad-annotator)/

/**
 * Runs the command line.
 * @param args without the program's name
 * @returns the exit code; failures are on standard error.
 */
export async function runCli(args: readonly string[], io: Omit<CliIo, 'exit'>): Promise<ExitCode> {
  let code: ExitCode = EXIT.done
  try {
    const exit = (given: ExitCode): void => void (code = given)
    const program = await createProgram({ ...io, exit }, args[0])
    await program.parseAsync(args, { from: 'user' })
    return code
  } catch (thrown) {
    // Commander has printed the message; --help ends here, too.
    if (thrown instanceof CommanderError) return thrown.exitCode === 0 ? EXIT.done : EXIT.usage
    if (isBrokenPipe(thrown)) return EXIT.done
    await write(io.stderr, describeFailure(thrown))
    return USAGE.test(toFailure(thrown).code) ? EXIT.usage : EXIT.failed
  }
}

/** Formats a thrown value for standard error. */
export function describeFailure(thrown: unknown): string {
  const { code, message, next } = toFailure(thrown)
  return `boilerscope: ${message}\n${next} [${code}]\n`
}

/** Whether the reader of our output has closed the pipe, as `head` does. */
export function isBrokenPipe(thrown: unknown): boolean {
  return thrown instanceof Error && 'code' in thrown && (thrown.code === 'EPIPE' || thrown.code === 'ERR_STREAM_DESTROYED')
}

/** Creates the program with the requested command, or with all commands for the help and the version. */
async function createProgram(io: CliIo, asked: string | undefined): Promise<Command> {
  const program = new Command('boilerscope')
    .description('See which parts of a web page an algorithm keeps, and why: main-content extraction from web pages.')
    .version(versionOf(io.root), '-V, --version', 'print the version')
    .addHelpText('after', EXIT_HELP)
    .exitOverride()
    .configureOutput({ writeOut: (text) => io.stdout.write(text), writeErr: (text) => io.stderr.write(text) })
  const one = asked !== undefined && Object.hasOwn(COMMANDS, asked) ? COMMANDS[asked] : undefined
  for (const command of one ? [one] : Object.values(COMMANDS)) (await command())(program, io)
  return program
}
