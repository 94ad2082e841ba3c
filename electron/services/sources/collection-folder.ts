import { readdir } from 'node:fs/promises'
import { isAbsolute, join, relative } from 'node:path'
import { failed, toFailure } from '../../../shared/base/failure'
import { decodeHtml, decodeText, readHtmlBytes } from '../capture/decode-html'
import { FILE_LIMITS, failAbout, isThere, pathInside, readBytes } from '../files/files'
import type { PageRecord } from './page-record'

/** The name of a page's file; its first part is what other files of the page are called by. */
export const HTML_FILE = /^(.+)\.x?html?(?:\.gz)?$/is

/** The folder of a collection. Names are relative to it; whatever they lead to lies inside, links resolved. */
export class CollectionFolder {
  /** @param maxBytes bytes of HTML a page may have. */
  constructor(
    readonly path: string,
    private readonly maxBytes: number,
  ) {}

  /** Names in the folder, or in one inside it, in order. @throws FailureError where it cannot be read. */
  async names(inside = '.'): Promise<string[]> {
    const path = await this.pathOf(inside)
    return (await readdir(path).catch(failAbout(path))).sort()
  }

  async has(name: string): Promise<boolean> {
    return isThere(join(this.path, name))
  }

  /** The HTML of a page, plain or gzip; the name may lack `.gz`, or have it for a file that was unpacked. @throws FailureError. */
  async html(name: string): Promise<string> {
    const other = /\.gz$/i.test(name) ? name.slice(0, -3) : `${name}.gz`
    const bytes = await this.bytes(name).catch((thrown: unknown) => {
      if (toFailure(thrown).code !== 'input.not-found') throw thrown
      return this.bytes(other).catch(() => Promise.reject(thrown))
    })
    return decodeHtml(bytes).html
  }

  private async bytes(name: string): Promise<Uint8Array> {
    return readHtmlBytes(await this.pathOf(name), this.maxBytes)
  }

  /** A text of which nobody says the encoding. @throws FailureError. */
  async plainText(name: string): Promise<ReturnType<typeof decodeText>> {
    return decodeText(await readBytes(await this.pathOf(name), FILE_LIMITS.text))
  }

  /** A text in UTF-8, or in UTF-16. @throws FailureError, also `input.not-utf-8`. */
  async text(name: string): Promise<string> {
    const { text, guessed } = await this.plainText(name)
    if (guessed) throw failed('input.not-utf-8', `${join(this.path, name)} is not in UTF-8.`, 'Save it in UTF-8.')
    return text
  }

  private async pathOf(name: string): Promise<string> {
    try {
      return await pathInside(this.path, isAbsolute(name) ? relative(this.path, name) : name)
    } catch (thrown) {
      if (toFailure(thrown).code !== 'file.outside') throw thrown
      throw failed(
        'file.outside',
        `"${name}" leads out of ${this.path}; it was not read.`,
        'Use a path inside the folder of the list, and copy what a link points to.',
      )
    }
  }
}

/** How a published collection lies in its folder. */
export interface Layout {
  /** What messages call it. */
  readonly name: string
  /** Whether the folder is laid out so, by the names in it. */
  recognises(folder: CollectionFolder): Promise<boolean>
  /** What is missing of a folder that has a part of this layout only, as a sentence; null where it is no part of it. */
  lacks?(folder: CollectionFolder): Promise<string | null>
  /** Its pages in a fixed order. @throws FailureError where the collection as a whole cannot be read. */
  pages(folder: CollectionFolder, options: LayoutOptions): AsyncIterable<PageRecord>
}

interface LayoutOptions {
  /** Bytes of HTML a page may have. */
  readonly maxBytes: number
  readonly signal?: AbortSignal | undefined
}
