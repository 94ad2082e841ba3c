/** The keys of the labelling view: each is an action with a name; legend and keyboard read the same list. */
import { annotate, useAnnotate } from '../../stores/annotate'
import { labelling } from '../../stores/annotate-labelling'
import { useLabelling } from '../../stores/annotate-labelling-state'
import type { CursorMove } from '../../stores/annotate-cursor'
import { getState } from '../../stores/workspace'
import { labelKeys } from './label-colours'

export interface LabelAction {
  readonly id: string
  readonly label: string
  /** `Shift+ArrowDown`, `Mod+Z`, `+`. */
  readonly keys: readonly string[]
  readonly group: 'Cursor' | 'Label' | 'Page' | 'Queue'
  /** Needs the focus in the page: elsewhere the key has another meaning. */
  readonly inPage?: boolean
  readonly run: () => void
}

const move = (id: CursorMove) => () => labelling.moveCursor(id)

export const LABEL_ACTIONS: readonly LabelAction[] = [
  { id: 'next', label: 'Next block', keys: ['ArrowDown', 'j'], group: 'Cursor', inPage: true, run: move('next') },
  { id: 'previous', label: 'Previous block', keys: ['ArrowUp', 'k'], group: 'Cursor', inPage: true, run: move('previous') },
  { id: 'out', label: 'Out by one level', keys: ['ArrowLeft'], group: 'Cursor', inPage: true, run: move('out') },
  { id: 'in', label: 'In by one level', keys: ['ArrowRight'], group: 'Cursor', inPage: true, run: move('in') },
  {
    id: 'extend-next',
    label: 'Extend to the next block',
    keys: ['Shift+ArrowDown'],
    group: 'Cursor',
    inPage: true,
    run: move('extend-next'),
  },
  {
    id: 'extend-previous',
    label: 'Extend backwards',
    keys: ['Shift+ArrowUp'],
    group: 'Cursor',
    inPage: true,
    run: move('extend-previous'),
  },
  { id: 'word-more', label: 'One word more', keys: ['Shift+ArrowRight'], group: 'Cursor', inPage: true, run: move('word-more') },
  { id: 'word-less', label: 'One word less', keys: ['Shift+ArrowLeft'], group: 'Cursor', inPage: true, run: move('word-less') },
  { id: 'start-later', label: 'Start one word later', keys: ['Mod+ArrowRight'], group: 'Cursor', inPage: true, run: move('start-later') },
  {
    id: 'start-earlier',
    label: 'Start one word earlier',
    keys: ['Mod+ArrowLeft'],
    group: 'Cursor',
    inPage: true,
    run: move('start-earlier'),
  },
  { id: 'first', label: 'First block', keys: ['Home'], group: 'Cursor', inPage: true, run: move('first') },
  { id: 'last', label: 'Last block', keys: ['End'], group: 'Cursor', inPage: true, run: move('last') },
  { id: 'page-down', label: 'Ten blocks down', keys: ['PageDown'], group: 'Cursor', inPage: true, run: move('page-down') },
  { id: 'page-up', label: 'Ten blocks up', keys: ['PageUp'], group: 'Cursor', inPage: true, run: move('page-up') },
  { id: 'next-label', label: 'Next label', keys: ['l'], group: 'Cursor', run: () => labelling.toLabel(1) },
  { id: 'previous-label', label: 'Previous label', keys: ['Shift+L'], group: 'Cursor', run: () => labelling.toLabel(-1) },
  { id: 'label', label: 'Label', keys: ['Enter', ' '], group: 'Label', inPage: true, run: () => labelling.labelCursor() },
  {
    id: 'subtract',
    label: 'Take the label away',
    keys: ['Backspace', 'Delete', 'x'],
    group: 'Label',
    inPage: true,
    run: () => labelling.eraseCursor(),
  },
  { id: 'grow', label: 'Grow by one level', keys: ['+', '='], group: 'Label', run: () => labelling.resize('grow') },
  { id: 'shrink', label: 'Shrink by one level', keys: ['-'], group: 'Label', run: () => labelling.resize('shrink') },
  { id: 'erase', label: 'Erase with the pointer', keys: ['e'], group: 'Label', run: () => labelling.setTool('erase') },
  { id: 'box', label: 'Draw boxes with the pointer', keys: ['b'], group: 'Label', run: () => labelling.setTool('box') },
  { id: 'undo', label: 'Undo', keys: ['Mod+Z', 'u'], group: 'Label', run: () => labelling.undo() },
  { id: 'redo', label: 'Redo', keys: ['Mod+Shift+Z', 'Mod+Y', 'Shift+U'], group: 'Label', run: () => labelling.redo() },
  { id: 'article', label: 'Article', keys: ['a'], group: 'Page', run: () => labelling.setPageType('article') },
  { id: 'overview', label: 'Overview', keys: ['o'], group: 'Page', run: () => labelling.setPageType('overview') },
  { id: 'forum', label: 'Forum', keys: ['m'], group: 'Page', run: () => labelling.setPageType('forum') },
  { id: 'other', label: 'Other', keys: ['t'], group: 'Page', run: () => labelling.setPageType('other') },
  { id: 'flag', label: 'Flag', keys: ['f'], group: 'Page', run: () => labelling.toggleFlag('flagged') },
  { id: 'done', label: 'Done, next page', keys: ['n'], group: 'Queue', run: () => void labelling.finish('done') },
  { id: 'skip', label: 'Skip, next page', keys: ['s'], group: 'Queue', run: () => void labelling.finish('skipped') },
  { id: 'later', label: 'Next page, leave this open', keys: ['Shift+N'], group: 'Queue', run: () => void labelling.next() },
  { id: 'pages', label: 'Back to the pages', keys: ['Escape'], group: 'Queue', inPage: true, run: () => annotate.show('pages') },
]

