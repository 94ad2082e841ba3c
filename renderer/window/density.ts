/** How close rows and controls stand: comfortable, or dense for those who live in the window. Remembered. */
import { create } from 'zustand'
import { z } from 'zod'
import { readValue, writeValue } from './host/storage'

const KEY = 'boilerscope.dense'

export const useDensity = create<{ readonly dense: boolean }>()(() => ({ dense: readValue(KEY, z.boolean()) ?? false }))

export function setDense(dense: boolean): void {
  useDensity.setState({ dense })
  writeValue(KEY, dense)
}

/** Pixels of a row of the tree and of outlines, as `--row` in the tokens. */
export const rowHeightOf = ({ dense }: { readonly dense: boolean }): number => (dense ? 18 : 22)
