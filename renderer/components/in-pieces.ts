import { useEffect, useState } from 'react'
import type { Pieces } from '../../shared/base/pieces'

/** Milliseconds of work between two frames. */
const TURN = 12

/**
 * Does work between frames, so that the window stays usable however long it takes.
 * @param onTurn is told after each turn how far it came
 * @returns stops it
 */
export function workInTurns<T>(pieces: Pieces<T>, onTurn: (piece: IteratorResult<void, T>) => void): () => void {
  const turn = (): void => {
    const until = performance.now() + TURN
    let piece = pieces.next()
    while (!piece.done && performance.now() < until) piece = pieces.next()
    onTurn(piece)
    if (!piece.done) timer = setTimeout(turn)
  }
  let timer = setTimeout(turn)
  return () => clearTimeout(timer)
}

/**
 * Does work between frames.
 * @param work begins it; another one begins anew, null: there is nothing to do yet
 * @returns what came of it; null until then
 */
export function useInPieces<T>(work: (() => Pieces<T>) | null): T | null {
  const [done, setDone] = useState<{ readonly work: () => Pieces<T>; readonly value: T } | null>(null)
  useEffect(
    () =>
      work
        ? workInTurns(work(), (piece) => {
            if (piece.done) setDone({ work, value: piece.value })
          })
        : undefined,
    [work],
  )
  return done && done.work === work ? done.value : null
}
