/** Where a person is in the annotate workspace: a window that is loaded again goes back there. */
import { z } from 'zod'
import { annotate, useAnnotate } from './annotate'
import { followWindow, openToLabel } from './opening'
import { useLabelling } from './labelling-state'
import { readValue, writeText, writeValue } from '../../../window/host/storage'

const KEY = 'boilerscope.annotate.place'
const Place = z.object({
  corpus: z.string().max(4096),
  view: z.enum(['pages', 'label', 'agreement', 'campaign']),
  page: z.string().max(80).nullable(),
})
type Place = z.infer<typeof Place>

function keepPlace(): void {
  const { corpus, view } = useAnnotate.getState()
  const { open, loading } = useLabelling.getState()
  if (corpus) writeValue(KEY, { corpus: corpus.path, view, page: open?.page.entry.id ?? loading } satisfies Place, 'window')
  else writeText(KEY, null, 'window')
}

/** Goes back to the corpus and page of this window before it was loaded again, then remembers where the person goes. Once. */
export async function resumePlace(): Promise<void> {
  if (useAnnotate.getState().followed) return
  useAnnotate.setState({ followed: true })
  followWindow()
  const place = readValue(KEY, Place, 'window')
  if (place && useAnnotate.getState().corpus === null && (await annotate.open(place.corpus))) {
    annotate.show(place.view)
    if (place.page !== null && useAnnotate.getState().preferences.annotator !== '') await openToLabel(place.page)
  }
  keepPlace()
  useAnnotate.subscribe((state, before) => {
    if (state.corpus !== before.corpus || state.view !== before.view) keepPlace()
  })
  useLabelling.subscribe((state, before) => {
    if (state.open?.page !== before.open?.page || state.loading !== before.loading) keepPlace()
  })
}
