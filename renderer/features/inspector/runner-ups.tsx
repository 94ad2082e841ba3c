import { useMemo } from 'react'
import { nodeLabel, textPreview } from '../../../shared/explain/node-label'
import { buildCandidateBoard, type CandidateChain, type CandidateBoard } from '../../../shared/explain/candidate-board'
import type { Candidate } from '../../../shared/extractors/core/extractor'
import type { NodeId, PageModel } from '../../../shared/page/page-model'
import { AlignedNumber, BarCell, numbers, roomFor, Table } from '../../components/table'
import { formatCount, formatNumber, formatShare } from '../../components/number-format'
import { NodeLink, type Inspected } from '../../components/evidence'
import { PanelPart } from '../../components/panel/panel'
import { actions } from '../../window/window'

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
