import { shownKeys } from '../../components/keys'

/** The keys are combinations such as `Shift+ArrowRight`, including the keys of presentation remotes. */
export const PLAYER_ACTIONS = [
  { id: 'toggle', label: 'Play or pause', keys: ['Space', 'k', '.', 'MediaPlayPause'] },
  { id: 'forward', label: 'One moment forward', keys: ['ArrowRight'] },
  { id: 'back', label: 'One moment back', keys: ['ArrowLeft'] },
  { id: 'chapter-forward', label: 'Next chapter', keys: ['Shift+ArrowRight'] },
  { id: 'chapter-back', label: 'Beginning of the chapter, or previous chapter', keys: ['Shift+ArrowLeft'] },
  { id: 'onward', label: 'Next tour stop, or next chapter', keys: ['PageDown'] },
  { id: 'backward', label: 'Previous tour stop, or previous chapter', keys: ['PageUp'] },
  { id: 'first', label: 'First moment', keys: ['Home'] },
  { id: 'last', label: 'Last moment', keys: ['End'] },
  { id: 'lecture', label: 'Lecture mode', keys: ['l', 'F5'] },
  { id: 'answer', label: 'Show the answer to a tour’s question', keys: ['a'] },
  { id: 'explain-next', label: 'Explain the next node or line', keys: ['n'] },
  { id: 'explain-previous', label: 'Explain the previous node or line', keys: ['Shift+N'] },
  { id: 'edit', label: 'Edit an example', keys: [] },
] as const

export type PlayerActionId = (typeof PLAYER_ACTIONS)[number]['id']

export const keysOfPlayerAction = (id: PlayerActionId): string | undefined => shownKeys(PLAYER_ACTIONS, id)
