import { useMemo } from 'react'
import { keepersOfNodes, type Disagreement } from '../../../shared/explain/difference/disagreement'
import type { PageModel } from '../../../shared/page/page-model'
import { PageFigureDialog } from '../../figures/page-figure-dialog'
import { settingsWords } from '../../figures/figure-words'
import { useTab } from '../../window/window'
import type { Finished } from './contestants'

/** The page tinted by votes, as a figure. */
export function FigureOfVotes({
  model,
  contestants,
  disagreement,
  onClose,
}: {
  readonly model: PageModel
  readonly contestants: readonly Finished[]
  readonly disagreement: Disagreement
  readonly onClose: () => void
}) {
  const page = useTab((tab) => tab.page)
  const styled = useTab((tab) => tab.view.styled)
  const keepers = useMemo(() => keepersOfNodes(model, disagreement), [model, disagreement])
  if (!page) return null
  return (
    <PageFigureDialog
      page={page}
      model={model}
      styled={styled}
      keepers={keepers}
      voters={contestants.length}
      settings={contestants.map(({ info, result }) => settingsWords(info, result.extraction.params)).join(', ')}
      onClose={onClose}
    />
  )
}
