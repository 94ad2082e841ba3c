/** Whether Mod is ⌘ here. */
const MAC = /mac|iphone|ipad/i.test(navigator.userAgent)

const NAMES: Readonly<Record<string, string>> = {
  Mod: MAC ? '⌘' : 'Ctrl',
  ...(MAC ? { Alt: '⌥', Shift: '⇧' } : {}),
  ArrowLeft: '←',
  ArrowRight: '→',
  ArrowUp: '↑',
  ArrowDown: '↓',
  PageDown: 'Page Down',
  PageUp: 'Page Up',
  Escape: 'Esc',
  ' ': 'Space',
}

/** The parts of `Mod+Shift+P`; the last one is the key, which may be `+`. */
const partsOf = (keys: string): string[] => keys.split(/\+(?=.)/)

/** Returns `Mod+Shift+P` as this system writes it. */
export function formatKeys(keys: string): string {
  return partsOf(keys)
    .map((part) => NAMES[part] ?? (part.length === 1 ? part.toUpperCase() : part))
    .join(MAC ? '' : '+')
}

interface Keyed {
  readonly id: string
  /** `Mod+Shift+P`, `Alt+1`, `+`, `ArrowDown`; the first is shown. */
  readonly keys?: readonly string[]
}

export function shownKeys(list: readonly Keyed[], id: string): string | undefined {
  const keys = list.find((entry) => entry.id === id)?.keys?.[0]
  return keys === undefined ? undefined : formatKeys(keys)
}

interface Held {
  readonly mod: boolean
  readonly alt: boolean
  readonly shift: boolean
}

/** Returns one spelling for all. Includes Shift only for letters and named keys: with other keys Shift changes the character. */
function spell(key: string, { mod, alt, shift }: Held): string {
  const name = key === ' ' ? 'Space' : key
  const namesShift = shift && (name.length > 1 || /^\p{L}$/u.test(name))
  return `${mod ? 'Mod+' : ''}${alt ? 'Alt+' : ''}${namesShift ? 'Shift+' : ''}${name.length === 1 ? name.toLowerCase() : name}`
}

/** A combination of a list in the spelling of `pressedKeys`. */
export function spelled(keys: string): string {
  const parts = partsOf(keys)
  const key = parts.pop() ?? ''
  return spell(key, { mod: parts.includes('Mod'), alt: parts.includes('Alt'), shift: parts.includes('Shift') })
}

type Pressed = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>

/** Returns the pressed combination; empty if a held key belongs to no combination. */
export function pressedKeys(event: Pressed): string {
  if (MAC ? event.ctrlKey : event.metaKey) return ''
  return spell(keyOf(event), { mod: MAC ? event.metaKey : event.ctrlKey, alt: event.altKey, shift: event.shiftKey })
}

/** The key of an event. With Alt held a Mac types other characters, so letters and digits come from the key's place. */
function keyOf({ key, code, altKey }: Pressed): string {
  if (!altKey) return key
  const found = /^(?:Key|Digit)(.)$/.exec(code)
  return found?.[1] ?? (code === 'Minus' ? '-' : code === 'Equal' ? '=' : key)
}

export function byKeys<T extends Keyed>(list: readonly T[]): ReadonlyMap<string, readonly T[]> {
  const found = new Map<string, T[]>()
  for (const entry of list)
    for (const keys of entry.keys ?? []) {
      const name = spelled(keys)
      found.set(name, [...(found.get(name) ?? []), entry])
    }
  return found
}

interface KeyContext {
  /** Whether this context runs before the focused element and other contexts; otherwise it receives only keys that these do not handle. */
  readonly first?: boolean
  /** Returns the handler of a key; undefined if the key has no function here now. */
  readonly meaning: (keys: string, event: KeyboardEvent) => (() => void) | undefined
}

export function listenForKeys({ first = false, meaning }: KeyContext): () => void {
  const onKey = (event: KeyboardEvent): void => {
    if (event.defaultPrevented || event.isComposing) return
    const keys = pressedKeys(event)
    const run = keys === '' ? undefined : meaning(keys, event)
    if (!run) return
    event.preventDefault()
    if (first) event.stopPropagation()
    run()
  }
  window.addEventListener('keydown', onKey, { capture: first })
  return () => window.removeEventListener('keydown', onKey, { capture: first })
}

/** Inputs that take no text, e.g. sliders and switches. */
const WITHOUT_TEXT = /^(?:range|checkbox|radio|button|file|color)$/

/** Whether an event's target receives typed text. */
export function isTextField(target: EventTarget | null): boolean {
  if (target instanceof HTMLInputElement) return !WITHOUT_TEXT.test(target.type)
  return target instanceof HTMLElement && (target.isContentEditable || target instanceof HTMLTextAreaElement)
}

/** Whether an event's target handles plain keys itself, text or not. */
export function isField(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || /^(?:input|textarea|select)$/i.test(target.tagName))
}

/** Whether a modal dialog is open: it receives all keys. */
export const isDialogOpen = (): boolean => document.querySelector('dialog[open]') !== null
