import { byKeys, isDialogOpen, isField, listenForKeys } from '../../../components/keys'
import { annotate, useAnnotate } from '../state/annotate'
import { labelling } from '../state/labelling'
import { useLabelling } from '../state/labelling-state'
import { isFieldName, type FieldName } from '../../../../shared/gold/gold-file'
import { isJump, type Jump } from '../../../../shared/gold/blocks'
import { isCursorMove, type CursorMove } from '../state/cursor'
import { getState } from '../../../window/window'
import { LABEL_ACTIONS, type LabelActionId } from './label-actions'
import { labelKeys } from './label-colours'
import { hasKey, type KeyedType } from './page-type-choice'

type NamedAction = CursorMove | Jump | KeyedType | FieldName

const RUN: Readonly<Record<Exclude<LabelActionId, NamedAction>, () => void>> = {
  range: () => labelling.toggleRange(),
  find: () => labelling.openFind(true),
  fold: () => labelling.toggleFolded(),
  'next-label': () => labelling.toLabel(1),
  'previous-label': () => labelling.toLabel(-1),
  label: () => {
    const { tool } = useLabelling.getState()
    if (isFieldName(tool)) labelling.fieldFromCursor(tool)
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

export function performLabelAction(id: LabelActionId): void {
  if (!useLabelling.getState().open) return
  labelling.touch()
  if (isCursorMove(id)) labelling.moveCursor(id)
  else if (isJump(id)) labelling.jump(id)
  else if (hasKey(id)) labelling.setPageType(id)
  else if (isFieldName(id)) labelling.fieldFromCursor(id)
  else RUN[id]()
}

const actionsOfKeys = byKeys(LABEL_ACTIONS)

/** Handles keys before the window's shortcuts. Returns a function that stops the handling. */
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
