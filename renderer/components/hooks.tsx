import { useCallback, useEffect, useState, useSyncExternalStore, type RefObject, type ComponentType, type ReactNode } from 'react'
import type { Pieces } from '../../shared/base/pieces'
import { create } from 'zustand'
import { createPortal } from 'react-dom'

export const TOP_BAR_SLOT = 'top-bar-slot'

export function InTopBar({ children }: { readonly children: ReactNode }) {
  const [slot, setSlot] = useState<HTMLElement | null>(null)
  useEffect(() => setSlot(document.getElementById(TOP_BAR_SLOT)), [])
  return slot ? createPortal(children, slot) : null
}

const prepares: (() => void)[] = []

/**
 * Defines a component whose code loads when the component is first shown, or at the call of `prepareSoon` if `when` is `soon`. Until the
 * code is loaded, the component is empty.
 */
export function later<P extends object>(load: () => Promise<ComponentType<P>>, when: 'soon' | 'shown' = 'shown'): ComponentType<P> {
  const useLoaded = create<{ readonly Loaded: ComponentType<P> | null }>()(() => ({ Loaded: null }))
  const prepare = (): void => void load().then((Loaded) => useLoaded.setState({ Loaded }))
  if (when === 'soon') prepares.push(prepare)
  return (props: P) => {
    const Loaded = useLoaded((state) => state.Loaded)
    useEffect(() => {
      if (!Loaded) prepare()
    }, [Loaded])
    return Loaded ? <Loaded {...props} /> : null
  }
}

export function prepareSoon(): void {
  for (const prepare of prepares) prepare()
}

export function useInnerSize(element: RefObject<HTMLElement | null>): { readonly width: number; readonly height: number } {
  const [size, setSize] = useState({ width: 0, height: 0 })
  const update = useCallback(({ clientWidth: width, clientHeight: height }: HTMLElement) => setSize({ width, height }), [])
  useResize(element, update)
  return size
}

export function useResize(element: RefObject<HTMLElement | null>, onResize: (element: HTMLElement) => void): void {
  useEffect(() => {
    const watched = element.current
    if (!watched) return
    const observer = new ResizeObserver(() => onResize(watched))
    observer.observe(watched)
    return () => observer.disconnect()
  }, [element, onResize])
}

export function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (onChange: () => void) => {
      const media = matchMedia(query)
      media.addEventListener('change', onChange)
      return () => media.removeEventListener('change', onChange)
    },
    [query],
  )
  return useSyncExternalStore(subscribe, () => matchMedia(query).matches)
}

let beforeMenu: HTMLElement | null = null

/** Stores the focused element when a context menu opens. After a dialog of this menu closes, the element gets the focus again. */
export function rememberFocus(): void {
  beforeMenu = document.activeElement instanceof HTMLElement ? document.activeElement : null
}

export const focusedBeforeMenu = (): HTMLElement | null => (beforeMenu?.isConnected ? beforeMenu : null)

const MS_OF_WORK_PER_FRAME = 12

function runInTurns<T>(pieces: Pieces<T>, onDone: (result: T) => void): () => void {
  const turn = (): void => {
    const until = performance.now() + MS_OF_WORK_PER_FRAME
    let piece = pieces.next()
    while (!piece.done && performance.now() < until) piece = pieces.next()
    if (piece.done) onDone(piece.value)
    else timer = setTimeout(turn)
  }
  let timer = setTimeout(turn)
  return () => clearTimeout(timer)
}

/**
 * Runs work in pieces with pauses.
 * @param work starts the work; a new function restarts the work; null means no work
 * @returns the result; null until the work is complete
 */
export function useInPieces<T>(work: (() => Pieces<T>) | null): T | null {
  const [done, setDone] = useState<{ readonly work: () => Pieces<T>; readonly value: T } | null>(null)
  useEffect(() => (work ? runInTurns(work(), (value) => setDone({ work, value })) : undefined), [work])
  return done && done.work === work ? done.value : null
}
