import { IntList } from '../base/int-list'

/** The document of a frame inside the page's string: the raw text of its `iframe`, or of a `noframes` after a `frame`, marked by this. */
export const FRAME_MARK = 'data-boilerscope-frame'

/** Attributes as numbers and two pools of strings: small objects per element would be the largest part of a page with 100,000 nodes. */

/** `[name, value]` pairs in source order. */
export type Attributes = readonly (readonly [name: string, value: string])[]

/** The attributes of all elements in document order, those of an element in source order. */
export interface AttributeTable {
  /** Per node, plus one entry: the attributes of node `n` are `first[n]` … `first[n + 1] − 1`. */
  readonly first: Int32Array
  /** By attribute: index into `names`. */
  readonly name: Int32Array
  /** The distinct names, in order of appearance. */
  readonly names: readonly string[]
  /** Per attribute, plus one entry: its value is `values` from `start[a]` to `start[a + 1]`, in UTF-16 code units. */
  readonly start: Int32Array
  /** All values, one after the other. */
  readonly values: string
}

export function attributeValue({ start, values }: AttributeTable, at: number): string {
  return values.slice(start[at], start[at + 1])
}

/** Builds a table, node by node in document order. */
export class AttributeWriter {
  readonly #first: IntList
  readonly #name: IntList
  readonly #names: string[] = []
  readonly #index = new Map<string, number>()
  readonly #start: IntList
  readonly #values: string[] = []
  #length = 0

  /** @param nodes how many nodes are likely */
  constructor(nodes: number) {
    this.#first = new IntList(nodes + 1)
    this.#name = new IntList(nodes)
    this.#start = new IntList(nodes + 1)
  }

  /** Begins the next node. */
  node(): void {
    this.#first.push(this.#name.length)
  }

  /** Adds an attribute to the node that was begun last. */
  add(name: string, value: string): void {
    let index = this.#index.get(name)
    if (index === undefined) {
      index = this.#names.length
      this.#names.push(name)
      this.#index.set(name, index)
    }
    this.#name.push(index)
    this.#start.push(this.#length)
    this.#values.push(value)
    this.#length += value.length
  }

  /** Returns the finished table; no more writes afterwards. */
  end(): AttributeTable {
    this.#first.push(this.#name.length)
    this.#start.push(this.#length)
    return {
      first: this.#first.toArray(),
      name: this.#name.toArray(),
      names: this.#names,
      start: this.#start.toArray(),
      // Half a surrogate pair has no UTF-8: it would arrive as one or three characters, and all later positions would be wrong.
      values: this.#values.join('').toWellFormed(),
    }
  }
}
