import { Button } from '../../../../components/button'
import { Dialog } from '../../../../components/dialog'
import '../../../../components/form.css'
import type { GoldFile } from '../../../../../shared/gold/gold-file'
import { labelling } from '../../state/labelling'
import type { Conflict, Labelling } from '../../state/labelling-state'
import labelStyles from '../label.module.css'

/** Two windows changed the same labels: a person chooses; nothing was overwritten. */
export function ConflictDialog({ open, conflict }: { readonly open: Labelling; readonly conflict: Conflict }) {
  const { mine, theirs, conflicts } = conflict
  return (
    <Dialog label="These labels were changed elsewhere too" onClose={() => undefined}>
      <div className="form">
        <p>
          The file of {open.annotator} on {open.page.entry.id} was changed on disk since it was read here. Both changed:{' '}
          {conflicts.join(', ')}. Nothing was overwritten.
        </p>
        <div className={labelStyles.sides}>
          <Side title="Here" gold={mine} other={theirs} />
          <Side title="On disk" gold={theirs} other={mine} />
        </div>
        <div className="form-actions">
          <Button tone="strong" data-autofocus onClick={() => void labelling.decide('mine')}>
            Keep what is here
          </Button>
          <Button onClick={() => void labelling.decide('theirs')}>Take what is on disk</Button>
          <Button
            title="What only one of them changed is taken from it; what both changed, from here"
            onClick={() => void labelling.decide('merged')}
          >
            Put both together
          </Button>
        </div>
      </div>
    </Dialog>
  )
}

function Side({ title, gold, other }: { readonly title: string; readonly gold: GoldFile; readonly other: GoldFile }) {
  const there = new Set(other.spans.map((span) => JSON.stringify([span.label, span.start, span.end])))
  const own = gold.spans.filter((span) => !there.has(JSON.stringify([span.label, span.start, span.end])))
  return (
    <section aria-label={title}>
      <h3>{title}</h3>
      <p className="quiet">
        {gold.updatedAt ? new Date(gold.updatedAt).toLocaleString() : 'never saved'} · {gold.spans.length} labels ·{' '}
        {gold.pageType ?? 'no page type'} · {gold.status}
      </p>
      <ul className="bulleted">
        {own.slice(0, 20).map((span, i) => (
          <li key={i}>
            <strong>{span.label}</strong> {span.quote.slice(0, 160)}
          </li>
        ))}
        {own.length === 0 ? <li className="quiet">No labels that the other side lacks.</li> : null}
      </ul>
    </section>
  )
}
