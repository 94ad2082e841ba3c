/** Which windows our own window may open: the speaker's notes, the documentation, and nothing else. */
import { isDocumentation } from './view-policy'

/** What is to be done with a request to open a window. */
export type WindowWish = 'notes' | 'help' | 'browser' | 'refuse'

export const NOTES_URL = 'boilerscope://app/notes.html'
/** Name under which the notes are opened. */
export const NOTES_FRAME = 'boilerscope-notes'

/**
 * Decides about a window that is asked for. Notes: exactly `NOTES_URL` under their own name. Help: a page of the documentation.
 * Addresses on the secure web (links to the papers) go to the person's own browser. Everything else is refused.
 * @param url the address as Electron resolved it
 */
export function windowWish(url: string, frameName: string): WindowWish {
  if (!URL.canParse(url)) return 'refuse'
  const { protocol } = new URL(url)
  if (protocol === 'https:') return 'browser'
  if (isDocumentation(url)) return 'help'
  return url === NOTES_URL && frameName === NOTES_FRAME ? 'notes' : 'refuse'
}

const WEB_PREFERENCES = { sandbox: true, contextIsolation: true, nodeIntegration: false, spellcheck: false, webviewTag: false } as const

/** Options of a window of the documentation: as harmless as the notes, and of another origin than the window. */
export const HELP_WINDOW = { width: 1200, height: 860, autoHideMenuBar: true, webPreferences: WEB_PREFERENCES } as const

/**
 * Options of the notes' window: no preload and so no contract, no Node, sandboxed. What it shows is written by the window that
 * opened it, which is of the same origin.
 */
export const NOTES_WINDOW = {
  width: 720,
  height: 520,
  autoHideMenuBar: true,
  backgroundColor: '#16181c',
  webPreferences: WEB_PREFERENCES,
} as const
