import { InvalidArgumentError, Option, type Command } from 'commander'
import { wholeNumber } from '../options'
import { CaptureOptions } from '../../../shared/contract/capture'
import { Conditions, VIEWPORTS, type ViewportName } from '../../../shared/contract/conditions'

export interface ConditionOptions {
  readonly wait?: WaitFor
  readonly scroll?: true
  readonly viewport?: Conditions['viewport']
  readonly userAgent?: string
  readonly language?: string
  readonly dismissBanners?: true
  readonly reducedMotion?: true
  readonly dark?: true
  readonly composed?: boolean
  readonly streamed: boolean
}

type WaitFor = Pick<Conditions, 'waitFor'> | Pick<Conditions, 'delay'>

export function addConditionOptions(command: Command): Command {
  return command
    .addOption(new Option('--wait <selector|seconds>', 'with --rendered: wait for this element, or for this time').argParser(readWait))
    .option('--scroll', 'with --rendered: scroll down first, to load late content')
    .addOption(new Option('--viewport <size>', 'phone, tablet, desktop or WIDTHxHEIGHT').argParser(readViewport))
    .addOption(new Option('--user-agent <text>', 'user agent of the browser').argParser((text) => parsed('userAgent', text)))
    .addOption(new Option('--language <tags>', 'requested languages, such as "de-DE,de"').argParser((text) => parsed('language', text)))
    .option('--dismiss-banners', 'with --rendered: press the button of cookie banners that refuses, else closes, else accepts')
    .option('--reduced-motion', 'prefer reduced motion')
    .option('--dark', 'prefer dark colours')
}

export function addReadingOptions(command: Command): Command {
  return command
    .option('--composed', 'read shadow roots and frames (default with --rendered)')
    .option('--no-composed', 'omit shadow roots and frames')
    .option('--no-streamed', 'leave streamed React content hidden, as in the source')
}

/** @param unit contract units per unit of the option, for example 1000 milliseconds per second */
export function pageLimit(name: 'timeout' | 'maxBytes' | 'maxNodes', unit = 1): (text: string) => number {
  const { minValue, maxValue } = CaptureOptions.shape[name].unwrap()
  return wholeNumber(Math.ceil((minValue ?? 0) / unit), Math.floor((maxValue ?? Number.MAX_SAFE_INTEGER) / unit))
}

/** Returns conditions for `CaptureOptions.parse`, which sets the missing conditions. */
export function readConditions(options: ConditionOptions): object {
  const { wait, scroll, viewport, userAgent, language, dismissBanners, reducedMotion, dark } = options
  return { ...wait, scroll, viewport, userAgent, language, dismissBanners, reducedMotion, dark }
}

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

function parsed<K extends keyof Conditions>(key: K, value: unknown): Conditions[K] {
  const answer = Conditions.safeParse({ [key]: value })
  if (answer.success) return answer.data[key]
  throw new InvalidArgumentError(ALLOWED[key] ?? answer.error.issues[0]?.message ?? '')
}

const ALLOWED: Partial<Record<keyof Conditions, string>> = {
  delay: 'Enter a time of up to 60 seconds.',
  waitFor: 'Enter a CSS selector of up to 500 characters.',
  viewport: 'Enter phone, tablet, desktop, or a size such as 1440x900 (100 to 10,000 each).',
  userAgent: 'Enter up to 500 ASCII characters.',
  language: 'Enter language tags, such as "de-DE,de".',
}
