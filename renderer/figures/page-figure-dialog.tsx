import { useEffect, useMemo, useState } from 'react'
import type { Failure } from '../../shared/base/failure'
import type { PageSummary } from '../../shared/contract/capture'
import type { PagePicture } from '../../shared/contract/figure-contract'
import type { PageModel } from '../../shared/page/page-model'
import { call } from '../window/host'
import { getState } from '../window/workspace'
import { FigureDialog } from './figure-dialog'
import { captionOf } from './figure-words'
import { keptAreas, pageFigure } from './page-figure'

/** Height of the picture at most, in its own widths: three screens of a page are what a paper has room for. */
const MOST_WIDTHS = 3

/** The page with what was kept of it as a figure. */
export function PageFigureDialog({
  page,
  model,
  styled,
  keepers,
  voters,
  settings,
  onClose,
}: {
  readonly page: PageSummary
  readonly model: PageModel
  readonly styled: boolean
  /** See `keepersOfNodes`. */
  readonly keepers: Int32Array
  readonly voters: number
  /** What was run, for the caption. */
  readonly settings: string
  readonly onClose: () => void
}) {
  const [picture, setPicture] = useState<PagePicture | null>(null)
  const [failure, setFailure] = useState<Failure | null>(null)
  const [attempt, setAttempt] = useState(0)
  const width = Math.round(model.layout?.viewport.width ?? 1280)
  useEffect(() => {
    const controller = new AbortController()
    void call(
      'figure.page',
      { page: page.id, styled, width, height: Math.min(16_000, width * MOST_WIDTHS) },
      { signal: controller.signal },
    ).then((answer) => {
      if (controller.signal.aborted) return
      if (answer.ok) setPicture(answer.value)
      else setFailure(answer.failure)
    })
    return () => controller.abort()
  }, [page.id, styled, width, attempt])
  const title = page.title || page.label
  const content = useMemo(() => {
    if (!picture) return null
    const areas = keptAreas(model, keepers, picture)
    const words = { title, caption: captionOf(page, settings, getState().host?.version ?? '', new Date()) }
    return (options: Parameters<typeof pageFigure>[4]) => pageFigure(picture, areas, voters, words, options)
  }, [picture, model, keepers, voters, title, page, settings])
  return (
    <FigureDialog
      label="Figure of the page"
      name={`Page ${title}`}
      content={content}
      waiting="Taking a picture of the page …"
      failure={failure}
      isPage
      onAgain={() => {
        setFailure(null)
        setAttempt(attempt + 1)
      }}
      onClose={onClose}
    />
  )
}
