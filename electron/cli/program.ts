import { Command, CommanderError, Help } from 'commander'
import { toFailure } from '../../shared/base/failure'
import { describeFailure, EXIT, EXIT_HELP, write, type CliIo, type ExitCode, versionOf } from './cli-io'

type AddCommand = (program: Command, io: CliIo) => void

/** The commands by name and arguments, as the help lists them. */
const COMMANDS: Readonly<Record<string, readonly [description: string, load: () => Promise<AddCommand>]>> = {
  'list [options]': [
    'list the extractors with their parameters: name, default, range, origin, description',
    async () => (await import('./commands/list-commands')).addListCommand,
  ],
  'extract [options] [page]': [
    'extract the main content of one or many pages',
    async () => (await import('./commands/extract-command')).addExtractCommand,
  ],
  'why [options] <page> [selector]': [
    'explain why an extractor kept or dropped an element: rule, value, limit, and parameter changes that would reverse the decision',
    async () => (await import('./commands/why-command')).addWhyCommand,
  ],
  corpus: [
    'make, fill, check and export a corpus of labelled pages',
    async () => (await import('./commands/corpus-command')).addCorpusCommands,
  ],
  'capture [options] <url...>': [
    'capture pages into a corpus; a new or empty folder becomes a corpus',
    async () => (await import('./commands/corpus-command')).addCaptureCommand,
  ],
  'evaluate [options]': [
    'score extractors against gold standards and print tables as in the papers',
    async () => (await import('./commands/evaluate-command')).addEvaluateCommand,
  ],
  'reduce [options] <page>': [
    'reduce a page to a minimal example on which an extractor still wrongly keeps or drops a text',
    async () => (await import('./commands/reduce-command')).addReduceCommand,
  ],
  'faults [options]': [
    'group missing and extra text of an extractor on a collection by the deciding rule',
    async () => (await import('./commands/faults-command')).addFaultsCommand,
  ],
  'bisect [options] <page>': [
    'find the first published version of a library that wrongly keeps or drops a text of a page',
    async () => (await import('./commands/bisect-command')).addBisectCommand,
  ],
  'publish [options] <run> <folder>': [
    'write a run as a static site that anyone can open',
    async () => (await import('./commands/publish-command')).addPublishCommand,
  ],
  'peers [options] [ids...]': [
    'list extraction libraries for Python and JavaScript: whether each is installed, and the command that installs it',
    async () => (await import('./commands/list-commands')).addPeersCommand,
  ],
  'new-extractor [options] <path>': [
    'write a template of a custom extractor: a module, or a folder with a module, its test and a package',
    async () => (await import('./commands/own-commands')).addNewExtractorCommand,
  ],
  'check-extractor [options] <file|id>': [
    'run an extractor on normal and hostile pages and list its faults',
    async () => (await import('./commands/own-commands')).addCheckCommand,
  ],
}

const nameOf = (term: string): string => term.split(' ')[0] ?? ''

export interface CliStart extends Omit<CliIo, 'exit' | 'registry'> {
  registry(): Promise<CliIo['registry']>
}

const USAGE =
  /^(?:usage|sweep\.|preset\.|params\.|extractor\.unknown|library\.unknown|peer\.|guard\.|campaign\.(?:bundle|overlap|twice)|corpus\.(?:bad-annotator|few-extractors|no-pages))/

export async function runCli(args: readonly string[], io: CliStart): Promise<ExitCode> {
  let code: ExitCode = EXIT.done
  try {
    const exit = (next: ExitCode): void => void (code = next)
    const program = await createProgram(io, exit, args[0] === 'help' ? args[1] : args.find((arg) => !arg.startsWith('-')))
    await program.parseAsync(args, { from: 'user' })
    return code
  } catch (thrown) {
    // Commander has already printed the message or the help.
    if (thrown instanceof CommanderError) return thrown.exitCode === 0 ? EXIT.done : EXIT.usage
    if (isBrokenPipe(thrown)) return EXIT.done
    await write(io.stderr, describeFailure(thrown))
    return USAGE.test(toFailure(thrown).code) ? EXIT.usage : EXIT.failed
  }
}

export function isBrokenPipe(thrown: unknown): boolean {
  return thrown instanceof Error && 'code' in thrown && (thrown.code === 'EPIPE' || thrown.code === 'ERR_STREAM_DESTROYED')
}

async function createProgram(start: CliStart, exit: CliIo['exit'], name: string | undefined): Promise<Command> {
  const program = new Command('boilerscope')
    .description('See which parts of a web page an algorithm keeps, and why: main-content extraction from web pages.')
    .version(versionOf(start.root), '-V, --version', 'print the version')
    .addHelpText('after', EXIT_HELP)
    .exitOverride()
    .configureHelp({ optionDescription: (option) => new Help().optionDescription(option).replace(/ \(default: (?:\[\]|"")\)$/, '') })
    .configureOutput({ writeOut: (text) => start.stdout.write(text), writeErr: (text) => start.stderr.write(text) })
  const [, entry] = Object.entries(COMMANDS).find(([term]) => nameOf(term) === name) ?? []
  if (entry) {
    const [description, load] = entry
    const add = await load()
    add(program, { ...start, exit, registry: await start.registry() })
    program.commands.find((command) => command.name() === name)?.description(description)
    return program
  }
  for (const [term, [description]] of Object.entries(COMMANDS)) program.command(nameOf(term)).description(description).exitOverride()
  const termOf = (name: string): string => Object.keys(COMMANDS).find((term) => nameOf(term) === name) ?? `${name} [command]`
  return program.configureHelp({ subcommandTerm: (command) => termOf(command.name()) })
}