const MAC = /mac|iphone|ipad/i.test(navigator.userAgent)

/** `Shift+ArrowDown` of an event. Shift is told only where it does not make another character by itself. */
export function keysOf(event: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>): string {
  const letter = /^\p{L}$/u.test(event.key)
  const key = letter ? (event.shiftKey || event.ctrlKey || event.metaKey ? event.key.toUpperCase() : event.key) : event.key
  const shift = event.shiftKey && (letter || event.key.length > 1)
  const mod = MAC ? event.metaKey : event.ctrlKey
  return `${mod ? 'Mod+' : ''}${event.altKey ? 'Alt+' : ''}${shift ? 'Shift+' : ''}${key}`
}

function isField(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || /^(?:input|textarea|select)$/i.test(target.tagName))
}

/**
 * Does what a key says. Keys with a meaning of their own elsewhere (arrows, Enter) count only where nothing else has the
 * focus, or in the page.
 */
export function pressKey(event: KeyboardEvent): boolean {
  const { open } = useLabelling.getState()
  if (!open || event.isComposing || getState().overlay !== null || isField(event.target)) return false
  if (document.querySelector('dialog[open]')) return false
  const keys = keysOf(event)
  const target = event.target instanceof Element ? event.target : null
  const inPage = target === null || target === document.body || target.closest('[data-label-page]') !== null
  const action = LABEL_ACTIONS.find((a) => a.keys.includes(keys) && (inPage || !a.inPage))
  if (action) {
    labelling.touch()
    action.run()
    return true
  }
  const label = labelKeys(useAnnotate.getState().corpus?.labels ?? []).get(keys)
  if (label === undefined) return false
  labelling.touch()
  labelling.setLabel(label)
  return true
}

const NAMES: Readonly<Record<string, string>> = {
  ArrowLeft: '←',
  ArrowRight: '→',
  ArrowUp: '↑',
  ArrowDown: '↓',
  PageDown: 'Page Down',
  PageUp: 'Page Up',
  Escape: 'Esc',
  ' ': 'Space',
}

/** Keys as a person of this system knows them. */
export function keyNames(keys: string): string {
  return keys
    .split(/\+(?=.)/)
    .map((part) => (part === 'Mod' ? (MAC ? '⌘' : 'Ctrl') : (NAMES[part] ?? (part.length === 1 ? part.toUpperCase() : part))))
    .join(MAC ? '' : '+')
}
