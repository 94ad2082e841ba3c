import { resolve } from 'node:path'
import type { Command } from 'commander'
import type { CapturedLayout } from '../../../shared/page/place-layout'
import type { CaptureOptions, Source } from '../../../shared/contract/capture'
import { readInput } from '../../services/capture/capture-input'
import { errorAnswerFailure } from '../../services/capture/load-failures'
import type { SaveReader } from '../../services/capture/saves/save-reader'
import { pathOfAddress } from '../../services/files/machine'
import { usage, withLoader, type CliIo } from '../cli-io'

export interface FaultOptions {
  readonly keeps?: string
  readonly drops?: string
  readonly rendered?: true
  readonly url?: string
}

export function addFaultOptions(command: Command): Command {
  return command
    .argument('<page>', 'FILE, URL or -')
    .option('--keeps <text>', 'text that is wrongly kept')
    .option('--drops <text>', 'text that is wrongly dropped')
    .option('--rendered', 'render the page in a browser')
    .option('--url <address>', 'address of the page, for a file')
}

export function readFault({ keeps, drops }: FaultOptions, command: string): { readonly kind: 'keeps' | 'drops'; readonly text: string } {
  const text = keeps ?? drops
  if (text === undefined) throw usage('The option --keeps TEXT or --drops TEXT is missing.', `See boilerscope ${command} --help.`)
  if (keeps !== undefined && drops !== undefined) throw usage('--keeps and --drops exclude each other.', 'Remove one of the options.')
  return { kind: keeps === undefined ? 'drops' : 'keeps', text }
}

interface ReadPage {
  readonly html: string
  readonly url: string | null
  readonly layout: CapturedLayout | null
  readonly rendered: boolean
  readonly notes: readonly string[]
}

/**
 * @param name `-` for standard input, an http(s) address, or the path or `file:` address of a file
 * @param address chooses a page of an archive of several pages
 * @throws FailureError as `readInput` and `LoadPage`
 */
export async function readPage(name: string, options: CaptureOptions, io: CliIo, address?: string): Promise<ReadPage> {
  const isAddress = /^https?:/i.test(name)
  const entry = address === undefined ? {} : { entry: address }
  const source: Source = isAddress
    ? { kind: 'url', url: name }
    : name === '-'
      ? { kind: 'bytes', name: 'standard input', bytes: await readStream(io.stdin, options.maxBytes), ...entry }
      : { kind: 'file', path: pathOfAddress(name) ?? resolve(io.cwd, name), ...entry }
  if (isAddress || options.mode === 'rendered') return capture(source, options, io)
  let reader: SaveReader | undefined
  const saves: Pick<SaveReader, 'page'> = {
    page: async (...task) => {
      reader = (await import('../../services/capture/saves/save-reader')).saveReaderIn(io.root)
      return reader.page(...task)
    },
  }
  const { maxBytes, timeout } = options
  try {
    const input = await readInput(source, { maxBytes, timeout, saves })
    if (input.kind !== 'local') throw new Error('reading a file requested an approval')
    const { html, notes, url } = input
    return { html, url: url !== null && /^https?:/i.test(url) ? url : null, layout: null, rendered: false, notes }
  } finally {
    await reader?.close()
  }
}

function capture(source: Source, options: CaptureOptions, io: CliIo): Promise<ReadPage> {
  return withLoader(io.root, async (loadPage) => {
    const context = { signal: new AbortController().signal, progress: () => undefined }
    const { html, url, layout, log, status } = await loadPage(source, options, context)
    const wrong = errorAnswerFailure(status, 'read')
    return { html, url, layout, rendered: options.mode === 'rendered', notes: wrong ? [wrong.message, ...log] : log }
  })
}

/** Stops when the total exceeds the limit; `readInput` refuses a page above the limit. */
async function readStream(stream: NodeJS.ReadableStream, limit: number): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of stream) {
    const bytes = Buffer.from(chunk)
    chunks.push(bytes)
    length += bytes.length
    if (length > limit) break
  }
  return Buffer.concat(chunks)
}
