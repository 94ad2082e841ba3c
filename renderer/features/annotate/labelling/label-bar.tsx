import { useEffect, useState } from 'react'
import {
  BoxSelect,
  ChevronRight,
  Eraser,
  Flag,
  FoldVertical,
  Image,
  MoveVertical,
  Redo2,
  Search,
  SkipForward,
  Undo2,
  Wand2,
} from 'lucide-react'
import { Button, IconButton } from '../../../components/button'
import { annotate, useAnnotate } from '../state/annotate'
import { labelling } from '../state/labelling'
import { secondsSpent } from '../state/saving'
import { saveStateOf, useLabelling, type Labelling, type SaveState } from '../state/labelling-state'
import { labelColours, labelKeys } from './frame/label-colours'
import { keysOfLabelAction } from './label-actions'
import { PageTypeChoice } from './page-type-choice'
import { StartFromDialog } from './dialogs/start-from-dialog'
import labelStyles from './label.module.css'
import { useMemo } from 'react'
import { hasAlmostNoText } from '../../../../shared/page/title-of-source'
import { formatNumber } from '../../../components/number-format'
import pageStyles from '../corpus/pages.module.css'

const SAVE_WORDS: Readonly<Record<SaveState, string>> = {
  saved: 'Saved',
  unsaved: 'Not saved yet',
  saving: 'Saving …',
  failed: 'Not saved',
  conflict: 'Changed elsewhere',
  'read-only': 'Read-only',
}

/** Labels, page type, undo, saving and the queue: everything about the open page in one line. */
export function LabelBar({ open }: { readonly open: Labelling | null }) {
  const tool = useLabelling((state) => state.tool)
  const styled = useAnnotate((state) => state.preferences.styled)
  const folded = useLabelling((state) => state.folded)
  const [starting, setStarting] = useState(false)
  if (!open) return <div className={labelStyles.bar}>{<QueueBar />}</div>
  const { past, present, future } = open.history
  return (
    <div className={labelStyles.bar} role="toolbar" aria-label="Labelling">
      <LabelChoice open={open} />
      <span className={labelStyles.gap} />
      <div className={labelStyles.tools}>
        <IconButton
          icon={Eraser}
          label="Erase with the pointer"
          keys={keysOfLabelAction('erase')}
          aria-pressed={tool === 'erase'}
          onClick={() => labelling.setTool('erase')}
        />
        <IconButton
          icon={MoveVertical}
          label="Label from one click to the next"
          keys={`${keysOfLabelAction('two-clicks')}, or Shift and click`}
          aria-pressed={tool === 'range'}
          onClick={() => labelling.setTool('range')}
        />
        <IconButton
          icon={BoxSelect}
          label="Draw boxes"
          keys={`${keysOfLabelAction('box')}, or Shift and drag`}
          aria-pressed={tool === 'box'}
          onClick={() => labelling.setTool('box')}
        />
        <IconButton
          icon={Undo2}
          label="Undo"
          keys={keysOfLabelAction('undo')}
          disabled={past.length === 0}
          onClick={() => labelling.undo()}
        />
        <IconButton
          icon={Redo2}
          label="Redo"
          keys={keysOfLabelAction('redo')}
          disabled={future.length === 0}
          onClick={() => labelling.redo()}
        />
        <IconButton
          icon={Search}
          label="Find in the page"
          keys={keysOfLabelAction('find')}
          aria-pressed={open.find !== null}
          onClick={() => labelling.openFind(open.find === null)}
        />
        <IconButton
          icon={FoldVertical}
          label="Fold navigation away"
          keys={keysOfLabelAction('fold')}
          aria-pressed={folded}
          onClick={() => labelling.toggleFolded()}
        />
        <IconButton icon={Wand2} label="Start from an extractor or another annotator …" onClick={() => setStarting(true)} />
        <IconButton
          icon={Image}
          label="Images and styles that were kept of the page"
          aria-pressed={styled}
          onClick={() => annotate.setPreferences({ styled: !styled })}
        />
      </div>
      <span className={labelStyles.gap} />
      <PageTypeChoice value={present.pageType} onChange={(type) => labelling.setPageType(type)} />
      <IconButton
        icon={Flag}
        label="Flag this page"
        keys={keysOfLabelAction('flag')}
        aria-pressed={present.flags.includes('flagged')}
        onClick={() => labelling.toggleFlag('flagged')}
      />
      <span className="space" />
      <SaveBadge open={open} />
      <QueueBar />
      {starting ? <StartFromDialog open={open} onClose={() => setStarting(false)} /> : null}
    </div>
  )
}

function LabelChoice({ open }: { readonly open: Labelling }) {
  const labels = useAnnotate((state) => state.corpus?.labels) ?? []
  const current = useLabelling((state) => state.label)
  const colours = labelColours(
    labels,
    open.history.present.spans.map((span) => span.label),
  )
  const keys = new Map([...labelKeys(labels)].map(([key, name]) => [name, key]))
  return (
    <div className={labelStyles.choice} role="group" aria-label="Label">
      {[...colours].map(([name, colour]) => (
        <Button
          tone="bare"
          key={name}
          aria-pressed={name === current}
          title={labels.find((label) => label.name === name)?.description ?? name}
          onClick={() => labelling.setLabel(name)}
        >
          <span className={labelStyles.swatch} style={{ background: colour }} />
          {name}
          {keys.has(name) ? <kbd>{keys.get(name)}</kbd> : null}
        </Button>
      ))}
    </div>
  )
}

function SaveBadge({ open }: { readonly open: Labelling }) {
  const seconds = useSeconds(open)
  const save = useLabelling(saveStateOf)
  return (
    <span
      className={labelStyles.save}
      data-state={save}
      data-testid="save-state"
      title={open.saveFailure?.message ?? 'Labels are saved by themselves'}
    >
      <span aria-label="Time on this page">
        {Math.floor(seconds / 60)}:{String(Math.floor(seconds) % 60).padStart(2, '0')}
      </span>
      <span role="status">{open.annotator === '' ? 'Give your name to save' : SAVE_WORDS[save]}</span>
      {save === 'failed' ? <Button onClick={() => void labelling.flush()}>Try again</Button> : null}
    </span>
  )
}

function useSeconds(open: Labelling): number {
  const [seconds, setSeconds] = useState(secondsSpent)
  useEffect(() => {
    const timer = setInterval(() => setSeconds(secondsSpent()), 1000)
    return () => clearInterval(timer)
  }, [open.summary.id])
  return seconds
}

/** How much is done, and on to the next page. */
function QueueBar() {
  const queue = useAnnotate((state) => state.queue)
  const isOpen = useLabelling((state) => state.open !== null)
  const total = queue?.total ?? 0
  const done = (queue?.done ?? 0) + (queue?.skipped ?? 0)
  return (
    <div className={labelStyles.queue}>
      {queue ? (
        <span
          className={labelStyles.progress}
          title={queue.medianSeconds === null ? undefined : `Median ${Math.round(queue.medianSeconds)} s a page`}
        >
          <progress value={done} max={Math.max(1, total)} aria-label="Pages finished" />
          <span>
            {done} / {total}
          </span>
        </span>
      ) : null}
      {isOpen ? (
        <>
          <IconButton
            icon={SkipForward}
            label="Skip this page"
            keys={keysOfLabelAction('skip')}
            onClick={() => void labelling.finish('skipped')}
          />
          <Button tone="strong" title={`Done, next page (${keysOfLabelAction('done')})`} onClick={() => void labelling.finish('done')}>
            Done, next <ChevronRight size={14} aria-hidden="true" />
          </Button>
        </>
      ) : null}
    </div>
  )
}

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
