/** Finds tokens only for the colours of the source view. The page model defines the nodes. */
import { IntList, lastAtOrBefore } from '../../../shared/base/int-list'

export const PLAIN = 0
export const TAG = 1
export const ATTRIBUTE = 2
export const STRING = 3
export const COMMENT = 4

export interface SourceTones {
  /** A token ends at the start of the next token. */
  readonly start: Int32Array
  readonly kind: Uint8Array
  readonly count: number
}

const RAW = /^(?:script|style|textarea|title)$/i
const NAME = /[a-z][^\s/>]*/iy
const ATTRIBUTE_PART = /([^\s=/>]+)|(=\s*)("[^"]*"?|'[^']*'?|[^\s>]*)|[\s/]+/y

/** Takes linear time, because every pattern is anchored and advances. */
export function sourceTones(html: string): SourceTones {
  const start = new IntList(4096)
  const kind: number[] = []
  const push = (at: number, what: number): void => {
    if (kind.at(-1) === what) return
    start.push(at)
    kind.push(what)
  }
  const lower = html.toLowerCase()
  let at = 0
  push(0, PLAIN)
  while (at < html.length) {
    const open = html.indexOf('<', at)
    if (open < 0) break
    if (open > at) push(at, PLAIN)
    if (html.startsWith('<!--', open)) {
      const end = html.indexOf('-->', open + 4)
      push(open, COMMENT)
      at = end < 0 ? html.length : end + 3
      push(at, PLAIN)
      continue
    }
    const next = html.charCodeAt(open + 1)
    const closing = next === 47
    if (next === 33 || next === 63) {
      const end = html.indexOf('>', open)
      push(open, COMMENT)
      at = end < 0 ? html.length : end + 1
      push(at, PLAIN)
      continue
    }
    NAME.lastIndex = open + (closing ? 2 : 1)
    const name = NAME.exec(html)?.[0]
    if (name === undefined) {
      push(open, PLAIN)
      at = open + 1
      continue
    }
    push(open, TAG)
    at = open + (closing ? 2 : 1) + name.length
    while (at < html.length && html[at] !== '>') {
      ATTRIBUTE_PART.lastIndex = at
      const part = ATTRIBUTE_PART.exec(html)
      if (!part || part[0] === '') {
        at += 1
        continue
      }
      if (part[1] !== undefined) push(at, ATTRIBUTE)
      else if (part[2] !== undefined) {
        push(at, PLAIN)
        push(at + part[2].length, STRING)
      }
      at += part[0].length
    }
    push(Math.min(at, html.length), TAG)
    at = Math.min(at + 1, html.length)
    push(at, PLAIN)
    if (!closing && RAW.test(name)) {
      const end = lower.indexOf(`</${name.toLowerCase()}`, at)
      at = end < 0 ? html.length : end
    }
  }
  return { start: start.toArray(), kind: Uint8Array.from(kind), count: kind.length }
}

export function toneAt({ start, count }: SourceTones, offset: number): number {
  return Math.max(
    0,
    lastAtOrBefore(count, (i) => start[i] as number, offset),
  )
}
