/** Signs that a terminal or a window obeys in place of showing them; tabs and line feeds are words' own. */
const CONTROLS = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g

/** Most characters of foreign messages in our messages. */
const MOST = 2000

/** Words of a page, a program or a module of others, to be shown: cut after `most` characters, without signs that steer what shows them. */
export function plainWords(text: string, most = MOST): string {
  const shown = text.slice(0, most).replace(CONTROLS, '')
  return text.length > most ? `${shown}…` : shown
}

/** The same text with those signs made visible, for a terminal: U+001B as ␛, others as their numbers. */
export function withVisibleControls(text: string): string {
  return text.replace(CONTROLS, (sign) => {
    const code = sign.charCodeAt(0)
    if (code < 0x20) return String.fromCharCode(0x2400 + code)
    return code === 0x7f ? '␡' : `<${code.toString(16).toUpperCase().padStart(4, '0')}>`
  })
}
