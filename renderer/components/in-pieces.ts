import { useEffect, useState } from 'react'
import type { Pieces } from '../../shared/base/pieces'

/** Milliseconds of work between two frames. */
const TURN = 12

/**
 * Does work between frames, so that the window stays responsive.
 * @param onTurn receives the progress after each turn
 * @returns a function that stops the work
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
 * @param work starts the work; a new function restarts it; null means nothing to do
 * @returns the result; null until then
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
