import { useMemo } from 'react'
import type { CorpusLabel } from '../../../../shared/contract/corpus-contract'
import type { LabelSpan } from '../../../../shared/gold/label-spans'
import { byKeys, isDialogOpen, isField, listenForKeys } from '../../../components/keys'
import { annotate, useAnnotate } from '../state/annotate'
import { labelling } from '../state/labelling'
import { useLabelling } from '../state/labelling-state'
import { isFieldName, type FieldName } from '../../../../shared/gold/gold-file'
import { isJump, type Jump } from '../../../../shared/gold/blocks'
import { isCursorMove, type CursorMove } from '../state/cursor'
import { getState } from '../../../window/window'
import { LABEL_ACTIONS, type LabelActionId } from './label-actions'
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

const COLOURS = ['#0b7a5c', '#0b5cad', '#a35f00', '#b8420a', '#7446b0', '#00788c', '#a3286f', '#5a616c', '#6b7300']
const HEX = /^#[0-9a-f]{6}$/i

/** Returns the stored colour of a label, otherwise the colour of its place. */
export const colourOf = (stored: string | undefined, place: number): string =>
  stored && HEX.test(stored) ? stored : (COLOURS[place % COLOURS.length] ?? '#0b7a5c')

/** Returns `#rrggbb` per label of the corpus, and per label in `used` that the corpus does not define. */
export function labelColours(labels: readonly CorpusLabel[], used: Iterable<string> = []): ReadonlyMap<string, string> {
  const colours = new Map<string, string>(labels.map(({ name, color }, i) => [name, colourOf(color, i)]))
  for (const name of used) if (!colours.has(name)) colours.set(name, colourOf(undefined, colours.size))
  return colours
}

export function labelKeys(labels: readonly CorpusLabel[]): ReadonlyMap<string, string> {
  const keys = new Map<string, string>()
  for (const [i, { name, key }] of labels.entries()) {
    const wanted = key && key.length === 1 && /[0-9]/.test(key) ? key : i < 9 ? String(i + 1) : ''
    if (wanted !== '' && !keys.has(wanted)) keys.set(wanted, name)
  }
  return keys
}

export function useLabelColours(spans: readonly LabelSpan[]): ReadonlyMap<string, string> {
  const labels = useAnnotate((state) => state.corpus?.labels)
  return useMemo(() => labelColours(labels ?? [], new Set(spans.map(({ label }) => label))), [labels, spans])
}
