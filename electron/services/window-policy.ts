/** Which windows our own window may open: the speaker's notes, and nothing else. */

/** What is to be done with a request to open a window. */
export type WindowWish = 'notes' | 'browser' | 'refuse'

export const NOTES_URL = 'boilerscope://app/notes.html'
/** Name under which the notes are opened. */
export const NOTES_FRAME = 'boilerscope-notes'

/**
 * Decides about a window that is asked for. Notes: exactly `NOTES_URL` under their own name. Addresses
 * on the secure web (links to the papers) go to the person's own browser. Everything else is refused.
 * @param url the address as Electron resolved it
 */
export function windowWish(url: string, frameName: string): WindowWish {
  if (!URL.canParse(url)) return 'refuse'
  const { protocol } = new URL(url)
  if (protocol === 'https:') return 'browser'
  return url === NOTES_URL && frameName === NOTES_FRAME ? 'notes' : 'refuse'
}

/**
 * Options of the notes' window: no preload and so no contract, no Node, sandboxed. What it shows is written by the window that
 * opened it, which is of the same origin.
 */
export const NOTES_WINDOW = {
  width: 720,
  height: 520,
  autoHideMenuBar: true,
  backgroundColor: '#16181c',
  webPreferences: { sandbox: true, contextIsolation: true, nodeIntegration: false, spellcheck: false, webviewTag: false },
} as const
