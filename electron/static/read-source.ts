import { failed, FailureError } from '../../shared/base/failure'
import type { Capture, CaptureOptions, Source } from '../../shared/contract/capture'
import { checkHtmlBytes, decodeHtml, isGzip, tooLarge, type DecodedHtml } from '../services/files/html-bytes'
import { singleBytes } from '../services/files/meta-encoding'
import type { LoadPage } from '../services/capture/loader'
import { isMhtml, MOST_MHTML, readMhtml } from '../services/capture/saves/mhtml'
import { partsIn } from '../services/capture/find-kept'
import { webAddress } from '../../shared/base/url'

const ELSEWHERE = 'Open it in the installed Boilerscope, or save the page as HTML.'

const NO_LAYOUT = 'The layout is not measured here: only the installed program can measure it.'

/** The loader throws FailureError `static.*` for sources and modes that a website cannot load, `input.*`, `mhtml.*`, `sample.unknown`. */
export function createStaticLoader(now: () => string): LoadPage {
  return async (source, options) => {
    if (options.mode === 'rendered')
      throw failed(
        'static.no-scripts',
        'This website cannot run the scripts of a page.',
        'Open the page as source HTML, or open it in the installed Boilerscope.',
      )
    const { notes, ...read } = await readSource(source, options)
    return { ...read, mode: 'source', status: null, layout: null, log: [...notes, NO_LAYOUT], timings: {}, capturedAt: now() }
  }
}

type Read = Pick<Capture, 'label' | 'url' | 'parts'> & Omit<DecodedHtml, 'charset'> & { readonly charset: string | null }

async function readSource(source: Source, { maxBytes }: Pick<CaptureOptions, 'maxBytes'>): Promise<Read> {
  switch (source.kind) {
    case 'html': {
      const label = source.name ?? 'pasted HTML'
      if (source.html.length > maxBytes) throw tooLarge(label, maxBytes)
      return { label, url: webAddress(source.url)?.href ?? null, html: source.html, charset: null, notes: [] }
    }
    case 'bytes': {
      const { name } = source
      if (/^(?:PK\u0003\u0004|WARC\/1)/.test(singleBytes(source.bytes.subarray(0, 16))) || /\.(?:warc(?:\.gz)?|wacz)$/i.test(name))
        throw failed('static.no-archive', `${name} is an archive, which this website cannot read.`, ELSEWHERE)
      if (source.bytes.length > MOST_MHTML) throw tooLarge(name, MOST_MHTML)
      const bytes = checkHtmlBytes(isGzip(source.bytes) ? await gunzipped(source.bytes, name, MOST_MHTML) : source.bytes, name)
      if (isMhtml(bytes)) {
        const page = readMhtml(bytes, name)
        return { ...page, label: name, parts: partsIn(page.parts, new Map()) }
      }
      if (bytes.length > maxBytes) throw tooLarge(name, maxBytes)
      return { label: name, url: null, ...decodeHtml(bytes) }
    }
    case 'url':
    case 'file':
      throw failed(
        'static.no-capture',
        'A website cannot load pages of other sites or files by their path.',
        'Save the page in your browser and drop the file here, paste its HTML, or open the address in the installed Boilerscope.',
      )
    case 'sample':
      throw failed('sample.unknown', `There is no sample "${source.id}".`, 'Choose one from the list of samples.')
  }
}

async function gunzipped(bytes: Uint8Array, name: string, limit: number): Promise<Uint8Array> {
  const chunks: Uint8Array<ArrayBuffer>[] = []
  let length = 0
  try {
    const stream = new Blob([bytes.slice()]).stream().pipeThrough(new DecompressionStream('gzip'))
    for (const reader = stream.getReader(); ;) {
      const { done, value } = await reader.read()
      if (done) break
      chunks.push(value)
      length += value.length
      if (length > limit) throw tooLarge(name, limit)
    }
  } catch (thrown) {
    if (thrown instanceof FailureError) throw thrown
    throw failed('input.bad-gzip', `${name} is damaged: it cannot be unpacked.`, 'Copy or download it again.')
  }
  return new Uint8Array(await new Blob(chunks).arrayBuffer())
}
