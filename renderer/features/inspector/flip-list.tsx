import { useEffect } from 'react'
import type { NodeStatus } from '../../../shared/explain/explain-node'
import { scanLimit, isEachValueTried } from '../../../shared/explain/flip-search'
import type { ExtractorInfo } from '../../../shared/extractors/core/extractor'
import { formatNumber, paramWords } from '../../components/number-format'
import { Button } from '../../components/button'
import { PanelProgress } from '../../components/panel/panel'
import type { InspectedNode } from '../../components/evidence'
import { searchFlips, stopFlipSearch, useFlips, type FlipWithRest } from './state/flips'
import { actions, useTab } from '../../window/window'

/** Maximum number of nodes for an automatic search, and the pause before this search. */
const QUICK_NODES = 20_000
const SELECTION_REST_MS = 450

export function FlipList({ model, result, info, node }: InspectedNode) {
  const flips = useFlips()
  const isCurrent = flips.about?.result === result && flips.about.node === node
  const parameters = Object.keys(info.params).length
  /** False while a newly chosen extractor has no result yet. */
  const isInUse = useTab((tab) => tab.extractor === info.id)
  const quick = model.count <= QUICK_NODES && parameters > 0

  useEffect(() => {
    if (!quick) return
    const timer = setTimeout(() => void searchFlips(), SELECTION_REST_MS)
    return () => {
      clearTimeout(timer)
      stopFlipSearch()
    }
  }, [quick, result, node])

  if (parameters === 0) return null
  if (isCurrent ? flips.status === 'idle' && flips.found.length === 0 : !quick)
    return <Button label="Find changes that reverse the decision" small className="why-flip-search" onClick={() => void searchFlips()} />
  if (!isCurrent) return <div className="why-flips" />
  return (
    <div className="why-flips" role="group" aria-label="Changes that reverse the decision">
      {flips.found.map(({ param, from, to, nearest, status, elsewhere }) => {
        const spec = info.params[param]
        if (!spec) return null
        return (
          <Button
            key={param}
            tone="bare"
            className="flip"
            disabled={!isInUse}
            title={nearest ? undefined : 'A smaller change may exist'}
            onClick={() => actions.setParam(param, to)}
          >
            <b>
              {spec.label} {paramWords(spec, from)} → {paramWords(spec, to)}
            </b>
            <span>
              {STATUS_VERBS[status]}
              {elsewhereWords(elsewhere)}
            </span>
            <em>Try</em>
          </Button>
        )
      })}
      {flips.status === 'searching' ? (
        <PanelProgress done={flips.done} message="Searching for a change …" onCancel={stopFlipSearch} />
      ) : null}
      {flips.status === 'done' && !flips.failure && flips.found.length === 0 ? (
        <p className="quiet">
          {Object.values(info.params).every((spec) => isEachValueTried(spec, scanLimit(model.count)))
            ? 'No single parameter changes this result'
            : 'No tried value of a single parameter changes this result'}
          {rangesOf(info)}.
        </p>
      ) : null}
      {flips.failure ? (
        <p className="quiet">
          {flips.failure.message} {flips.failure.next}
        </p>
      ) : null}
    </div>
  )
}

const STATUS_VERBS: Readonly<Record<NodeStatus, string>> = { kept: 'keeps the node', out: 'drops the node', path: 'keeps part of the node' }

function elsewhereWords({ gained, lost }: FlipWithRest['elsewhere']): string {
  if (gained === 0 && lost === 0) return '; elsewhere no change'
  const parts = [...(gained > 0 ? [`+${formatNumber(gained)}`] : []), ...(lost > 0 ? [`−${formatNumber(lost)}`] : [])]
  return `; elsewhere ${parts.join(', ')} ${gained + lost === 1 ? 'word' : 'words'}`
}

function rangesOf({ params }: ExtractorInfo): string {
  const ranges = Object.values(params).flatMap((spec) =>
    spec.kind === 'number' ? [`${spec.label} ${formatNumber(spec.min)} to ${formatNumber(spec.max)}`] : [],
  )
  return ranges.length === 0 || ranges.length > 4 ? '' : ` (tried ${ranges.join(', ')})`
}
