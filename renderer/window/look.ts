import { create } from 'zustand'
import { z } from 'zod'
import { readText, readValue, writeText, writeValue } from './host/storage'
import { getState, setState, subscribe } from './store'
import type { Theme } from './window-state'

const DENSE_KEY = 'boilerscope.dense'
const THEME_KEY = 'boilerscope.theme'

export const useDensity = create<{ readonly dense: boolean }>()(() => ({ dense: readValue(DENSE_KEY, z.boolean()) ?? false }))

export function setDense(dense: boolean): void {
  useDensity.setState({ dense })
  writeValue(DENSE_KEY, dense)
}

/** In pixels; equal to `--row` in tokens.css. */
export const rowHeightOf = ({ dense }: { readonly dense: boolean }): number => (dense ? 20 : 24)

export function followDensity(): void {
  const show = ({ dense }: { readonly dense: boolean }): void => {
    document.documentElement.dataset.density = dense ? 'dense' : 'comfortable'
  }
  show(useDensity.getState())
  useDensity.subscribe(show)
}

const isTheme = (value: string | null): value is Theme => value === 'system' || value === 'light' || value === 'dark'

export function followTheme(): void {
  const system = window.matchMedia('(prefers-color-scheme: dark)')
  const apply = (): void => {
    const { theme, dark } = getState()
    const isDark = theme === 'dark' || (theme === 'system' && system.matches)
    document.documentElement.dataset.theme = isDark ? 'dark' : 'light'
    if (isDark !== dark) setState({ dark: isDark })
  }
  const stored = readText(THEME_KEY)
  if (isTheme(stored)) setState({ theme: stored })
  apply()
  system.addEventListener('change', apply)
  subscribe(({ theme }, before) => {
    if (theme === before.theme) return
    writeText(THEME_KEY, theme)
    apply()
  })
}
