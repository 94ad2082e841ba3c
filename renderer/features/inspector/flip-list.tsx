import { useEffect } from 'react'
import { scanLimit, triesEach } from '../../../shared/explain/flip-search'
import type { ExtractorInfo } from '../../../shared/extractors/core/extractor'
import { formatNumber, formatSigned, paramWords } from '../../components/number-format'
import { Button } from '../../components/button'
import { PanelPart, PanelProgress } from '../../components/panel/panel'
import { FateWord, type InspectedNode } from '../../components/evidence'
import { searchFlips, stopFlipSearch, useFlips, type FlipWithRest } from './state/flips'
import { actions, useTab } from '../../window/window'

/** On a page of at most this many nodes the search starts unasked, as soon as the selection rests. */
const QUICK_NODES = 20_000
/** Milliseconds. */
const REST = 450

/** The smallest change found of each parameter that changes the node's fate, with a button that makes it. */
export function FlipList({ model, result, info, node }: InspectedNode) {
  const flips = useFlips()
  const mine = flips.about?.result === result && flips.about.node === node
  const parameters = Object.keys(info.params).length
  /** Another may have been chosen since, and gives no result yet. */
  const isInUse = useTab((tab) => tab.extractor === info.id)
  const quick = model.count <= QUICK_NODES && parameters > 0

  useEffect(() => {
    if (!quick) return
    const timer = setTimeout(() => void searchFlips(), REST)
    return () => {
      clearTimeout(timer)
      stopFlipSearch()
    }
  }, [quick, result, node])

  if (parameters === 0) return null
  return (
    <PanelPart title="What would change it">
      {(mine ? flips.status === 'idle' : !quick) ? (
        <Button small onClick={() => void searchFlips()}>
          Find out
        </Button>
      ) : null}
      {mine && flips.status === 'searching' ? (
        <PanelProgress done={flips.done} message="Trying each parameter …" onCancel={stopFlipSearch} />
      ) : null}
      {mine && flips.found.length > 0 ? (
        <ul className="why-flips">
          {flips.found.map(({ param, from, to, nearest, fate, elsewhere }) => {
            const spec = info.params[param]
            if (!spec) return null
            return (
              <li key={param} className="row">
                <span className="why-flip-text">
                  {spec.label}: {paramWords(spec, from)} → <strong>{paramWords(spec, to)}</strong>
                  {typeof from === 'number' && typeof to === 'number' ? (
                    <span className="quiet"> ({formatSigned(Number((to - from).toPrecision(6)))})</span>
                  ) : null}
                  {nearest ? null : <span className="quiet">, a change found; there may be a nearer one</span>}
                </span>
                <FateWord fate={fate} />
                {isInUse ? (
                  <Button small onClick={() => actions.setParam(param, to)} aria-label={`Try it: ${spec.label} ${paramWords(spec, to)}`}>
                    Try it
                  </Button>
                ) : null}
                <span className="quiet why-flip-else">{elsewhereWords(elsewhere)}</span>
              </li>
            )
          })}
        </ul>
      ) : null}
      {mine && flips.status === 'done' && !flips.failure && flips.found.length === 0 ? (
        <p className="quiet">
          {Object.values(info.params).every((spec) => triesEach(spec, scanLimit(model.count)))
            ? 'No single parameter changes it, within its range'
            : 'None of the values tried changes it, one parameter at a time'}
          {rangesOf(info)}.
        </p>
      ) : null}
      {mine && flips.failure ? (
        <p className="quiet">
          {flips.failure.message} {flips.failure.next}
        </p>
      ) : null}
    </PanelPart>
  )
}

/** What else a change moves, in words. */
function elsewhereWords({ won, lost }: FlipWithRest['elsewhere']): string {
  if (won === 0 && lost === 0) return 'changes nothing else'
  const parts = [...(won > 0 ? [`+${formatNumber(won)}`] : []), ...(lost > 0 ? [`−${formatNumber(lost)}`] : [])]
  return `elsewhere ${parts.join(' and ')} ${won + lost === 1 ? 'word' : 'words'}`
}

/** The ranges that were tried. */
function rangesOf({ params }: ExtractorInfo): string {
  const ranges = Object.values(params).flatMap((spec) =>
    spec.kind === 'number' ? [`${spec.label} ${formatNumber(spec.min)} to ${formatNumber(spec.max)}`] : [],
  )
  return ranges.length === 0 || ranges.length > 4 ? '' : ` (${ranges.join(', ')})`
}
