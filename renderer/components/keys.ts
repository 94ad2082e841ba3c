/** Keys: as a person of this system knows them, and where they are typed. */

/** Whether Mod is ⌘ here. */
export const MAC = /mac|iphone|ipad/i.test(navigator.userAgent)

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

/** `Mod+Shift+P` as a person of this system knows it. */
export function formatKeys(keys: string): string {
  return keys
    .split(/\+(?=.)/)
    .map((part) => NAMES[part] ?? (part.length === 1 ? part.toUpperCase() : part))
    .join(MAC ? '' : '+')
}

/** Whether an event's target takes keys itself, be they text or not. */
export function isField(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || /^(?:input|textarea|select)$/i.test(target.tagName))
}
