import { useEffect, useMemo, useState, type ComponentProps } from 'react'
import { Swatch } from '../../../components/evidence'
import { ChevronRight } from 'lucide-react'
import { Button } from '../../../components/button'
import { MenuButton, MenuItem, MenuPart } from '../../../components/menu'
import { annotate, useAnnotate, useQueue } from '../state/annotate'
import { labelling } from '../state/labelling'
import { secondsSpent } from '../state/saving'
import { saveStateOf, useLabelling, type Labelling, type SaveState } from '../state/labelling-state'
import { keysOfLabelAction, LABEL_ACTIONS, type LabelActionId } from './label-actions'
import { labelKeys, performLabelAction, useLabelColours } from './label-keys'
import { PageTypeChoice } from './page-type-choice'
import { StartFromDialog } from './label-dialogs'
import { hasAlmostNoText } from '../../../../shared/page/parse-page'
import { formatNumber } from '../../../components/number-format'
import { useFields } from '../../../window/store'
import labelStyles from './label.module.css'
import pageStyles from '../corpus/pages.module.css'

const SAVE_WORDS: Readonly<Record<SaveState, string>> = {
  saved: 'Saved',
  unsaved: 'Not saved yet',
  saving: 'Saving …',
  failed: 'Not saved',
  conflict: 'Changed elsewhere',
  'read-only': 'Read-only',
}

export function LabelBar({ open }: { readonly open: Labelling | null }) {
  const { tool, folded } = useFields(useLabelling, 'tool', 'folded')
  const styled = useAnnotate((state) => state.preferences.styled)
  const [starting, setStarting] = useState(false)
  if (!open)
    return (
      <div className={`row ${labelStyles.bar}`}>
        <QueueBar />
      </div>
    )
  const { past, present, future } = open.history
  return (
    <div className={`row ${labelStyles.bar}`} role="toolbar" aria-label="Labelling">
      <LabelChoice open={open} />
      <span className={labelStyles.gap} />
      <div className="bar">
        <Tool label="Erase" action="erase" aria-pressed={tool === 'erase'} />
        <Tool label="Range" action="two-clicks" more=", or Shift and click" aria-pressed={tool === 'range'} />
        <Tool label="Undo" action="undo" disabled={past.length === 0} />
        <MenuButton word="More" label="More tools">
          <MenuPart title="Labels">
            <MenuItem title="Redo" keys={keysOfLabelAction('redo')} disabled={future.length === 0} onSelect={() => labelling.redo()} />
            <MenuItem
              title={tool === 'box' ? 'Stop drawing boxes' : 'Draw boxes'}
              note="Or Shift and drag"
              keys={keysOfLabelAction('box')}
              onSelect={() => labelling.setTool('box')}
            />
            <MenuItem title="Start from labels …" onSelect={() => requestAnimationFrame(() => setStarting(true))} />
          </MenuPart>
          <MenuPart title="The page">
            <MenuItem
              title="Find in the page"
              keys={keysOfLabelAction('find')}
              onSelect={() => requestAnimationFrame(() => labelling.openFind(open.find === null))}
            />
            <MenuItem
              title={folded ? 'Unfold navigation' : 'Fold navigation'}
              keys={keysOfLabelAction('fold')}
              onSelect={() => labelling.toggleFolded()}
            />
            <MenuItem
              title={styled ? 'Hide images and styles' : 'Show images and styles'}
              note="Stored with the page"
              onSelect={() => annotate.setPreferences({ styled: !styled })}
            />
          </MenuPart>
        </MenuButton>
      </div>
      <span className={labelStyles.gap} />
      <PageTypeChoice value={present.pageType} />
      <Tool label="Flag" action="flag" aria-pressed={present.flags.includes('flagged')} />
      <div className={`bar ${labelStyles.end}`}>
        <SaveBadge open={open} />
        <QueueBar />
      </div>
      {starting ? <StartFromDialog open={open} onClose={() => setStarting(false)} /> : null}
    </div>
  )
}

interface ToolProps extends ComponentProps<typeof Button> {
  readonly action: LabelActionId
  readonly more?: string
}

function Tool({ action, more = '', ...button }: ToolProps) {
  const about = LABEL_ACTIONS.find(({ id }) => id === action)?.label
  return (
    <Button {...button} tone="word" title={`${about} (${keysOfLabelAction(action)}${more})`} onClick={() => performLabelAction(action)} />
  )
}

