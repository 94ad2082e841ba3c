/** Where a person is in the annotate workspace: a window that is loaded again goes back there. */
import { z } from 'zod'
import { annotate, useAnnotate } from './annotate'
import { labelling } from './labelling'
import { useLabelling } from './labelling-state'

const KEY = 'boilerscope.annotate.place'
const Place = z.object({
  corpus: z.string().max(4096),
  view: z.enum(['pages', 'label', 'agreement']),
  page: z.string().max(80).nullable(),
})
type Place = z.infer<typeof Place>

function readPlace(): Place | null {
  try {
    return Place.parse(JSON.parse(sessionStorage.getItem(KEY) ?? 'null'))
  } catch {
    // Nothing stored, or from another version.
    return null
  }
}

let following = false

function keepPlace(): void {
  const { corpus, view } = useAnnotate.getState()
  const { open, loading } = useLabelling.getState()
  try {
    if (corpus)
      sessionStorage.setItem(KEY, JSON.stringify({ corpus: corpus.path, view, page: open?.page.entry.id ?? loading } satisfies Place))
    else sessionStorage.removeItem(KEY)
  } catch {
    // A full storage costs only the memory of the place.
  }
}

/** Goes back to the corpus and page of this window before it was loaded again, then remembers where the person goes. Once. */
export async function resumePlace(): Promise<void> {
  if (following) return
  following = true
  const place = readPlace()
  if (place && useAnnotate.getState().corpus === null && (await annotate.open(place.corpus))) {
    annotate.show(place.view)
    if (place.page !== null && useAnnotate.getState().preferences.annotator !== '') await labelling.open(place.page)
  }
  keepPlace()
  useAnnotate.subscribe((state, before) => {
    if (state.corpus !== before.corpus || state.view !== before.view) keepPlace()
  })
  useLabelling.subscribe((state, before) => {
    if (state.open?.page !== before.open?.page || state.loading !== before.loading) keepPlace()
  })
}
