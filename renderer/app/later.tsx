import { useEffect, type ComponentType } from 'react'
import { create } from 'zustand'

/**
 * A part of the window whose code comes when it is shown or, so that it is drawn at once then, when it is asked for ahead.
 * @returns the part, empty until its code is here, and what asks for the code
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
