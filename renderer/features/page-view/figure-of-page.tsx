import { useMemo } from 'react'
import { disagreementOf, keepersOfNodes } from '../../../shared/explain/difference/disagreement'
import { PageFigureDialog } from '../../figures/page-figure-dialog'
import { settingsWords } from '../../figures/figure-file'
import { useResultExtractor } from '../../window/page/current-extractor'
import { useTab } from '../../window/window'

/** The page in front with its kept text as a figure. */
export function FigureOfPage({ onClose }: { readonly onClose: () => void }) {
  const page = useTab((tab) => tab.page)
  const model = useTab((tab) => tab.model)
  const extraction = useTab((tab) => tab.result?.extraction ?? null)
  const info = useResultExtractor()
  const keepers = useMemo(
    () =>
      model && extraction?.selected.length === model.count ? keepersOfNodes(model, disagreementOf(model, [extraction.selected])) : null,
    [model, extraction],
  )
  if (!page || !model || !extraction || !info || !keepers) return null
  return (
    <PageFigureDialog
      page={page}
      model={model}
      keepers={keepers}
      voters={1}
      settings={settingsWords(info, extraction.params)}
      onClose={onClose}
    />
  )
}
