/** The pace in which a long document is sent to its frame. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { paced } from '../../electron/services/view/page-views'

test('every piece is sent, whole and in its order', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.integer({ min: 0, max: 200_000 }), { maxLength: 6 }), async (sizes) => {
      async function* pieces(): AsyncGenerator<Uint8Array> {
        for (const size of sizes) yield new Uint8Array(size)
      }
      const lengths: number[] = []
      for await (const piece of paced(pieces())) lengths.push(piece.length)
      expect(lengths).toEqual(sizes)
    }),
    { numRuns: 30 },
  )
})
