/**
 * Simple CSS selectors over a page model: type, `*`, id, classes, attributes, joined by white space (descendant) or `>` (child),
 * several in a list with commas. Matched for all nodes in one pass, so a deep page costs no more than a flat one.
 */
import { attribute, ELEMENT, type NodeId, type PageModel } from '../../../shared/page/page-model'

interface AttributeTest {
  readonly name: string
  /** Null: the attribute only has to be there. */
  readonly operator: '=' | '~=' | '|=' | '^=' | '$=' | '*=' | null
  readonly value: string
  readonly ignoreCase: boolean
}
interface Compound {
  readonly tag: string | null
  readonly ids: readonly string[]
  readonly classes: readonly string[]
  readonly attributes: readonly AttributeTest[]
}
interface Step {
  readonly compound: Compound
  /** Whether it must be a child of what the step before matched, instead of any descendant. */
  readonly child: boolean
}
/** From the outermost step to the subject. */
type Complex = readonly Step[]

export interface Selector {
  readonly list: readonly Complex[]
}

/** Steps of one selector that fit the bits of a number. */
const MOST_STEPS = 31

const NAME = String.raw`-?(?:[a-z_]|[^\x00-\x7f])(?:[\w-]|[^\x00-\x7f])*`
const TYPE = new RegExp(`\\*|${NAME}`, 'iy')
const HASH = new RegExp(String.raw`#((?:[\w-]|[^\x00-\x7f])+)`, 'y')
const CLASS = new RegExp(`\\.(${NAME})`, 'iy')
const ATTRIBUTE = /\[\s*([\w:-]+)\s*(?:([~|^$*]?=)\s*("[^"]*"|'[^']*'|[^\s"'\]]+)\s*([is])?\s*)?\]/iy
const COMBINATOR = /\s*([>,])\s*|\s+/y

class Reader {
  at = 0
  constructor(readonly text: string) {}
  take(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.at
    const found = pattern.exec(this.text)
    if (found) this.at = pattern.lastIndex
    return found
  }
  get ended(): boolean {
    return this.at >= this.text.length
  }
}

function readCompound(reader: Reader): Compound | null {
  const start = reader.at
  const type = reader.take(TYPE)?.[0] ?? '*'
  const ids: string[] = []
  const classes: string[] = []
  const attributes: AttributeTest[] = []
  for (;;) {
    const hash = reader.take(HASH)
    const name = hash ? null : reader.take(CLASS)
    const test = hash || name ? null : reader.take(ATTRIBUTE)
    if (hash) ids.push(hash[1] ?? '')
    else if (name) classes.push(name[1] ?? '')
    else if (test) {
      const [, key = '', operator, value = '', flag] = test
      attributes.push({
        name: key.toLowerCase(),
        operator: (operator ?? null) as AttributeTest['operator'],
        value: /^["']/.test(value) ? value.slice(1, -1) : value,
        ignoreCase: flag?.toLowerCase() === 'i',
      })
    } else break
  }
  return reader.at === start ? null : { tag: type === '*' ? null : type.toLowerCase(), ids, classes, attributes }
}

/** Reads a list of selectors. Null where the text is none, or has more steps than can be matched at once. */
export function parseSelector(query: string): Selector | null {
  const reader = new Reader(query.trim())
  const list: Complex[] = []
  let steps: Step[] = []
  let child = false
  for (;;) {
    const compound = readCompound(reader)
    if (!compound || steps.length >= MOST_STEPS) return null
    steps.push({ compound, child })
    if (reader.ended) return { list: [...list, steps] }
    const combinator = reader.take(COMBINATOR)
    if (!combinator) return null
    child = combinator[1] === '>'
    if (combinator[1] !== ',') continue
    list.push(steps)
    steps = []
  }
}

function testAttribute(own: string | null, { operator, value, ignoreCase }: AttributeTest): boolean {
  if (own === null) return false
  if (operator === null) return true
  const has = ignoreCase ? own.toLowerCase() : own
  const wanted = ignoreCase ? value.toLowerCase() : value
  switch (operator) {
    case '=':
      return has === wanted
    case '~=':
      return wanted !== '' && !/\s/.test(wanted) && has.split(/[ \t\n\f\r]+/).includes(wanted)
    case '|=':
      return has === wanted || has.startsWith(`${wanted}-`)
    case '^=':
      return wanted !== '' && has.startsWith(wanted)
    case '$=':
      return wanted !== '' && has.endsWith(wanted)
    case '*=':
      return wanted !== '' && has.includes(wanted)
  }
}

function fits(model: PageModel, node: NodeId, tags: Uint8Array | null, { ids, classes, attributes }: Compound): boolean {
  if (tags && tags[model.tag[node] as number] === 0) return false
  if (ids.length > 0) {
    const own = attribute(model, node, 'id')
    if (!ids.every((id) => id === own)) return false
  }
  if (classes.length > 0) {
    const own = attribute(model, node, 'class')
    if (own === null) return false
    const names = own.split(/[ \t\n\f\r]+/)
    if (!classes.every((name) => names.includes(name))) return false
  }
  return attributes.every((test) => testAttribute(attribute(model, node, test.name), test))
}

/** 1 for each tag name of the page that is the wanted one; null where any will do. */
function tagMask(model: PageModel, tag: string | null): Uint8Array | null {
  return tag === null ? null : Uint8Array.from(model.tagNames, (name) => (name.toLowerCase() === tag ? 1 : 0))
}

/**
 * Marks the elements one selector matches. Bit i of `here[n]` says that the steps up to i match with node n as the last;
 * `above[n]` gathers those bits of n and its ancestors. Parents come before their children, so one pass settles each node,
 * whichever of several fitting ancestors the rest of the selector needs.
 */
function mark(model: PageModel, steps: Complex, marks: Uint8Array): void {
  const here = new Int32Array(model.count)
  const above = new Int32Array(model.count)
  const tags = steps.map(({ compound }) => tagMask(model, compound.tag))
  const subject = steps.length - 1
  for (let n = 0; n < model.count; n++) {
    if (model.kind[n] !== ELEMENT) continue
    const p = model.parent[n] as number
    const beside = p < 0 ? 0 : (here[p] as number)
    const over = p < 0 ? 0 : (above[p] as number)
    let bits = 0
    for (let i = 0; i <= subject; i++) {
      const { compound, child } = steps[i] as Step
      const reached = i === 0 || (((child ? beside : over) >> (i - 1)) & 1) === 1
      if (reached && fits(model, n, tags[i] ?? null, compound)) bits |= 1 << i
    }
    here[n] = bits
    above[n] = bits | over
    if (((bits >> subject) & 1) === 1) marks[n] = 1
  }
}

/** 1 for every element that the selector matches. Linear in nodes times steps. */
export function matchSelector(model: PageModel, { list }: Selector): Uint8Array {
  const marks = new Uint8Array(model.count)
  for (const steps of list) mark(model, steps, marks)
  return marks
}