function LabelChoice({ open }: { readonly open: Labelling }) {
  const labels = useAnnotate((state) => state.corpus?.labels) ?? []
  const current = useLabelling((state) => state.label)
  const colours = useLabelColours(open.history.present.spans)
  const keys = new Map([...labelKeys(labels)].map(([key, name]) => [name, key]))
  return (
    <div className="row" role="group" aria-label="Label">
      {[...colours].map(([name, colour]) => (
        <Button
          tone="word"
          key={name}
          aria-pressed={name === current}
          title={labels.find((label) => label.name === name)?.description ?? name}
          onClick={() => labelling.setLabel(name)}
        >
          <Swatch colour={colour} />
          {name}
          {keys.has(name) ? <kbd>{keys.get(name)}</kbd> : null}
        </Button>
      ))}
    </div>
  )
}

function SaveBadge({ open }: { readonly open: Labelling }) {
  const [seconds, setSeconds] = useState(secondsSpent)
  useEffect(() => {
    const timer = setInterval(() => setSeconds(secondsSpent()), 1000)
    return () => clearInterval(timer)
  }, [open.summary.id])
  const save = useLabelling(saveStateOf)
  return (
    <span
      className={`bar quiet ${labelStyles.save}`}
      data-state={save}
      data-testid="save-state"
      title={open.saveFailure?.message ?? (save === 'read-only' ? undefined : 'Labels are saved automatically')}
    >
      <span aria-label="Time on this page">
        {Math.floor(seconds / 60)}:{String(Math.floor(seconds) % 60).padStart(2, '0')}
      </span>
      <span role="status">{SAVE_WORDS[save]}</span>
      {save === 'failed' ? <Button label="Try again" onClick={() => void labelling.flush()} /> : null}
    </span>
  )
}

function QueueBar() {
  const queue = useQueue()
  const isOpen = useLabelling((state) => state.open !== null)
  const done = queue ? queue.pages.length - queue.next.length : 0
  return (
    <div className="bar">
      {queue ? (
        <span
          className={`bar quiet ${labelStyles.progress}`}
          title={queue.medianSeconds === null ? undefined : `Median ${Math.round(queue.medianSeconds)} s per page`}
        >
          <progress value={done} max={Math.max(1, queue.pages.length)} aria-label="Pages finished" />
          <span>
            {done} / {queue.pages.length}
          </span>
        </span>
      ) : null}
      {isOpen ? (
        <>
          <Button label="Skip" title={`Skip this page (${keysOfLabelAction('skip')})`} onClick={() => void labelling.finish('skipped')} />
          <Button tone="strong" title={`Done, next page (${keysOfLabelAction('done')})`} onClick={() => void labelling.finish('done')}>
            Done, next <ChevronRight size={14} aria-hidden="true" />
          </Button>
        </>
      ) : null}
    </div>
  )
}

export function LabelHead({ open }: { readonly open: Labelling }) {
  const queue = useQueue()
  const { id } = open.page.entry
  const title = open.summary.title.trim()
  const isPractice = useAnnotate((state) => state.corpus?.campaign?.training.includes(id) ?? false)
  const few = useMemo(() => hasAlmostNoText(open.model.html), [open.model])
  const position = queue?.pages.indexOf(id) ?? -1
  return (
    <div className={`bar ${labelStyles.head}`} data-testid="label-head">
      <h2 className="cut" title={title}>
        {title === '' ? <span className="quiet">No title</span> : title}
      </h2>
      <span className={`cut quiet ${labelStyles.address}`} title={open.page.url ?? undefined}>
        {open.page.url ?? 'No address'}
      </span>
      <code>{id}</code>
      {isPractice ? (
        <span className={`quiet ${pageStyles.badge}`} data-practice>
          practice
        </span>
      ) : null}
      {few ? <span className={pageStyles.problem}>Almost no text. Perhaps scripts add the text.</span> : null}
      <span className={labelStyles.place}>
        {queue === null
          ? ''
          : position < 0
            ? 'not in the queue'
            : `page ${formatNumber(position + 1)} of ${formatNumber(queue.pages.length)}`}
      </span>
    </div>
  )
}
