/**
 * Where the time of Readability and Defuddle goes: building each a document of its own, copying one instead, and the libraries. Over every
 * fourth page of WCXB, every tenth with `--quick`.
 */
import Defuddle from 'defuddle'
import { Readability } from '@mozilla/readability'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { buildPeerDocument, type PeerDocument } from '../../electron/peers/peer-document'
import { openCollection } from '../../electron/services/sources/open-collection'
import { parsePage } from '../../shared/page/parse-page'
import { note, sum, time } from './stopwatch'

const path = join(process.cwd(), '..', 'shared', 'data', 'wcxb', 'dev')
const every = process.argv.includes('--quick') ? 10 : 4
const times = { parse: 0, build: 0, copy: 0, readability: 0, defuddle: 0 }
let pages = 0

/** Libraries fail on some pages, and write to the console; what it took counts all the same. */
function attempt(run: () => unknown): number {
  const { error, warn } = console
  console.error = console.warn = () => undefined
  try {
    return time(() => {
      try {
        return run()
      } catch {
        return null
      }
    })
  } finally {
    Object.assign(console, { error, warn })
  }
}

async function measure(): Promise<void> {
  let index = 0
  for await (const record of openCollection({ kind: 'folder', path }).all()) {
    if (index++ % every !== 0) continue
    const { html } = await record.read()
    const url = record.url ?? 'about:blank'
    const parse = () => parsePage(html, { sourcePositions: true, scriptingEnabled: false, url })
    const page = parse()
    const { document } = buildPeerDocument(page, false)
    const stamped = buildPeerDocument(page, true).document
    times.parse += time(parse)
    times.build += time(() => buildPeerDocument(page, false))
    times.copy += time(() => (document as PeerDocument & { cloneNode(deep: boolean): unknown }).cloneNode(true))
    times.readability += attempt(() => new Readability(stamped as never, { serializer: (element) => element as unknown as string }).parse())
    times.defuddle += attempt(() => new Defuddle(document as never, { url, useAsync: false }).parse())
    pages++
  }
}

if (existsSync(path)) {
  await measure()
  note(`milliseconds a page, over ${pages} pages of WCXB: our own parse`, (times.parse / pages).toFixed(1))
  note('a document built for a library from that', (times.build / pages).toFixed(1))
  note('a copy of such a document instead (cloneNode)', (times.copy / pages).toFixed(1))
  note('Readability, its document given', (times.readability / pages).toFixed(1))
  note('Defuddle, its document given', (times.defuddle / pages).toFixed(1))
  const all = sum([2 * times.build, times.readability, times.defuddle])
  note('what building once and copying once would save of both', `${(((times.build - times.copy) / all) * 100).toFixed(1)} %`)
} else note('WCXB', 'not here: nothing is measured')
