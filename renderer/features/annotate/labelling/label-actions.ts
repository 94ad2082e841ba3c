import { shownKeys } from '../../../components/keys'

interface LabelAction<Id extends string = string> {
  readonly id: Id
  readonly label: string
  readonly keys: readonly string[]
  readonly group: 'Cursor' | 'Label' | 'Page' | 'Queue'
  /** Whether the keys work only if the focus is in the page or on no element. */
  readonly inPage?: boolean
}

const ACTIONS = [
  { id: 'next', label: 'Next block', keys: ['ArrowDown', 'j'], group: 'Cursor', inPage: true },
  { id: 'previous', label: 'Previous block', keys: ['ArrowUp', 'k'], group: 'Cursor', inPage: true },
  { id: 'out', label: 'Move out by one level', keys: ['ArrowLeft'], group: 'Cursor', inPage: true },
  { id: 'in', label: 'Move in by one level', keys: ['ArrowRight'], group: 'Cursor', inPage: true },
  { id: 'extend-next', label: 'Extend to the next block', keys: ['Shift+ArrowDown'], group: 'Cursor', inPage: true },
  { id: 'extend-previous', label: 'Extend to the previous block', keys: ['Shift+ArrowUp'], group: 'Cursor', inPage: true },
  { id: 'word-more', label: 'Extend by one word', keys: ['Shift+ArrowRight'], group: 'Cursor', inPage: true },
  { id: 'word-less', label: 'Shorten by one word', keys: ['Shift+ArrowLeft'], group: 'Cursor', inPage: true },
  { id: 'start-later', label: 'Start one word later', keys: ['Mod+ArrowRight'], group: 'Cursor', inPage: true },
  { id: 'start-earlier', label: 'Start one word earlier', keys: ['Mod+ArrowLeft'], group: 'Cursor', inPage: true },
  { id: 'first', label: 'First block', keys: ['Home'], group: 'Cursor', inPage: true },
  { id: 'last', label: 'Last block', keys: ['End'], group: 'Cursor', inPage: true },
  { id: 'page-down', label: 'Ten blocks down', keys: ['PageDown'], group: 'Cursor', inPage: true },
  { id: 'page-up', label: 'Ten blocks up', keys: ['PageUp'], group: 'Cursor', inPage: true },
  { id: 'next-long', label: 'Next long paragraph', keys: ['p'], group: 'Cursor' },
  { id: 'previous-long', label: 'Previous long paragraph', keys: ['Shift+P'], group: 'Cursor' },
  { id: 'next-heading', label: 'Next heading', keys: ['h'], group: 'Cursor' },
  { id: 'previous-heading', label: 'Previous heading', keys: ['Shift+H'], group: 'Cursor' },
  { id: 'next-region', label: 'Select region; again: next region', keys: ['r'], group: 'Cursor' },
  { id: 'previous-region', label: 'Select region; again: previous region', keys: ['Shift+R'], group: 'Cursor' },
  { id: 'range', label: 'Start a range', keys: ['v'], group: 'Cursor' },
  { id: 'find', label: 'Find in the page', keys: ['/', 'Mod+F'], group: 'Cursor' },
  { id: 'fold', label: 'Fold navigation', keys: ['c'], group: 'Cursor' },
  { id: 'next-label', label: 'Next label', keys: ['l'], group: 'Cursor' },
  { id: 'previous-label', label: 'Previous label', keys: ['Shift+L'], group: 'Cursor' },
  { id: 'label', label: 'Label block', keys: ['Enter', ' '], group: 'Label', inPage: true },
  { id: 'subtract', label: 'Remove label', keys: ['Backspace', 'Delete', 'x'], group: 'Label', inPage: true },
  { id: 'accept', label: 'Accept suggestion', keys: ['y'], group: 'Label' },
  { id: 'reject', label: 'Reject suggestion', keys: ['Shift+Y'], group: 'Label' },
  { id: 'grow', label: 'Grow by one level', keys: ['+', '='], group: 'Label' },
  { id: 'shrink', label: 'Shrink by one level', keys: ['-'], group: 'Label' },
  { id: 'erase', label: 'Erase with the pointer', keys: ['e'], group: 'Label' },
  { id: 'box', label: 'Draw boxes with the pointer', keys: ['b'], group: 'Label' },
  { id: 'two-clicks', label: 'Label all text between two clicks', keys: ['g'], group: 'Label' },
  { id: 'undo', label: 'Undo label change', keys: ['Mod+Z', 'u'], group: 'Label' },
  { id: 'redo', label: 'Redo label change', keys: ['Mod+Shift+Z', 'Mod+Y', 'Shift+U'], group: 'Label' },
  { id: 'article', label: 'Page type: article', keys: ['a'], group: 'Page' },
  { id: 'overview', label: 'Page type: overview', keys: ['o'], group: 'Page' },
  { id: 'forum', label: 'Page type: forum', keys: ['m'], group: 'Page' },
  { id: 'other', label: 'Page type: other', keys: ['t'], group: 'Page' },
  { id: 'title', label: 'Title: the text at the cursor', keys: ['Shift+T'], group: 'Page' },
  { id: 'author', label: 'Author: the text at the cursor', keys: ['Shift+A'], group: 'Page' },
  { id: 'date', label: 'Date: the text at the cursor', keys: ['Shift+D'], group: 'Page' },
  { id: 'flag', label: 'Flag this page', keys: ['f'], group: 'Page' },
  { id: 'done', label: 'Done, next page', keys: ['n'], group: 'Queue' },
  { id: 'skip', label: 'Skip, next page', keys: ['s'], group: 'Queue' },
  { id: 'later', label: 'Next page, status unchanged', keys: ['Shift+N'], group: 'Queue' },
  { id: 'pages', label: 'Back to the pages', keys: ['Escape'], group: 'Queue', inPage: true },
] as const satisfies readonly LabelAction[]

export type LabelActionId = (typeof ACTIONS)[number]['id']
export const LABEL_ACTIONS: readonly LabelAction<LabelActionId>[] = ACTIONS

export const keysOfLabelAction = (id: LabelActionId): string | undefined => shownKeys(LABEL_ACTIONS, id)
