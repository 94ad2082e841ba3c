import { useCallback, useEffect, useState, type RefObject, type ComponentType, type ReactNode } from 'react'
import type { Pieces } from '../../shared/base/pieces'
import { create } from 'zustand'
import { createPortal } from 'react-dom'

/** Id of the container in the top bar for a workspace's Export menu and main actions. */
export const TOP_BAR_SLOT = 'top-bar-slot'

/** Shows its children in the top bar while the workspace is in front. */
export function InTopBar({ children }: { readonly children: ReactNode }) {
  const [slot, setSlot] = useState<HTMLElement | null>(null)
  useEffect(() => setSlot(document.getElementById(TOP_BAR_SLOT)), [])
  return slot ? createPortal(children, slot) : null
}

/**
 * A part of the window whose code loads when the part is shown, or earlier on request, so that it then appears at once. @returns the part,
 * empty until its code arrives, and a function that loads the code
 */
export function later<P extends object>(load: () => Promise<ComponentType<P>>): readonly [part: ComponentType<P>, prepare: () => void] {
  const useLoaded = create<{ readonly Loaded: ComponentType<P> | null }>()(() => ({ Loaded: null }))
  const prepare = (): void => void load().then((Loaded) => useLoaded.setState({ Loaded }))
  const Part = (props: P) => {
    const { Loaded } = useLoaded()
    useEffect(() => {
      if (!Loaded) prepare()
    }, [Loaded])
    return Loaded ? <Loaded {...props} /> : null
  }
  return [Part, prepare]
}

/** Inner size of an element, kept up to date; zero before it is known. */
export function useInnerSize(element: RefObject<HTMLElement | null>): { readonly width: number; readonly height: number } {
  const [size, setSize] = useState({ width: 0, height: 0 })
  useResize(
    element,
    useCallback(({ clientWidth: width, clientHeight: height }) => setSize({ width, height }), []),
  )
  return size
}

/** Calls `onResize` with the element after its first layout, after each change of its size, and when `onResize` changes. */
export function useResize(element: RefObject<HTMLElement | null>, onResize: (element: HTMLElement) => void): void {
  useEffect(() => {
    const watched = element.current
    if (!watched) return
    const observer = new ResizeObserver(() => onResize(watched))
    observer.observe(watched)
    return () => observer.disconnect()
  }, [element, onResize])
}

let beforeMenu: HTMLElement | null = null

/** Stores the focused element when a context menu opens: a dialog that opens from the menu returns the focus to this element. */
export function rememberFocus(): void {
  beforeMenu = document.activeElement instanceof HTMLElement ? document.activeElement : null
}

/** Returns the element that had the focus when the last context menu opened; null if it left the document. */
export const focusedBeforeMenu = (): HTMLElement | null => (beforeMenu?.isConnected ? beforeMenu : null)

const MS_OF_WORK_PER_FRAME = 12

/**
 * Does work between frames, so that the window stays responsive.
 * @param onTurn receives the progress after each turn
 * @returns a function that stops the work
 */
export function workInTurns<T>(pieces: Pieces<T>, onTurn: (piece: IteratorResult<void, T>) => void): () => void {
  const turn = (): void => {
    const until = performance.now() + MS_OF_WORK_PER_FRAME
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
