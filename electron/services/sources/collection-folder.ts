import { readdir, readFile } from 'node:fs/promises'
import { isAbsolute, join, relative } from 'node:path'
import { failed, toFailure } from '../../../shared/base/failure'
import { decodeHtml, decodeText } from '../files/html-bytes'
import { FILE_LIMITS, isThere, pathInside, readBytes, readHtmlBytes } from '../files/files'
import type { PageRecord } from './page-record'
import { type Samples, samplesOf } from './sample-list'

/** Matches the HTML file of a page. The names of the page's other files start with the first group. */
export const HTML_FILE = /^(.+)\.x?html?(?:\.gz)?$/is

/** Names are absolute or relative to the folder. A name must not lead out of the folder, not even through a link. */
export class CollectionFolder {
  constructor(
    readonly path: string,
    private readonly maxBytes: number,
  ) {}

  async names(inside = '.'): Promise<string[]> {
    const path = await this.pathOf(inside)
    return (await readdir(path)).sort()
  }

  async has(name: string): Promise<boolean> {
    return isThere(join(this.path, name))
  }

  /** If the file is missing, tries the name with `.gz` added or removed. */
  async html(name: string): Promise<string> {
    const other = /\.gz$/i.test(name) ? name.slice(0, -3) : `${name}.gz`
    const bytes = await this.bytes(name).catch((thrown: unknown) => {
      if (toFailure(thrown).code !== 'file.not-found') throw thrown
      return this.bytes(other).catch(() => Promise.reject(thrown))
    })
    return decodeHtml(bytes).html
  }

  private async bytes(name: string): Promise<Uint8Array> {
    return readHtmlBytes(await this.pathOf(name), this.maxBytes)
  }

  async plainText(name: string): Promise<ReturnType<typeof decodeText>> {
    return decodeText(await readBytes(await this.pathOf(name), FILE_LIMITS.text))
  }

  /** @throws FailureError `input.not-utf-8` for an encoding other than UTF-8 and UTF-16, or as `plainText` */
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
      const message = `"${name}" is outside ${this.path}; it was not read.`
      throw failed('file.outside', message, 'Use a path inside this folder. If the path is a symbolic link, copy its target.')
    }
  }
}

export interface Layout {
  readonly name: string
  recognises(folder: CollectionFolder): Promise<boolean>
  /** Returns a sentence about the missing part if the folder has only a part of the layout, otherwise null. */
  lacks?(folder: CollectionFolder): Promise<string | null>
  /** Yields the pages in a fixed order. */
  pages(
    folder: CollectionFolder,
    options: { readonly maxBytes: number; readonly signal?: AbortSignal | undefined },
  ): AsyncIterable<PageRecord>
}

export function createSamples(folder: string): Samples {
  return samplesOf((path) => readFile(join(folder, path), 'utf8'))
}
