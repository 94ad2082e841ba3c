import { Command, CommanderError } from 'commander'
import { toFailure } from '../../shared/base/failure'
import { EXIT, EXIT_HELP, write, type CliIo, type ExitCode } from './cli-io'
import { addCheckCommand } from './check-command'
import { addCorpusCommands } from './corpus-command'
import { addEvaluateCommand } from './evaluate-command'
import { addExtractCommand } from './extract-command'
import { versionOf } from './version'
import { addListCommand } from './list-command'
import { addNewExtractorCommand } from './new-extractor-command'
import { addPeersCommand } from './peers-command'
import { addReduceCommand } from './reduce-command'
import { addReproduceCommand } from './reproduce-command'

/** Failures that are the command line's, not the page's. */
const USAGE = /^(?:usage|sweep\.|preset\.|params\.|extractor\.unknown|peer\.)/

/**
 * Runs the command line.
 * @param args without the program's name
 * @returns the exit code; what went wrong is on standard error.
 */
export async function runCli(args: readonly string[], io: Omit<CliIo, 'exit'>): Promise<ExitCode> {
  let code: ExitCode = EXIT.done
  const program = createProgram({
    ...io,
    exit(given) {
      code = given
    },
  })
  try {
    await program.parseAsync(args, { from: 'user' })
    return code
  } catch (thrown) {
    // Commander has said what is wrong; asking for help ends here, too.
    if (thrown instanceof CommanderError) return thrown.exitCode === 0 ? EXIT.done : EXIT.usage
    if (isBrokenPipe(thrown)) return EXIT.done
    const { code: kind, message, next } = toFailure(thrown)
    await write(io.stderr, `boilerscope: ${message}\n${next} [${kind}]\n`)
    return USAGE.test(kind) ? EXIT.usage : EXIT.failed
  }
}

/** Whether the reader of our output has gone away, as `head` does. */
export function isBrokenPipe(thrown: unknown): boolean {
  return thrown instanceof Error && 'code' in thrown && (thrown.code === 'EPIPE' || thrown.code === 'ERR_STREAM_DESTROYED')
}

function createProgram(io: CliIo): Command {
  const program = new Command('boilerscope')
    .description('See why an algorithm kept what it kept: main-content extraction from web pages.')
    .version(versionOf(io.root), '-V, --version', 'print the version')
    .addHelpText('after', EXIT_HELP)
    .exitOverride()
    .configureOutput({ writeOut: (text) => io.stdout.write(text), writeErr: (text) => io.stderr.write(text) })
  addListCommand(program, io)
  addExtractCommand(program, io)
  addCorpusCommands(program, io)
  addEvaluateCommand(program, io)
  addReproduceCommand(program, io)
  addReduceCommand(program, io)
  addPeersCommand(program, io)
  addNewExtractorCommand(program, io)
  addCheckCommand(program, io)
  return program
}
