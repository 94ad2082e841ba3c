import { IntList } from '../base/int-list'

/** Attribute of an `iframe`, or of the `noframes` after a `frame`, whose raw text is the document of the frame. */
export const FRAME_MARK = 'data-boilerscope-frame'

/** `[name, value]` pairs in source order. */
export type Attributes = readonly (readonly [name: string, value: string])[]

/**
 * Attributes of all elements in document order; within an element in source order. The table has no object per element: such objects would
 * be the largest part of a page with 100,000 nodes.
 */
export interface AttributeTable {
  /** Per node, plus one entry: the attributes of node `n` are `first[n]` … `first[n + 1] − 1`. */
  readonly first: Int32Array
  /** Per attribute, the index of its name in `names`. */
  readonly name: Int32Array
  /** Distinct names, in order of appearance. */
  readonly names: readonly string[]
  /** Per attribute, plus one entry: its value is `values` from `start[a]` to `start[a + 1]`, in UTF-16 code units. */
  readonly start: Int32Array
  readonly values: string
}

export function attributeValue({ start, values }: AttributeTable, at: number): string {
  return values.slice(start[at], start[at + 1])
}

/** Builds an attribute table. Call `node` once per node, in document order. */
export class AttributeWriter {
  readonly #first: IntList
  readonly #name: IntList
  readonly #names: string[] = []
  readonly #index = new Map<string, number>()
  readonly #start: IntList
  readonly #values: string[] = []
  #length = 0

  constructor(nodes: number) {
    this.#first = new IntList(nodes + 1)
    this.#name = new IntList(nodes)
    this.#start = new IntList(nodes + 1)
  }

  node(): void {
    this.#first.push(this.#name.length)
  }

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

  /** Returns the finished table. Do not write afterwards. */
  end(): AttributeTable {
    this.#first.push(this.#name.length)
    this.#start.push(this.#length)
    return {
      first: this.#first.toArray(),
      name: this.#name.toArray(),
      names: this.#names,
      start: this.#start.toArray(),
      // A lone surrogate has no UTF-8 form: the transfer would replace it with one or three characters and shift all later positions.
      values: this.#values.join('').toWellFormed(),
    }
  }
}
