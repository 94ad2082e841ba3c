import { useEffect, useMemo, useState } from 'react'
import { Swatch, reasonSentence } from '../../../../components/evidence'
import { Check, Trash2, X } from 'lucide-react'
import type { Result } from '../../../../../shared/base/failure'
import type { ExtractionResult } from '../../../../../shared/contract/contract'
import { suggestionsOf, type Suggestion, spanAt } from '../../../../../shared/gold/label-commands'
import { axisExcerpt, nodeAtAxis, type AxisRange, rangeOfNode, type TextAxis, trimRange } from '../../../../../shared/gold/text-axis'
import type { LabelSpan } from '../../../../../shared/gold/label-spans'
import type { LostSpan } from '../../../../../shared/gold/anchor'
import type { SpanOrigin } from '../../../../../shared/gold/gold-file'
import { Button, IconButton } from '../../../../components/button'
import { labelling } from '../../state/labelling'
import type { Labelling } from '../../state/labelling-state'
import { formatCount, formatNumber } from '../../../../components/number-format'
import { call } from '../../../../window/host/host'
import { useExtractor } from '../../../../window/store'
import { keysOfLabelAction } from '../label-actions'
import { useLabelColours } from '../label-keys'
import { optionsOf, Select } from '../../../../components/fields'
import panelStyles from './label-panels.module.css'
import { List } from '../../../../components/list/list'
import { KEPT, OUT } from '../../../../../shared/page/output'
import { selectionOfLabels } from '../../../../../shared/gold/gold-text'
import { attribute, tagName, TEXT, type NodeId, type PageModel } from '../../../../../shared/page/page-model'

const ORIGINS: Readonly<Record<SpanOrigin['kind'], string>> = {
  extractor: 'from the extractor',
  annotator: 'from',
  import: 'imported from',
  adjudication: 'decided between',
}

const MOST_ROWS = 500
const MOST_SUGGESTIONS = 300

const relabel = (range: AxisRange, label: string | null): void => labelling.run({ kind: 'label', ranges: [range], label })

export function SpansPanel({ open }: { readonly open: Labelling }) {
  const { axis, moved, lost, settled } = open
  const { spans } = open.history.present
  const colours = useLabelColours(spans)
  return (
    <div className={panelStyles.panel} role="region" aria-label="Labels" tabIndex={0}>
      {lost.length > 0 ? (
        <section aria-label="Lost labels" data-testid="lost-labels">
          <h3>Lost labels: their position on this capture is not certain</h3>
          <ul className={panelStyles.spans}>
            {lost.map((item, i) => (
              <LostRow key={i} open={open} lost={item} />
            ))}
          </ul>
        </section>
      ) : null}
      {settled.length > 0 ? (
        <p className="quiet">
          Placed or discarded: {formatCount(settled.length, 'lost label')}.{' '}
          <Button label="Restore last" onClick={() => settled[0] && labelling.unsettleLost(settled[0])} />
        </p>
      ) : null}
      {moved.length > 0 ? (
        <section aria-label="Labels that moved">
          <h3>Labels found again by their text</h3>
          {open.base && open.base.gold.pageSha256 !== open.page.sha256 ? (
            <p className="quiet">
              The page was captured again after these labels were stored.{' '}
              <Button label="Keep these positions" onClick={() => void labelling.acceptMoved()} />
            </p>
          ) : null}
          <ul className={panelStyles.spans}>
            {moved.slice(0, MOST_ROWS).map(({ span, range, how, similarity }, i) => (
              <li key={i} className="row">
                <Quote range={range} words={span.quote} />
                <span className="quiet">{how === 'fuzzy' ? `${Math.floor(similarity * 100)} % equal` : 'equal words'}</span>
              </li>
            ))}
          </ul>
        </section>
      ) : null}
      <ReviewList open={open} />
      <section aria-label="Labels of this page">
        <h3>Labels</h3>
        {spans.length === 0 ? <p className="quiet">Nothing is labelled yet.</p> : null}
        <ul className={panelStyles.spans}>
          {spans.slice(0, MOST_ROWS).map((span) => (
            <li key={`${span.from}-${span.to}`} className="row">
              <Swatch colour={colours.get(span.label)} />
              <Select
                small
                label={`Label of ${axisExcerpt(axis, span, 40)}`}
                value={span.label}
                options={optionsOf(colours.keys())}
                onChange={(label) => relabel(span, label)}
              />
              <Quote range={span} words={axisExcerpt(axis, span, 160)} />
              <IconButton icon={Trash2} label="Remove this label" onClick={() => relabel(span, null)} />
              {span.origin ? (
                <span className={`quiet ${panelStyles.origin}`}>
                  {ORIGINS[span.origin.kind]} {span.origin.name}
                  {span.origin['accepted'] === true ? ', accepted' : ''}
                </span>
              ) : null}
            </li>
          ))}
        </ul>
        {spans.length > MOST_ROWS ? <p className="quiet">and {spans.length - MOST_ROWS} more</p> : null}
      </section>
    </div>
  )
}

