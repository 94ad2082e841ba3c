/**
 * Reads and writes CleanEval gold text. The first line `URL: …` is optional. The marks `<p>`, `<h>` and `<l>` begin paragraphs, headings
 * and list items.
 */

type CleanEvalMark = 'p' | 'h' | 'l'

export interface CleanEvalBlock {
  readonly mark: CleanEvalMark
  readonly text: string
}

interface CleanEvalText {
  readonly url: string | null
  readonly blocks: readonly CleanEvalBlock[]
  readonly marked: boolean
}

const MARK = /^[ \t]*<([phl])>[ \t]?/i

/** Reads any text. A line without a mark belongs to the previous block. In a text without marks, empty lines separate blocks. */
export function readCleanEval(source: string): CleanEvalText {
  const lines = source
    .replace(/^\ufeff/, '')
    .replace(/\r\n?/g, '\n')
    .split('\n')
  let url: string | null = null
  const begin = lines.findIndex((line) => line.trim() !== '')
  const first = /^\s*URL:\s*(\S+)\s*$/i.exec(lines[begin] ?? '')
  if (first) {
    url = first[1].replace(/^<?(.*?)>?$/, '$1')
    lines.splice(0, begin + 1)
  }
  const marked = lines.some((line) => MARK.test(line))
  const blocks: { mark: CleanEvalMark; lines: string[] }[] = []
  let fresh = true
  for (const line of lines) {
    const match = MARK.exec(line)
    if (match) {
      blocks.push({ mark: match[1].toLowerCase() as CleanEvalMark, lines: [line.slice(match[0].length).trimEnd()] })
      fresh = false
    } else if (line.trim() === '') {
      if (!marked) fresh = true
    } else if (fresh || blocks.length === 0) {
      blocks.push({ mark: 'p', lines: [line.trimEnd()] })
      fresh = false
    } else blocks[blocks.length - 1]?.lines.push(line.trimEnd())
  }
  return { url, blocks: blocks.map(({ mark, lines: own }) => ({ mark, text: own.join('\n') })), marked }
}

/** Writes a text that `readCleanEval` can read. */
export function writeCleanEval({ url, blocks, marked }: CleanEvalText): string {
  const parts = blocks.map(({ mark, text }) => (marked ? `<${mark}>${text}` : text))
  return `${url === null ? '' : `URL: ${url}\n`}${parts.join(marked ? '\n' : '\n\n')}\n`
}

export function cleanEvalText(text: CleanEvalText): string {
  return text.blocks.map((block) => block.text).join('\n')
}
