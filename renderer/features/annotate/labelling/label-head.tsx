import { useMemo } from 'react'
import { hasAlmostNoText } from '../../../../shared/page/title-of-source'
import { formatNumber } from '../../../components/number-format'
import { useAnnotate } from '../state/annotate'
import type { Labelling } from '../state/labelling-state'
import labelStyles from './label.module.css'
import pageStyles from '../corpus/pages.module.css'

/** Which page is being labelled: its title, address and id, and its place in the queue. */
export function LabelHead({ open }: { readonly open: Labelling }) {
  const queue = useAnnotate((state) => state.queue)
  const { id } = open.page.entry
  const title = open.summary.title.trim()
  const isPractice = useAnnotate((state) => state.corpus?.campaign?.training.includes(id) ?? false)
  const few = useMemo(() => hasAlmostNoText(open.model.html), [open.model])
  const position = queue?.page === id ? queue.position : undefined
  return (
    <div className={labelStyles.head} data-testid="label-head">
      <h2 className="cut" title={title}>
        {title === '' ? <span className="quiet">Without a title</span> : title}
      </h2>
      <span className={`cut quiet ${labelStyles.address}`} title={open.page.url ?? undefined}>
        {open.page.url ?? 'no address'}
      </span>
      <code>{id}</code>
      {isPractice ? (
        <span className={pageStyles.badge} data-practice>
          practice
        </span>
      ) : null}
      {few ? <span className={pageStyles.problem}>almost no text: perhaps only scripts fill it</span> : null}
      <span className={labelStyles.place}>
        {position === undefined || queue === null
          ? ''
          : position === null
            ? 'not in the queue'
            : `page ${formatNumber(position)} of ${formatNumber(queue.total)}`}
      </span>
    </div>
  )
}
