import { Command, CommanderError, Help } from 'commander'
import { toFailure } from '../../shared/base/failure'
import { describeFailure, EXIT, EXIT_HELP, write, type CliIo, type ExitCode, versionOf } from './cli-io'

type AddCommand = (program: Command, io: CliIo) => void

const COMMANDS: Readonly<Record<string, { usage: string; description: string; load: () => Promise<AddCommand> }>> = {
  list: {
    usage: '[options]',
    description: 'list the extractors with their parameters: name, default, range, origin, description',
    load: async () => (await import('./commands/list-commands')).addListCommand,
  },
  extract: {
    usage: '[options] [page]',
    description: 'extract the main content of one or many pages',
    load: async () => (await import('./commands/extract-command')).addExtractCommand,
  },
  why: {
    usage: '[options] <page> [selector]',
    description:
      'explain why an extractor kept or dropped an element: rule, value, limit, and parameter changes that would reverse the decision',
    load: async () => (await import('./commands/why-command')).addWhyCommand,
  },
  corpus: {
    usage: '',
    description: 'make, fill, check and export a corpus of labelled pages',
    load: async () => (await import('./commands/corpus-command')).addCorpusCommands,
  },
  capture: {
    usage: '[options] <url...>',
    description: 'capture pages into a corpus; a new or empty folder becomes a corpus',
    load: async () => (await import('./commands/corpus-command')).addCaptureCommand,
  },
  evaluate: {
    usage: '[options]',
    description: 'score extractors against gold standards and print tables as in the papers',
    load: async () => (await import('./commands/evaluate-command')).addEvaluateCommand,
  },
  reduce: {
    usage: '[options] <page>',
    description: 'reduce a page to a minimal example on which an extractor still wrongly keeps or drops a text',
    load: async () => (await import('./commands/reduce-command')).addReduceCommand,
  },
  faults: {
    usage: '[options]',
    description: 'group missing and extra text of an extractor on a collection by the deciding rule',
    load: async () => (await import('./commands/faults-command')).addFaultsCommand,
  },
  bisect: {
    usage: '[options] <page>',
    description: 'find the first published version of a library that wrongly keeps or drops a text of a page',
    load: async () => (await import('./commands/bisect-command')).addBisectCommand,
  },
  publish: {
    usage: '[options] <run> <folder>',
    description: 'write a run as a static site that anyone can open',
    load: async () => (await import('./commands/publish-command')).addPublishCommand,
  },
  peers: {
    usage: '[options] [ids...]',
    description: 'list extraction libraries for Python and JavaScript: whether each is installed, and the command that installs it',
    load: async () => (await import('./commands/list-commands')).addPeersCommand,
  },
  'new-extractor': {
    usage: '[options] <path>',
    description: 'write a template of a custom extractor: a module, or a folder with a module, its test and a package',
    load: async () => (await import('./commands/own-commands')).addNewExtractorCommand,
  },
  'check-extractor': {
    usage: '[options] <file|id>',
    description: 'run an extractor on normal and hostile pages and list its faults',
    load: async () => (await import('./commands/own-commands')).addCheckCommand,
  },
}

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
  const entry = name !== undefined && Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined
  if (entry) {
    const add = await entry.load()
    add(program, { ...start, exit, registry: await start.registry() })
    program.commands.find((command) => command.name() === name)?.description(entry.description)
    return program
  }
  for (const [other, { description }] of Object.entries(COMMANDS)) program.command(other).description(description).exitOverride()
  const usageOf = (command: Command): string => COMMANDS[command.name()]?.usage ?? '[command]'
  return program.configureHelp({ subcommandTerm: (command) => `${command.name()} ${usageOf(command)}`.trim() })
}
