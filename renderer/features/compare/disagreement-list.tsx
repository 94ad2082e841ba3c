import { useMemo, useState } from 'react'
import { isChosen, isDisputed, passagesByParagraph } from '../../../shared/explain/difference/disagreement'
import { formatCount, formatNumber, formatWords } from '../../components/number-format'
import { Button } from '../../components/button'
import { Table, type ColumnHead } from '../../components/table'
import { PanelMessage } from '../../components/panel/panel'
import { actions, useTab } from '../../window/window'
import { type ComparedProps, passagePreview } from './contestants'

const ROWS_AT_FIRST = 200

type OrderBy = 'place' | 'words'

export function DisagreementList({ model, contestants, disagreement, filter }: ComparedProps) {
  const selected = useTab((tab) => tab.selected)
  const [order, setOrder] = useState({ by: 'words' as OrderBy, down: true })
  const [all, setAll] = useState(false)
  const disputed = useMemo(() => {
    const found = passagesByParagraph(
      model,
      disagreement.passages.filter(
        (passage) => isDisputed(passage, contestants.length) && isChosen(filter, passage.keepers, contestants.length),
      ),
    )
    if (order.by === 'words') found.sort((a, b) => b.words - a.words)
    // Now words descend, or places ascend.
    return (order.by === 'words') === order.down ? found : found.reverse()
  }, [model, disagreement, contestants, filter, order])
  if (disputed.length === 0)
    return filter.kind === 'all' || filter.kind === 'differences' ? (
      <PanelMessage title="No differences" next="All finished extractors keep the same text. Add another extractor or open another page." />
    ) : (
      <PanelMessage title="No text matches" next="Choose another filter above." />
    )
  const shown = all ? disputed : disputed.slice(0, ROWS_AT_FIRST)
  const words = disputed.reduce((sum, passage) => sum + passage.words, 0)
  const heading = (by: OrderBy, label: string, className?: string): ColumnHead => ({
    label,
    className,
    sort: {
      direction: order.by !== by ? null : order.down ? 'descending' : 'ascending',
      onSort: () => setOrder({ by, down: order.by === by ? !order.down : by === 'words' }),
      title: by === 'words' ? 'Sort by words' : 'Sort by position on the page',
    },
  })
  return (
    <>
      <p className="disputed-head">
        {filter.kind === 'all' || filter.kind === 'differences' ? 'Extractors disagree on' : 'The filter matches'}{' '}
        {formatCount(disputed.length, 'passage')}, {formatWords(words)}
      </p>
      <Table
        className="disputed"
        columns={[
          heading('place', 'text'),
          heading('words', 'words', 'bs-number'),
          ...contestants.map((c) => ({ label: c.info.title, className: c.own ? 'disputed-name compare-own' : 'disputed-name' })),
        ]}
      >
        {shown.map((passage) => {
          const first = passage.nodes[0] ?? 0
          const here = selected !== null && passage.nodes.includes(selected)
          return (
            <tr key={first} aria-current={here ? 'true' : undefined}>
              <th scope="row">
                <Button label={passagePreview(model, passage)} small tone="link" onClick={() => actions.select(first)} />
              </th>
              <td className="bs-number">{formatNumber(passage.words)}</td>
              {contestants.map((c, i) => {
                const isKept = ((passage.keepers >> i) & 1) === 1
                return (
                  <td key={c.info.id} className={isKept ? 'disputed-kept' : 'disputed-out'}>
                    <span className="visually-hidden">{isKept ? 'kept' : 'dropped'}</span>
                  </td>
                )
              })}
            </tr>
          )
        })}
      </Table>
      {disputed.length > ROWS_AT_FIRST && !all ? (
        <Button label={`Show all ${formatNumber(disputed.length)}`} small onClick={() => setAll(true)} />
      ) : null}
    </>
  )
}
