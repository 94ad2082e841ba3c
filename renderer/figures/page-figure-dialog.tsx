import { useMemo } from 'react'
import type { PageSummary } from '../../shared/contract/capture'
import type { PageModel } from '../../shared/page/page-model'
import { useTab, useResultExtractor, useTabFields } from '../window/window'
import { FigureDialog } from './figure-dialog'
import type { FigureOptions } from './figure-style'
import { captionOf, settingsWords } from './figure-file'
import { keptAreas, pageFigure, usePagePicture } from './page-figure'
import { disagreementOf, findKeepersOfNodes } from '../../shared/explain/difference/disagreement'

export function FigureOfPage({ onClose }: { readonly onClose: () => void }) {
  const { page, model } = useTabFields('page', 'model')
  const extraction = useTab((tab) => tab.result?.extraction ?? null)
  const info = useResultExtractor()
  const keepers = useMemo(
    () =>
      model && extraction?.selected.length === model.count ? findKeepersOfNodes(model, disagreementOf(model, [extraction.selected])) : null,
    [model, extraction],
  )
  if (!page || !model || !extraction || !info || !keepers) return null
  return <PageFigureDialog {...{ page, model, keepers, onClose }} voters={1} settings={settingsWords(info, extraction.params)} />
}

interface PageFigureDialogProps {
  readonly page: PageSummary
  readonly model: PageModel
  /** See `findKeepersOfNodes`. */
  readonly keepers: Int32Array
  readonly voters: number
  readonly settings: string
  readonly onClose: () => void
}

export function PageFigureDialog({ page, model, keepers, voters, settings, onClose }: PageFigureDialogProps) {
  const styled = useTab((tab) => tab.view.styled)
  const { picture, failure, again } = usePagePicture(page.id, styled, model)
  const title = page.title || page.label
  const content = useMemo(() => {
    if (!picture) return null
    const areas = keptAreas(model, keepers, picture)
    const words = { title, caption: captionOf(page, settings) }
    return (options: FigureOptions) => pageFigure(picture, { areas, voters }, words, options)
  }, [picture, model, keepers, voters, title, page, settings])
  return (
    <FigureDialog
      label="Figure of the page"
      name={`Page ${title}`}
      waiting="Taking a picture of the page …"
      onAgain={again}
      {...{ content, failure, onClose }}
    />
  )
}
