import { useMemo } from 'react'
import { explainNode } from '../../../shared/explain/explain-node'
import { hiddenCause } from '../../../shared/explain/coverage'
import { headline } from '../../../shared/explain/reason-sentence'
import type { MeasureSpec } from '../../../shared/extractors/core/extractor'
import type { NodeId } from '../../../shared/page/page-model'
import { Button } from '../../components/button'
import { StatusBadge, NodeLink, type InspectedNode } from '../../components/evidence'
import { measureWords, formatNumber, formatSigned } from '../../components/number-format'
import { PanelPart } from '../../components/panel/panel'
import { numbers, TableHead } from '../../components/table'
import { actions, useTab } from '../../window/window'

/** Compares the selected node with the reference node: outcome, reason and differences of their measures. */
export function BesideReference(inspected: InspectedNode) {
  const reference = useTab((tab) => tab.reference)
  if (reference === null || reference >= inspected.model.count) return null
  return reference === inspected.node ? (
    <p className="quiet">
      Pinned. Select another element to compare. <Unpin />
    </p>
  ) : (
    <Beside {...inspected} reference={reference} />
  )
}

function Beside({ model, result: { extraction, trace }, info, node, reference }: InspectedNode & { readonly reference: NodeId }) {
  const why = useMemo(
    () =>
      trace
        ? headline(
            model,
            explainNode(model, { extraction, trace, rules: info.rules }, reference),
            hiddenCause(model, reference),
            formatNumber,
          )
        : null,
    [model, extraction, trace, info, reference],
  )
  const rows = info.measures.flatMap((spec) => {
    const values = spec.per === 'node' ? extraction.measures[spec.id] : undefined
    const [here = Number.NaN, there = Number.NaN] = [values?.[node], values?.[reference]]
    return Number.isNaN(here) && Number.isNaN(there) ? [] : [{ spec, here, there }]
  })
  return (
    <PanelPart title="Beside the pinned element">
      <p>
        <NodeLink model={model} node={reference} letters={32} /> <StatusBadge selected={extraction.selected} node={reference} /> <Unpin />
      </p>
      {why === null ? null : <p className="quiet">{why}</p>}
      {rows.length === 0 ? (
        <p className="quiet">Neither has measures.</p>
      ) : (
        <table className="why-losses">
          <TableHead columns={['measure', numbers('this node'), numbers('pinned'), numbers('difference')]} />
          <tbody>
            {rows.map(({ spec, here, there }) => (
              <tr key={spec.id}>
                <th scope="row" title={spec.description}>
                  {spec.label}
                </th>
                <td className="bs-number">{measureWords(here, spec)}</td>
                <td className="bs-number">{measureWords(there, spec)}</td>
                <td className="bs-number">{differenceOf(spec, here, there)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </PanelPart>
  )
}

const Unpin = () => (
  <Button small tone="link" onClick={() => actions.setReference(null)}>
    Unpin
  </Button>
)

/** Returns the difference of two values; empty for a value that is a name. */
function differenceOf({ names }: MeasureSpec, here: number, there: number): string {
  const isAmount = Number.isFinite(here - there) && names?.[here] === undefined && names?.[there] === undefined
  return isAmount ? formatSigned(Number((here - there).toPrecision(4))) : '–'
}