function LostRow({ open, lost }: { readonly open: Labelling; readonly lost: LostSpan }) {
  const { span, reason, candidates } = lost
  const { cursor } = open
  return (
    <li className={`row ${panelStyles.lost}`}>
      <span>
        <strong>{span.label}</strong> {span.quote}
      </span>
      <span className="quiet">
        {reason === 'several places'
          ? `found ${candidates.length} times, with equal certainty`
          : candidates.length > 0
            ? 'found, but not with certainty'
            : 'not found'}
      </span>
      <span className="row">
        {candidates.slice(0, 5).map((range, i) => (
          <span key={range.from} className="row">
            <Button label={`Show position ${i + 1}`} onClick={() => labelling.putCursor(range)} />
            <Button label="Use this position" onClick={() => labelling.settleLost(lost, range)} />
          </span>
        ))}
        {cursor ? <Button label="Place at cursor" onClick={() => labelling.settleLost(lost, cursor)} /> : null}
        <Button label="Discard" onClick={() => labelling.settleLost(lost, null)} />
      </span>
    </li>
  )
}

function Quote({ range, words }: { readonly range: AxisRange; readonly words: string }) {
  return <Button label={words} tone="bare" className={`cut ${panelStyles.quote}`} onClick={() => labelling.putCursor(range)} />
}

function ReviewList({ open }: { readonly open: Labelling }) {
  const { axis, blocks } = open
  const { spans } = open.history.present
  const suggestions = useMemo(() => suggestionsOf(blocks, spans), [blocks, spans])
  const origin = suggestions[0]?.origin
  const reasonOf = useReasons(open, origin)
  if (!origin) return null
  return (
    <section aria-label="Suggested labels" data-testid="suggestions">
      <h3>
        Suggested by {origin.name}, not reviewed: {formatCount(suggestions.length, 'block')}
      </h3>
      <p className="row">
        <Button label="Accept all" small onClick={() => labelling.review(suggestions, true)} />
        <Button label="Reject all" small onClick={() => labelling.review(suggestions, false)} />
        <span className="quiet">
          At the cursor: {keysOfLabelAction('accept')} accepts, {keysOfLabelAction('reject')} rejects. The cursor then moves to the next
          suggestion.
        </span>
      </p>
      <ul className={panelStyles.spans}>
        {suggestions.slice(0, MOST_SUGGESTIONS).map((suggestion) => (
          <li key={suggestion.from} className="row">
            <Quote range={suggestion} words={axisExcerpt(axis, suggestion, 160)} />
            <IconButton icon={Check} label="Accept" onClick={() => labelling.review([suggestion], true)} />
            <IconButton icon={X} label="Reject" onClick={() => labelling.review([suggestion], false)} />
            <span className={`quiet ${panelStyles.origin}`}>{reasonOf(suggestion)}</span>
          </li>
        ))}
      </ul>
      {suggestions.length > MOST_SUGGESTIONS ? (
        <p className="quiet">and {formatNumber(suggestions.length - MOST_SUGGESTIONS)} more</p>
      ) : null}
    </section>
  )
}

