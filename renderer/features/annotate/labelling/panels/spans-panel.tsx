import { spacedText } from '../../../../../shared/gold/text-axis'
import type { LostSpan } from '../../../../../shared/gold/anchor'
import type { SpanOrigin } from '../../../../../shared/gold/gold-file'
import { Trash2 } from 'lucide-react'
import { Button, IconButton } from '../../../../components/button'
import { labelling } from '../../state/labelling'
import type { Labelling } from '../../state/labelling-state'
import { ReviewList } from './review-list'
import { useLabelColours } from '../frame/label-colours'
import { optionsOf, Select } from '../../../../components/select'
import labelStyles from '../label.module.css'
import panelStyles from './label-panels.module.css'

const ORIGINS: Readonly<Record<SpanOrigin['kind'], string>> = {
  extractor: 'from the extractor',
  annotator: 'from',
  import: 'imported from',
  adjudication: 'decided between',
}

const MOST_ROWS = 500

/** The labels one by one with where they came from; those that moved with a new capture, and those that were lost. */
export function SpansPanel({ open }: { readonly open: Labelling }) {
  const { axis, moved, lost, settled } = open
  const { spans } = open.history.present
  const colours = useLabelColours(spans)
  return (
    <div className={panelStyles.panel} role="region" aria-label="Labels" tabIndex={0}>
      {lost.length > 0 ? (
        <section aria-label="Lost labels" data-testid="lost-labels">
          <h3>Lost labels: not found, or not for certain, on this capture</h3>
          <ul className={panelStyles.spans}>
            {lost.map((item, i) => (
              <LostRow key={i} open={open} lost={item} />
            ))}
          </ul>
        </section>
      ) : null}
      {settled.length > 0 ? (
        <p className="quiet">
          {settled.length} lost {settled.length === 1 ? 'label was' : 'labels were'} settled.{' '}
          <Button onClick={() => settled[0] && labelling.unsettleLost(settled[0])}>Put the last one back</Button>
        </p>
      ) : null}
      {moved.length > 0 ? (
        <section aria-label="Labels that moved">
          <h3>Found again by their quote on this capture</h3>
          {open.base && open.base.gold.pageSha256 !== open.page.sha256 ? (
            <p className="quiet">
              The page was captured again since these labels were made.{' '}
              <Button onClick={() => void labelling.acceptMoved()}>Keep them at these places</Button>
            </p>
          ) : null}
          <ul className={panelStyles.spans}>
            {moved.slice(0, MOST_ROWS).map(({ span, range, how, similarity }, i) => (
              <li key={i}>
                <Button tone="bare" className={`cut ${panelStyles.quote}`} onClick={() => labelling.putCursor(range)}>
                  {span.quote}
                </Button>
                <span className="quiet">{how === 'fuzzy' ? `${Math.floor(similarity * 100)} % the same` : 'word for word'}</span>
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
            <li key={`${span.from}-${span.to}`}>
              <span className={labelStyles.swatch} style={{ background: colours.get(span.label) }} />
              <Select
                small
                label={`Label of ${spacedText(axis, { from: span.from, to: Math.min(span.to, span.from + 40) }).trim()}`}
                value={span.label}
                options={optionsOf(colours.keys())}
                onChange={(label) => labelling.run({ kind: 'relabel', at: span.from, label })}
              />
              <Button tone="bare" className={`cut ${panelStyles.quote}`} onClick={() => labelling.putCursor(span)}>
                {spacedText(axis, { from: span.from, to: Math.min(span.to, span.from + 160) })
                  .replace(/\s+/g, ' ')
                  .trim()}
              </Button>
              <IconButton icon={Trash2} label="Remove this label" onClick={() => labelling.run({ kind: 'remove', at: span.from })} />
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
    <li className={panelStyles.lost}>
      <span>
        <strong>{span.label}</strong> {span.quote}
      </span>
      <span className="quiet">
        {reason === 'several places'
          ? `stands at ${candidates.length} places that are as good as each other`
          : candidates.length > 0
            ? 'only among other words'
            : 'not found'}
      </span>
      <span className="row">
        {candidates.slice(0, 5).map((range, i) => (
          <span key={range.from} className="row">
            <Button onClick={() => labelling.putCursor(range)}>Show place {i + 1}</Button>
            <Button onClick={() => labelling.settleLost(lost, range)}>It is there</Button>
          </span>
        ))}
        {cursor ? <Button onClick={() => labelling.settleLost(lost, cursor)}>It is at the cursor</Button> : null}
        <Button onClick={() => labelling.settleLost(lost, null)}>Drop it</Button>
      </span>
    </li>
  )
}
