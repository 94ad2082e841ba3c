import { availableParallelism } from 'node:os'
import { type Command, InvalidArgumentError, Option } from 'commander'
import { type Preset, PRESETS } from '../../shared/extractors/core/params'

export function wholeNumber(least: number, most = Number.MAX_SAFE_INTEGER): (text: string) => number {
  const bounds = most === Number.MAX_SAFE_INTEGER ? `, ${least} or more` : ` from ${least} to ${most}`
  return (text) => {
    const value = text.trim() === '' ? Number.NaN : Number(text)
    if (!Number.isSafeInteger(value) || value < least || value > most) throw new InvalidArgumentError(`Enter an integer${bounds}.`)
    return value
  }
}

export const positive = wholeNumber(1)

export const zeroOrMore = wholeNumber(0)

/** The limit is 2^31 − 1 ms, because a longer timer of Node fires after 1 ms. */
export const seconds = wholeNumber(1, Math.floor(0x7fffffff / 1000))

export const seedOf = wholeNumber(0, 0xffffffff)

export function collect(value: string, before: readonly string[]): readonly string[] {
  return [...before, value]
}

export const splitList = (text: string): string[] => text.split(',')

export function formatOption(formats: readonly string[]): Option {
  return new Option('--format <format>', 'output format').choices(formats).default(formats[0])
}

export interface ProjectOption {
  readonly project?: string | undefined
}

export function addProjectOption(command: Command): Command {
  return command.option('--project <file>', 'JSON file that lists custom extractors; they become available by id')
}

export interface ExtractorOptions extends ProjectOption {
  readonly extractor?: string
  readonly preset: Preset
  readonly set: readonly string[]
}

export function addExtractorOptions(command: Command, note = ''): Command {
  return addProjectOption(command)
    .option('--extractor <id|file>', `extractor id (${note}see "list"), or a file: .ts, .js, .json`)
    .addOption(
      new Option('--preset <name>', 'parameter values: the defaults, or the values of the paper').choices([...PRESETS]).default('default'),
    )
    .option('--set <name=value>', 'set a parameter; repeatable', collect, [])
}

export interface PoolOptions {
  readonly jobs: number
  readonly timeout: number
  readonly quiet?: true
}

/** @param limit describes the option `--timeout`, with `time` seconds as the default */
export function addPoolOptions(command: Command, limit: string, time: number): Command {
  return command
    .option('--jobs <n>', 'threads; all cores by default', positive, availableParallelism())
    .option('--timeout <seconds>', limit, seconds, time)
    .option('--quiet', 'no progress')
}