function useReasons({ summary, model, axis }: Labelling, first: SpanOrigin | undefined): (suggestion: Suggestion) => string {
  const [answer, setAnswer] = useState<Result<ExtractionResult> | null>(null)
  const extractor = first?.kind === 'extractor' ? first.name : null
  const info = useExtractor(extractor)
  // Labels from a file have equal, but different objects of parameters. Compare the text, so that the extractor runs only once.
  const params = JSON.stringify(first?.params)
  useEffect(() => {
    if (extractor === null) return
    const stop = new AbortController()
    const run = { page: summary.id, extractor, preset: 'default', params: first?.params ?? {}, trace: true } as const
    void call('extraction.run', run, { signal: stop.signal }).then((found) => {
      if (!stop.signal.aborted) setAnswer(found)
    })
    return () => stop.abort()
    // oxlint-disable-next-line react/exhaustive-deps -- `params` contains the parameters of `first`
  }, [summary.id, extractor, params])
  return ({ from, origin }) => {
    if (origin.kind !== 'extractor') return ''
    if (!answer) return 'Reading the reason …'
    const node = nodeAtAxis(axis, from)
    return (answer.ok && info && reasonSentence({ model, result: answer.value, info, node })) || 'No reason is available.'
  }
}

const ROW = 22

export function OutlinePanel({ open }: { readonly open: Labelling }) {
  const { axis, model, cursor } = open
  const { spans } = open.history.present
  const colours = useLabelColours(spans)
  const rows = useMemo(() => outlineOf(axis, spans), [axis, spans])
  const current = cursor ? rows.findIndex(({ range, kept }) => kept && range && range.to > cursor.from) : -1

  function choose(index: number, extend = false): void {
    const { range } = rows[index] ?? {}
    if (range) labelling.putCursor(range, extend)
  }

  return (
    <List
      className={panelStyles.scroller}
      role="tree"
      label="Labelled nodes"
      count={rows.length}
      rowHeight={ROW}
      current={current}
      idOf={(index) => `outline-${rows[index]?.node}`}
      onMove={(index) => choose(index)}
      onOpen={() => labelling.labelCursor()}
      empty={<p className={`quiet ${panelStyles.empty}`}>Nothing is labelled yet.</p>}
    >
      {(index, props) => {
        const row = rows[index]
        if (!row) return null
        const range = row.kept ? row.range : null
        const label = range ? spanAt(spans, range.from)?.label : undefined
        return (
          <div
            {...props}
            onClick={(event) => choose(index, event.shiftKey)}
            aria-level={row.depth + 1}
            className={panelStyles.row}
            style={{ paddingInlineStart: `${8 + Math.min(row.depth, 16) * 10}px` }}
          >
            {label ? <Swatch colour={colours.get(label)} /> : null}
            <code>{outlineName(model, row.node)}</code>
            {range ? <span className="quiet cut">{axisExcerpt(axis, range, 80)}</span> : null}
          </div>
        )
      }}
    </List>
  )
}

interface OutlineRow {
  readonly node: NodeId
  readonly depth: number
  readonly kept: boolean
  readonly range: AxisRange | null
}

/** Returns the highest nodes with only labelled text, and their ancestors up to body. */
function outlineOf(axis: TextAxis, spans: readonly LabelSpan[]): OutlineRow[] {
  const { count, parent } = axis.page
  const selected = selectionOfLabels(axis, spans)
  const rows = new Map<NodeId, OutlineRow>()
  for (let node = 0; node < count; node++) {
    const above = parent[node] ?? -1
    if (selected[node] === OUT || selected[above] === KEPT) continue
    const range = trimRange(axis, rangeOfNode(axis, node))
    rows.set(node, { node, depth: (rows.get(above)?.depth ?? -1) + 1, kept: selected[node] === KEPT, range })
  }
  return [...rows.values()]
}

function outlineName(model: PageModel, node: NodeId): string {
  if (model.kind[node] === TEXT) return 'text'
  const id = attribute(model, node, 'id')
  const classes = attribute(model, node, 'class')?.trim().split(/\s+/).slice(0, 2).join('.')
  return `${tagName(model, node)}${id ? `#${id}` : ''}${classes ? `.${classes}` : ''}`
}
