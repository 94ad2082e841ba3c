import type { ExtractionResult } from '../../../shared/contract/contract'
import { nodeLabel, textPreview } from '../../../shared/explain/node-label'
import type { NodeId, PageModel } from '../../../shared/page/page-model'
import { formatNumber, formatShare } from '../../components/number-format'
import { Button } from '../../components/button'
import { PanelPart } from '../../components/panel/panel'
import { actions } from '../../window/workspace'

interface RunnerUpProps {
  readonly model: PageModel
  readonly result: ExtractionResult
  readonly selected: NodeId | null
}

/** The best candidates of the run with the terms of their score: who won, and by how little. */
export function RunnerUps({ model, result, selected }: RunnerUpProps) {
  const candidates = result.extraction.candidates ?? []
  const best = candidates[0]
  const second = candidates[1]
  if (!best) return null
  const labels = [...new Set(candidates.flatMap((c) => c.terms.map((term) => term.label)))].slice(0, 3)
  const behind = second && best.score > 0 && Number.isFinite(best.score) ? (best.score - second.score) / best.score : null
  return (
    <PanelPart title="Runner-up board">
      {behind === null || !second ? null : (
        <p className="quiet">
          {nodeLabel(model, best.node, 28)} won; {nodeLabel(model, second.node, 28)}{' '}
          {behind < 0.0005 ? 'scored the same' : `lost by ${formatShare(behind)}`}.
        </p>
      )}
      <table className="why-board">
        <thead>
          <tr>
            <th scope="col" className="bs-number">
              #
            </th>
            <th scope="col">candidate</th>
            {labels.map((label) => (
              <th scope="col" key={label} className="bs-number">
                {label}
              </th>
            ))}
            <th scope="col" className="bs-number">
              of best
            </th>
          </tr>
        </thead>
        <tbody>
          {candidates.map((candidate, i) => {
            const share = best.score > 0 && Number.isFinite(best.score) ? Math.max(0, candidate.score / best.score) : null
            return (
              <tr
                key={candidate.node}
                aria-current={candidate.node === selected ? 'true' : undefined}
                onMouseEnter={() => actions.hover(candidate.node)}
                onMouseLeave={() => actions.hover(null)}
              >
                <td className="bs-number">{i + 1}</td>
                <th scope="row" className="why-candidate">
                  <Button small tone="link" onClick={() => actions.select(candidate.node)}>
                    {nodeLabel(model, candidate.node, 24)}
                  </Button>
                  <span className="why-candidate-text">{textPreview(model, candidate.node, 60)}</span>
                </th>
                {labels.map((label) => (
                  <td key={label} className="bs-number">
                    {formatNumber(candidate.terms.find((term) => term.label === label)?.value)}
                  </td>
                ))}
                <td className="bs-number why-bar-cell">
                  {share === null ? null : <span className="why-cell-bar" style={{ inlineSize: `${Math.min(1, share) * 100}%` }} />}
                  <span className="why-cell-value">{share === null ? formatNumber(candidate.score) : formatShare(share)}</span>
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </PanelPart>
  )
}
