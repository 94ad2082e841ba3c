/** Applies the theme, the person's choice or the system's, and how dense the window is. */
import { useDensity } from '../window/density'
import { readText, writeText } from '../window/host/storage'
import { getState, setState, subscribe, type Theme } from '../window/window'

const KEY = 'boilerscope.theme'
const system = window.matchMedia('(prefers-color-scheme: dark)')

function isTheme(value: unknown): value is Theme {
  return value === 'system' || value === 'light' || value === 'dark'
}

function apply(): void {
  const { theme, dark } = getState()
  const wanted = theme === 'dark' || (theme === 'system' && system.matches)
  document.documentElement.dataset.theme = wanted ? 'dark' : 'light'
  if (wanted !== dark) setState({ dark: wanted })
}

/** Restores the theme and keeps it in force. */
export function followTheme(): void {
  const stored = readText(KEY)
  if (isTheme(stored)) setState({ theme: stored })
  apply()
  system.addEventListener('change', apply)
  let { theme } = getState()
  subscribe((state) => {
    if (state.theme === theme) return
    theme = state.theme
    writeText(KEY, theme)
    apply()
  })
}

/** Keeps the density that was chosen in force. */
export function followDensity(): void {
  const show = ({ dense }: { readonly dense: boolean }): void => {
    document.documentElement.dataset.density = dense ? 'dense' : 'comfortable'
  }
  show(useDensity.getState())
  useDensity.subscribe(show)
}
