import { useMemo } from 'react'
import { goldLosses, type GoldLoss } from '../../../shared/evaluation/gold-on-page'
import { lossRules } from '../../../shared/evaluation/rule-faults'
import { textPreview } from '../../../shared/explain/node-label'
import { characterF1, wordStarts } from '../../../shared/explain/coverage'
import { extractedText } from '../../../shared/extractors/core/run'
import { createScorer } from '../../../shared/metrics/text-scores'
import { tokenWords } from '../../../shared/metrics/tokens'
import { NodeLink, type Inspected } from '../../components/evidence'
import { formatNumber, formatShare } from '../../components/number-format'
import { PanelPart } from '../../components/panel/panel'
import { numbers, TableHead } from '../../components/table'
import { goldHitsFor } from '../../window/result/gold-hits'
import { goldTextOf } from '../../window/page/gold-texts'
import { actions, useTab } from '../../window/window'

/** Blocks that are listed. */
const LISTED = 8

/** How the result stands against the gold text of its page, where one is known: F1, and what was missed and added with the rules that did it. */
export function AgainstGold(inspected: Inspected) {
  const { model, result } = inspected
  const gold = useTab(goldTextOf)
  const { selected } = result.extraction
  const hits = useMemo(
    () => (gold === null || selected.length !== model.count ? null : goldHitsFor(model, gold, selected)),
    [model, gold, selected],
  )
  const losses = useMemo(() => (hits ? goldLosses(model, wordStarts(model), hits.kinds) : []), [model, hits])
  const words = useMemo(
    () => (gold === null ? null : createScorer(tokenWords(gold))(tokenWords(extractedText(result.extraction)), false)),
    [gold, result.extraction],
  )
  if (!hits || !words) return null
  const { truePositive, falsePositive, falseNegative } = hits.characters
  return (
    <PanelPart title="Against the gold text">
      <p>
        F1 <strong>{words.f1.toFixed(3)}</strong>, precision {words.precision.toFixed(3)}, recall {words.recall.toFixed(3)}: of words in
        order, as Evaluate’s table has them where it compares case and punctuation, too.
      </p>
      <p className="quiet">
        As the page shows it, by whole texts: F1 of characters {characterF1(hits.characters).toFixed(3)};{' '}
        {formatShare(share(truePositive, falsePositive))} of what was kept is gold, {formatShare(share(truePositive, falseNegative))} of the
        gold was kept.
      </p>
      {losses.length === 0 ? <p className="quiet">No block was missed or kept wrongly.</p> : null}
      {losses.length === 0 ? null : (
        <table className="why-losses">
          <TableHead columns={['block', 'decided by', numbers('words')]} />
          <tbody>
            {losses.slice(0, LISTED).map((loss) => (
              <Loss key={loss.node} loss={loss} kinds={hits.kinds} {...inspected} />
            ))}
          </tbody>
        </table>
      )}
      {losses.length > LISTED ? <p className="quiet">{formatNumber(losses.length - LISTED)} smaller blocks more.</p> : null}
    </PanelPart>
  )
}

/** The share of the right ones among them and others; 1 where there are none at all. */
const share = (right: number, others: number): number => (right + others === 0 ? 1 : right / (right + others))

function Loss({ loss, kinds, model, result, info }: Inspected & { readonly loss: GoldLoss; readonly kinds: Uint8Array }) {
  const { kind, node, words } = loss
  const { extraction, trace } = result
  const deciders = useMemo(
    () => (trace ? lossRules(model, { extraction, trace, rules: info.rules }, loss, { starts: wordStarts(model), kinds }) : []),
    [model, extraction, trace, info, loss, kinds],
  )
  const [first, ...others] = deciders
  return (
    <tr onMouseEnter={() => actions.hover(node)} onMouseLeave={() => actions.hover(null)}>
      <th scope="row" className="why-candidate">
        <span className={kind === 'missed' ? 'why-missed' : 'why-added'}>{kind}</span> <NodeLink model={model} node={node} letters={24} />
        <div className="quiet cut" dir="auto">
          {textPreview(model, node, 60)}
        </div>
      </th>
      <td title={deciders.map(({ rule, words: its }) => `${rule === '' ? 'no rule' : rule}: ${its} words`).join('\n')}>
        {first === undefined || first.rule === '' ? 'no rule looked at it' : first.rule}
        {others.length > 0 ? <span className="quiet"> and {others.length} more</span> : null}
      </td>
      <td className="bs-number">{formatNumber(words)}</td>
    </tr>
  )
}
