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

/** The last part is the key, which can be `+`. */
const partsOf = (keys: string): string[] => keys.split(/\+(?=.)/)

export function formatKeys(keys: string): string {
  return partsOf(keys)
    .map((part) => NAMES[part] ?? (part.length === 1 ? part.toUpperCase() : part))
    .join(MAC ? '' : '+')
}

interface Keyed {
  readonly id: string
  /** Combinations such as `Mod+Shift+P`, `Alt+1`, `+` or `ArrowDown`. Menus show the first combination. */
  readonly keys?: readonly string[]
}

export function shownKeys(list: readonly Keyed[], id: string): string | undefined {
  const keys = list.find((entry) => entry.id === id)?.keys?.[0]
  return keys === undefined ? undefined : formatKeys(keys)
}

/** Returns the normal form of a combination. The form contains Shift only for letters and named keys such as Enter. */
function spell(key: string, { mod, alt, shift }: Readonly<Record<'mod' | 'alt' | 'shift', boolean>>): string {
  const name = key === ' ' ? 'Space' : key
  const namesShift = shift && (name.length > 1 || /^\p{L}$/u.test(name))
  return `${mod ? 'Mod+' : ''}${alt ? 'Alt+' : ''}${namesShift ? 'Shift+' : ''}${name.length === 1 ? name.toLowerCase() : name}`
}

export function spelled(keys: string): string {
  const parts = partsOf(keys)
  const key = parts.pop() ?? ''
  return spell(key, { mod: parts.includes('Mod'), alt: parts.includes('Alt'), shift: parts.includes('Shift') })
}

type Pressed = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>

/** Returns an empty string if Control (on a Mac) or Meta (elsewhere) is held. */
export function pressedKeys(event: Pressed): string {
  if (MAC ? event.ctrlKey : event.metaKey) return ''
  return spell(keyOf(event), { mod: MAC ? event.metaKey : event.ctrlKey, alt: event.altKey, shift: event.shiftKey })
}

/** On a Mac, Alt changes the character. With Alt, the key's code therefore determines letters, digits, `-` and `=`. */
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
  /** Whether this context handles keys before the focused element and before other contexts. */
  readonly first?: boolean
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

const WITHOUT_TEXT = /^(?:range|checkbox|radio|button|file|color)$/

export function isTextField(target: EventTarget | null): boolean {
  if (target instanceof HTMLInputElement) return !WITHOUT_TEXT.test(target.type)
  return target instanceof HTMLElement && (target.isContentEditable || target instanceof HTMLTextAreaElement)
}

export function isField(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || /^(?:input|textarea|select)$/i.test(target.tagName))
}

export const isDialogOpen = (): boolean => document.querySelector('dialog[open]') !== null
