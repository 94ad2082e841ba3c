/** The keys of the labelling view: what each action of the list does, and which key means it. */
import { isField, MAC } from '../../../components/keys'
import { annotate, useAnnotate } from '../state/annotate'
import { labelling } from '../state/labelling'
import { useLabelling } from '../state/labelling-state'
import type { CursorMove } from '../state/cursor'
import { getState } from '../../../window/workspace'
import { LABEL_ACTIONS, type LabelActionId } from './label-actions'
import { labelKeys } from './label-colours'

const move = (id: CursorMove) => () => labelling.moveCursor(id)

const RUN: Readonly<Record<LabelActionId, () => void>> = {
  next: move('next'),
  previous: move('previous'),
  out: move('out'),
  in: move('in'),
  'extend-next': move('extend-next'),
  'extend-previous': move('extend-previous'),
  'word-more': move('word-more'),
  'word-less': move('word-less'),
  'start-later': move('start-later'),
  'start-earlier': move('start-earlier'),
  first: move('first'),
  last: move('last'),
  'page-down': move('page-down'),
  'page-up': move('page-up'),
  'next-label': () => labelling.toLabel(1),
  'previous-label': () => labelling.toLabel(-1),
  label: () => labelling.labelCursor(),
  subtract: () => labelling.eraseCursor(),
  grow: () => labelling.resize('grow'),
  shrink: () => labelling.resize('shrink'),
  erase: () => labelling.setTool('erase'),
  box: () => labelling.setTool('box'),
  undo: () => labelling.undo(),
  redo: () => labelling.redo(),
  article: () => labelling.setPageType('article'),
  overview: () => labelling.setPageType('overview'),
  forum: () => labelling.setPageType('forum'),
  other: () => labelling.setPageType('other'),
  flag: () => labelling.toggleFlag('flagged'),
  done: () => void labelling.finish('done'),
  skip: () => void labelling.finish('skipped'),
  later: () => void labelling.next(),
  pages: () => annotate.show('pages'),
}

/** Does what a key, the palette or a menu names, on the open page. */
export function performLabelAction(id: LabelActionId): void {
  if (!useLabelling.getState().open) return
  labelling.touch()
  RUN[id]()
}

/** `Shift+ArrowDown` of an event. Shift is told only where it does not make another character by itself. */
export function keysOf(event: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>): string {
  const letter = /^\p{L}$/u.test(event.key)
  const key = letter ? (event.shiftKey || event.ctrlKey || event.metaKey ? event.key.toUpperCase() : event.key) : event.key
  const shift = event.shiftKey && (letter || event.key.length > 1)
  const mod = MAC ? event.metaKey : event.ctrlKey
  return `${mod ? 'Mod+' : ''}${event.altKey ? 'Alt+' : ''}${shift ? 'Shift+' : ''}${key}`
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
    performLabelAction(action.id)
    return true
  }
  const label = labelKeys(useAnnotate.getState().corpus?.labels ?? []).get(keys)
  if (label === undefined) return false
  labelling.touch()
  labelling.setLabel(label)
  return true
}
