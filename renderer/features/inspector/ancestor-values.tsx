import { statusOf } from '../../../shared/explain/explain-node'
import { ancestors } from '../../../shared/page/page-model'
import { AlignedNumber, BarCell, numbers, roomFor, Table } from '../../components/table'
import { formatMeasure } from '../../components/number-format'
import { PanelPart } from '../../components/panel/panel'
import { NodeLink, StatusWord, useMore, type InspectedNode } from '../../components/evidence'

const NEAREST = 8

export function AncestorValues({ model, result: { extraction }, info, node }: InspectedNode) {
  const [all, more] = useMore('Nearest only')
  const chain = ancestors(model, node).filter((n) => model.body < 0 || n >= model.body)
  if (chain.length === 0) return null
  const ofNodes = info.measures.filter((m) => m.per === 'node' && extraction.measures[m.id])
  const columns = [
    ...ofNodes.filter((m) => m.id === info.mainMeasure),
    ...ofNodes.filter((m) => m.id !== info.mainMeasure && m.tex !== ''),
  ].slice(0, 3)
  // A page may have 100,000 nested elements, so show at most 1,000 ancestors.
  const shown = all ? chain.slice(0, 1000) : chain.slice(0, NEAREST)
  const main = columns[0] ? extraction.measures[columns[0].id] : undefined
  const largest = shown.reduce((m, n) => (Number.isFinite(main?.[n]) ? Math.max(m, main?.[n] ?? 0) : m), 0)
  const rooms = columns.map((m) => roomFor(shown.map((n) => formatMeasure(extraction.measures[m.id]?.[n], m.share))))
  return (
    <PanelPart
      title={`Containers: ${chain.length} ${chain.length === 1 ? 'ancestor' : 'ancestors'}`}
      extra={chain.length > NEAREST ? more : null}
    >
      <Table
        className="why-ancestors"
        columns={[
          'element',
          ...columns.map(({ label, unit }) => numbers(label, unit ? `${label}, ${unit}` : label)),
          { label: <span className="visually-hidden">status</span> },
        ]}
      >
        {shown.map((n) => (
          <tr key={n}>
            <th scope="row">
              <NodeLink model={model} node={n} letters={24} />
            </th>
            {columns.map((m, i) => {
              const value = extraction.measures[m.id]?.[n]
              const text = <AlignedNumber text={formatMeasure(value, m.share)} room={rooms[i] ?? {}} />
              if (i === 0)
                return (
                  <BarCell key={m.id} share={largest > 0 && value !== undefined && value > 0 ? value / largest : null}>
                    {text}
                  </BarCell>
                )
              return (
                <td key={m.id} className="bs-number">
                  {text}
                </td>
              )
            })}
            <td>
              <StatusWord status={statusOf(extraction.selected, n)} />
            </td>
          </tr>
        ))}
      </Table>
    </PanelPart>
  )
}
