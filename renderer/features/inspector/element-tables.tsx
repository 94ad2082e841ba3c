import { useMemo } from 'react'
import { buildCandidateBoard, type CandidateChain, type CandidateBoard } from '../../../shared/explain/candidate-board'
import { statusOf } from '../../../shared/explain/explain-node'
import { nodeLabel, textPreview } from '../../../shared/explain/node-label'
import type { Candidate } from '../../../shared/extractors/core/extractor'
import { ancestors, type NodeId, type PageModel } from '../../../shared/page/page-model'
import { type Inspected, type InspectedNode, NodeLink, StatusWord, useMore } from '../../components/evidence'
import { formatCount, formatMeasure, formatNumber, formatShare } from '../../components/number-format'
import { PanelPart } from '../../components/panel/panel'
import { AlignedNumber, BarCell, numbers, roomFor, Table } from '../../components/table'
import { actions } from '../../window/window'

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

export function RunnerUps({ model, result, selected }: Pick<Inspected, 'model' | 'result'> & { readonly selected: NodeId | null }) {
  const { candidates } = result.extraction
  const board = useMemo(() => (candidates ? buildCandidateBoard(model, candidates) : null), [model, candidates])
  if (!board) return null
  const labels = [...new Set((candidates ?? []).flatMap((c) => c.terms.map((term) => term.label)))].slice(0, 3)
  const { winner, otherChains } = board
  const all = candidates ?? []
  const best = all[0]?.score ?? 0
  const columns = labels.map((label) => ({ label, room: roomFor(all.map((candidate) => termText(candidate, label))) }))
  const scores = roomFor(all.map((candidate) => scoreText(candidate, best)))
  const row = (candidate: Candidate, place: number) => (
    <tr
      key={`${place} ${candidate.node}`}
      aria-current={candidate.node === selected ? 'true' : undefined}
      onMouseEnter={() => actions.hover(candidate.node)}
      onMouseLeave={() => actions.hover(null)}
    >
      <td className="bs-number">{place}</td>
      <th scope="row" className="why-candidate">
        <NodeLink model={model} node={candidate.node} letters={24} />
        <div className="quiet cut" dir="auto">
          {textPreview(model, candidate.node, 60)}
        </div>
      </th>
      {columns.map(({ label, room }) => (
        <td key={label} className="bs-number">
          <AlignedNumber text={termText(candidate, label)} room={room} />
        </td>
      ))}
      <BarCell share={shareOfBest(candidate, best)}>
        <AlignedNumber text={scoreText(candidate, best)} room={scores} />
      </BarCell>
    </tr>
  )
  const nested = (chain: CandidateChain, owner: string) =>
    chain.nested.length === 0 ? null : (
      <details key={chain.place} open={chain.nested.some(({ candidate }) => candidate.node === selected) || undefined}>
        <summary>
          {formatCount(chain.nested.length, 'candidate')} in or around {owner}
        </summary>
        <table className="why-board">
          <tbody>{chain.nested.map(({ candidate, place }) => row(candidate, place))}</tbody>
        </table>
      </details>
    )
  return (
    <PanelPart title="Runner-up board">
      <p className="quiet">{gapSentence(model, board)}</p>
      <Table
        className="why-board"
        columns={[numbers('#'), 'candidate', ...labels.map((label) => numbers(label)), numbers('share of best score')]}
      >
        {row(winner.best, winner.place)}
        {otherChains.map((chain) => row(chain.best, chain.place))}
      </Table>
      {nested(winner, 'the winner')}
      {otherChains.map((chain) => nested(chain, `no. ${chain.place}`))}
    </PanelPart>
  )
}

function gapSentence(model: PageModel, { winner, otherChains, runnerUp, gap, gapTerm }: CandidateBoard): string {
  const name = (chain: CandidateChain): string => nodeLabel(model, chain.best.node, 28)
  if (!runnerUp)
    return `${name(winner)} won; ${otherChains.length === 0 ? 'no candidate has a score, except in or around this element' : 'the other candidates on the board were also chosen'}.`
  const second = name(runnerUp) === name(winner) ? `${name(runnerUp)} (no. ${runnerUp.place})` : name(runnerUp)
  const isLarger = runnerUp.best.score > winner.best.score
  const lost = isLarger
    ? 'has a larger score, but was not chosen'
    : gap === null
      ? 'came second'
      : gap < 0.0005
        ? 'lost by less than 0.05 %'
        : `lost by ${formatShare(gap)}`
  const term = gapTerm
    ? `; most of the difference is ${gapTerm.label}: ${formatNumber(gapTerm.runnerUp)} against ${formatNumber(gapTerm.winner)}`
    : ''
  return `${name(winner)} won; ${second} ${lost}${term}.`
}

const termText = ({ terms }: Candidate, label: string): string => formatNumber(terms.find((term) => term.label === label)?.value)

const shareOfBest = ({ score }: Candidate, best: number): number | null =>
  best > 0 && Number.isFinite(best) ? Math.max(0, score / best) : null

function scoreText(candidate: Candidate, best: number): string {
  const share = shareOfBest(candidate, best)
  return share === null ? formatNumber(candidate.score) : formatShare(share)
}
