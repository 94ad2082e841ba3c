import { hash } from 'node:crypto'

/** Numbers of 32 bits kept of an id. */
const WORDS = 4

/** Which ids were seen, in 16 bytes each (half a SHA-256; two of 10⁹ ids share one with a chance of 10⁻²¹): texts would be several times as large. */
export class SeenIds {
  private count = 0
  private table = new Uint32Array(WORDS << 12)

  /** Remembers an id. @returns whether it is new. */
  add(id: string): boolean {
    const digest = hash('sha256', id, 'buffer')
    // All zeros mark a free place: no id may look like one.
    const first = digest.readUInt32LE(0) || 1
    const words = [first, digest.readUInt32LE(4), digest.readUInt32LE(8), digest.readUInt32LE(12)]
    if (this.count * WORDS * 2 > this.table.length) this.grow()
    const isNew = insert(this.table, words)
    if (isNew) this.count++
    return isNew
  }

  private grow(): void {
    const larger = new Uint32Array(this.table.length * 2)
    for (let at = 0; at < this.table.length; at += WORDS) {
      const words = this.table.subarray(at, at + WORDS)
      if (words.some((word) => word !== 0)) insert(larger, words)
    }
    this.table = larger
  }
}

/** Open addressing over places of four numbers; the table's length is a power of two. */
function insert(table: Uint32Array, words: ArrayLike<number>): boolean {
  const mask = table.length - 1
  for (let at = ((words[0] as number) * WORDS) & mask; ; at = (at + WORDS) & mask) {
    if (table[at] === 0 && table[at + 1] === 0 && table[at + 2] === 0 && table[at + 3] === 0) {
      for (let i = 0; i < WORDS; i++) table[at + i] = words[i] as number
      return true
    }
    if (table[at] === words[0] && table[at + 1] === words[1] && table[at + 2] === words[2] && table[at + 3] === words[3]) return false
  }
}
