import { useEffect, type ComponentType } from 'react'
import { create } from 'zustand'

/**
 * A part of the window whose code loads when the part is shown, or earlier on request, so that it then appears at once. @returns the part,
 * empty until its code arrives, and a function that loads the code
 */
export function later(load: () => Promise<ComponentType>): readonly [part: ComponentType, prepare: () => void] {
  const useLoaded = create<{ readonly Loaded: ComponentType | null }>()(() => ({ Loaded: null }))
  const prepare = (): void => void load().then((Loaded) => useLoaded.setState({ Loaded }))
  const Part = () => {
    const { Loaded } = useLoaded()
    useEffect(() => {
      if (!Loaded) prepare()
    }, [Loaded])
    return Loaded ? <Loaded /> : null
  }
  return [Part, prepare]
}
