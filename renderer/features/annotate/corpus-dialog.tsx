import type { ComponentProps } from 'react'
import { ActionDialog } from '../../components/dialog'
import { useAnnotate } from './state/annotate'

/** Dialog of an action on a corpus, with the progress of a task. */
export function CorpusDialog(dialog: Omit<ComponentProps<typeof ActionDialog>, 'store' | 'progress'>) {
  return <ActionDialog {...dialog} store={useAnnotate} progress={useAnnotate((state) => state.task?.progress)} />
}
