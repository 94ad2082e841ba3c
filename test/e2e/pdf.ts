/** A PDF as a reader of papers meets it: its fonts, the words that can be selected, and how it looks. By Poppler's programs. */
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PNG } from 'pngjs'

export interface ReadPdf {
  readonly fonts: readonly { readonly name: string; readonly embedded: boolean; readonly hasUnicode: boolean }[]
  /** All text, with single spaces. */
  readonly text: string
  /** Its first sheet, at 150 dots an inch. */
  readonly picture: PNG
}

/** Reads a PDF; null where Poppler is not installed. */
export function readPdf(bytes: Uint8Array): ReadPdf | null {
  if (spawnSync('pdftoppm', ['-v']).error) return null
  const folder = mkdtempSync(join(tmpdir(), 'boilerscope-pdf-'))
  try {
    const file = join(folder, 'figure.pdf')
    writeFileSync(file, bytes)
    const run = (program: string, ...args: string[]): string => execFileSync(program, args, { encoding: 'utf8' })
    // Below two lines of heads: name, type (which may be two words), encoding, then emb, sub, uni, object, generation.
    const fonts = run('pdffonts', file)
      .trimEnd()
      .split('\n')
      .slice(2)
      .map((line) => {
        const [name = '', ...rest] = line.split(/\s+/)
        return { name, embedded: rest.at(-5) === 'yes', hasUnicode: rest.at(-3) === 'yes' }
      })
    run('pdftoppm', '-png', '-r', '150', '-singlefile', file, join(folder, 'sheet'))
    return {
      fonts,
      text: run('pdftotext', file, '-').replace(/\s+/g, ' '),
      picture: PNG.sync.read(readFileSync(join(folder, 'sheet.png'))),
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
