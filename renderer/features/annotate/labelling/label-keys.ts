/** The keys of the labelling view: what each action of the list does, and which key means it. */
import { byKeys, isDialogOpen, isField, listenForKeys } from '../../../components/keys'
import { annotate, useAnnotate } from '../state/annotate'
import { labelling } from '../state/labelling'
import { isField as isFieldTool, useLabelling } from '../state/labelling-state'
import type { Jump } from '../../../../shared/gold/page-outline'
import type { CursorMove } from '../state/cursor'
import { getState } from '../../../window/window'
import { LABEL_ACTIONS, type LabelActionId } from './label-actions'
import { labelKeys } from './frame/label-colours'

const move = (id: CursorMove) => () => labelling.moveCursor(id)

const jump = (to: Jump) => () => labelling.jump(to)

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
  'next-long': jump('next-long'),
  'previous-long': jump('previous-long'),
  'next-heading': jump('next-heading'),
  'previous-heading': jump('previous-heading'),
  'next-region': jump('next-region'),
  'previous-region': jump('previous-region'),
  range: () => labelling.toggleRange(),
  find: () => labelling.openFind(true),
  fold: () => labelling.toggleFolded(),
  'next-label': () => labelling.toLabel(1),
  'previous-label': () => labelling.toLabel(-1),
  label: () => {
    const { tool } = useLabelling.getState()
    if (isFieldTool(tool)) labelling.fieldFromCursor(tool)
    else labelling.labelCursor()
  },
  subtract: () => labelling.labelCursor(null),
  accept: () => labelling.reviewCursor(true),
  reject: () => labelling.reviewCursor(false),
  grow: () => labelling.resize('grow'),
  shrink: () => labelling.resize('shrink'),
  erase: () => labelling.setTool('erase'),
  box: () => labelling.setTool('box'),
  'two-clicks': () => labelling.setTool('range'),
  undo: () => labelling.undo(),
  redo: () => labelling.redo(),
  article: () => labelling.setPageType('article'),
  overview: () => labelling.setPageType('overview'),
  forum: () => labelling.setPageType('forum'),
  other: () => labelling.setPageType('other'),
  title: () => labelling.fieldFromCursor('title'),
  author: () => labelling.fieldFromCursor('author'),
  date: () => labelling.fieldFromCursor('date'),
  flag: () => labelling.toggleFlag('flagged'),
  done: () => void labelling.finish('done'),
  skip: () => void labelling.finish('skipped'),
  later: () => void labelling.next(),
  pages: () => {
    const { open, tool } = useLabelling.getState()
    if (tool !== 'label') labelling.setTool(tool)
    else if (open?.anchor) labelling.toggleRange()
    else annotate.show('pages')
  },
}

/** Does what a key, the palette or a menu names, on the open page. */
export function performLabelAction(id: LabelActionId): void {
  if (!useLabelling.getState().open) return
  labelling.touch()
  RUN[id]()
}

const actionsOfKeys = byKeys(LABEL_ACTIONS)

/**
 * Listens while a page is labelled; before the window's own shortcuts, which know nothing of labels. Keys with a meaning of
 * their own elsewhere (arrows, Enter) count only where nothing else has the focus, or in the page. Returns the way to stop.
 */
export function listenForLabelKeys(): () => void {
  return listenForKeys({
    first: true,
    meaning(keys, { target }) {
      if (!useLabelling.getState().open || getState().overlay !== null || isField(target) || isDialogOpen()) return undefined
      const inPage = !(target instanceof Element) || target === document.body || target.closest('[data-label-page]') !== null
      const action = actionsOfKeys.get(keys)?.find((a) => inPage || !a.inPage)
      if (action) return () => performLabelAction(action.id)
      const label = labelKeys(useAnnotate.getState().corpus?.labels ?? []).get(keys)
      if (label === undefined) return undefined
      return () => {
        labelling.touch()
        labelling.setLabel(label)
      }
    },
  })
}
