import { IntList } from '../base/int-list'

/**
 * Marks an `iframe`, or the `noframes` after a `frame`, if the raw text of the marked element is the frame's document. The value is the
 * document's address.
 */
export const FRAME_MARK = 'data-boilerscope-frame'

/** `[name, value]` pairs in source order. */
export type Attributes = readonly (readonly [name: string, value: string])[]

/** Attributes of all nodes in document order, and per node in source order. Flat arrays need less memory than one object per element. */
export interface AttributeTable {
  /** The attributes of node `n` have the indexes `first[n]` … `first[n + 1] − 1`. */
  readonly first: Int32Array
  /** Index into `names`, per attribute. */
  readonly name: Int32Array
  readonly names: readonly string[]
  /** The value of attribute `a` is `values` from `start[a]` to `start[a + 1]`, in UTF-16 code units. */
  readonly start: Int32Array
  readonly values: string
}

export function attributeValue({ start, values }: AttributeTable, at: number): string {
  return values.slice(start[at], start[at + 1])
}

/** Builds an attribute table. In document order, call `node` once per node, and `add` once per attribute of the node. */
export class AttributeWriter {
  readonly #first: IntList
  readonly #name: IntList
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
    const index = this.#index.get(name) ?? this.#index.size
    if (index === this.#index.size) this.#index.set(name, index)
    this.#name.push(index)
    this.#start.push(this.#length)
    this.#values.push(value)
    this.#length += value.length
  }

  end(): AttributeTable {
    this.#first.push(this.#name.length)
    this.#start.push(this.#length)
    return {
      first: this.#first.toArray(),
      name: this.#name.toArray(),
      names: [...this.#index.keys()],
      start: this.#start.toArray(),
      // UTF-8 cannot express a lone surrogate: a transfer could replace the surrogate with three characters and shift all later positions.
      values: this.#values.join('').toWellFormed(),
    }
  }
}
