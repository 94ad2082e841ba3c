import { InvalidArgumentError, Option, type Command } from 'commander'
import { Conditions, VIEWPORTS, type ViewportName } from '../../../shared/contract/conditions'

/** Conditions as the command line names them. */
export interface ConditionOptions {
  readonly wait?: WaitFor
  readonly scroll?: true
  readonly viewport?: Conditions['viewport']
  readonly userAgent?: string
  readonly language?: string
  readonly dismissBanners?: true
  readonly reducedMotion?: true
  readonly dark?: true
  /** As `--composed` and `--no-composed` say it; undefined: as the mode has it. */
  readonly composed?: boolean
  /** False after `--no-streamed`. */
  readonly streamed: boolean
}

/** Seconds to wait, or a selector to wait for. */
type WaitFor = Pick<Conditions, 'waitFor'> | Pick<Conditions, 'delay'>

/** Adds the options under which a page is looked at. */
export function addConditionOptions(command: Command): Command {
  return command
    .addOption(new Option('--wait <selector|seconds>', 'with --rendered: until this is there, or so long').argParser(readWait))
    .option('--scroll', 'with --rendered: scroll to the end first, for what loads late')
    .addOption(new Option('--viewport <size>', 'phone, tablet, desktop or WIDTHxHEIGHT').argParser(readViewport))
    .addOption(new Option('--user-agent <text>', 'what the browser calls itself').argParser(checked('userAgent')))
    .addOption(new Option('--language <tags>', 'which languages it asks for, such as "de-DE,de"').argParser(checked('language')))
    .option('--dismiss-banners', 'with --rendered: refuse or close banners that ask for consent')
    .option('--reduced-motion', 'as a reader who wants no motion')
    .option('--dark', 'as a reader who wants dark colours')
}

/** Adds whether extractors read what shadow roots and frames hold, and where they read streamed content. */
export function addReadingOptions(command: Command): Command {
  return command
    .option('--composed', 'read shadow roots and frames (usual with --rendered)')
    .option('--no-composed', 'leave them out')
    .option('--no-streamed', 'read content that React sent after the page where the source has it: hidden')
}

/** What of the conditions was named. */
export function namedConditions(options: ConditionOptions): Partial<Conditions> {
  const { wait, viewport, userAgent, language } = options
  return {
    ...wait,
    ...(viewport && { viewport }),
    ...(userAgent !== undefined && { userAgent }),
    ...(language !== undefined && { language }),
    scroll: options.scroll ?? false,
    dismissBanners: options.dismissBanners ?? false,
    reducedMotion: options.reducedMotion ?? false,
    dark: options.dark ?? false,
  }
}

/** Those that mean something only once scripts ran, as they are named; for messages. */
export function renderedOnly({ wait, scroll, dismissBanners }: ConditionOptions): string[] {
  return [...(wait ? ['--wait'] : []), ...(scroll ? ['--scroll'] : []), ...(dismissBanners ? ['--dismiss-banners'] : [])]
}

function readWait(text: string): WaitFor {
  const seconds = Number(text)
  return text.trim() !== '' && Number.isFinite(seconds)
    ? { delay: parsed('delay', Math.round(seconds * 1000)) }
    : { waitFor: parsed('waitFor', text) }
}

function readViewport(text: string): Conditions['viewport'] {
  if (text in VIEWPORTS) return VIEWPORTS[text as ViewportName]
  const [, width, height] = /^(\d+)\s*[x×]\s*(\d+)$/i.exec(text) ?? []
  return parsed('viewport', { width: Number(width), height: Number(height), mobile: false })
}

function checked<K extends 'userAgent' | 'language'>(key: K): (text: string) => Conditions[K] {
  return (text) => parsed(key, text)
}

/** @throws InvalidArgumentError with what is allowed. */
function parsed<K extends keyof Conditions>(key: K, value: unknown): Conditions[K] {
  const answer = Conditions.safeParse({ [key]: value })
  if (answer.success) return answer.data[key]
  throw new InvalidArgumentError(ALLOWED[key] ?? answer.error.issues[0]?.message ?? '')
}

const ALLOWED: Partial<Record<keyof Conditions, string>> = {
  delay: 'Up to 60 seconds.',
  waitFor: 'A CSS selector of up to 500 characters.',
  viewport: 'phone, tablet, desktop, or such as 1440x900 (100 to 10,000 each).',
  userAgent: 'Up to 500 characters of ASCII.',
  language: 'Language tags, such as "de-DE,de".',
}
