import { useEffect, useMemo, useRef } from 'react'
import { PanelMessage } from '../../../components/panel/panel'
import { annotate, useAnnotate } from '../state/annotate'
import { chosenLabel, labelling } from '../state/labelling'
import { useLabelling, type Labelling } from '../state/labelling-state'
import { isFieldName } from '../../../../shared/gold/gold-file'
import { axisExcerpt } from '../../../../shared/gold/text-axis'
import { spanAt, isPending } from '../../../../shared/gold/label-commands'
import { foldedElements } from '../../../../shared/gold/blocks'
import { ConflictDialog, FeedbackDialog, NoContentDialog, SuggestionsDialog } from './label-dialogs'
import { LabelBar, LabelHead } from './label-bar'
import { LabelFrame, type Paint } from './frame/label-frame'
import { LabelPanels } from './panels/label-panels'
import { listenForLabelKeys, useLabelColours } from './label-keys'
import type { FrameHandlers } from './frame/frame-pointer'
import { Button, IconButton } from '../../../components/button'
import { ChevronDown, ChevronUp, X } from 'lucide-react'
import { formatNumber } from '../../../components/number-format'
import { useFields } from '../../../window/store'
import labelStyles from './label.module.css'

const HANDLERS: FrameHandlers = {
  onPick(range, how, erase) {
    const { tool, open } = useLabelling.getState()
    const isOfRange = how === 'block' && tool === 'range'
    if (how === 'range' || (isOfRange && open?.anchor)) labelling.markTo(range, chosenLabel(erase))
    else if (isOfRange) {
      labelling.putCursor(range)
      labelling.toggleRange()
    } else if (isFieldName(tool)) labelling.setField(tool, range)
    else labelling.mark(range, chosenLabel(erase))
  },
  onSelected: (range) => labelling.putCursor(range),
  onBox: (ranges, erase) => labelling.run({ kind: 'label', ranges, label: chosenLabel(erase) }),
  onActive: () => labelling.touch(),
  isBoxing: () => useLabelling.getState().tool === 'box',
}

export function LabelView() {
  const hasQueue = useAnnotate((state) => state.preferences.annotator !== '')
  const { open, loading, finished, announcement } = useFields(useLabelling, 'open', 'loading', 'finished', 'announcement')

  useEffect(listenForLabelKeys, [])

  return (
    <div className={`column ${labelStyles.view}`}>
      <div className="pane" hidden={!open && !hasQueue}>
        {open ? <LabelHead open={open} /> : null}
        <LabelBar open={open} />
      </div>
      {open ? (
        <LabelBody key={open.summary.id} open={open} />
      ) : (
        <div className="column pane">
          {loading ? (
            <PanelMessage tone="busy" title={`Opening ${loading} …`} />
          ) : finished ? (
            <PanelMessage title="No further page in this queue" next="Export the corpus. If this corpus is a bundle, return the folder." />
          ) : (
            <PanelMessage title="No page is open" next="Choose a page, or label the next page.">
              <Button label="Label next page" tone="strong" onClick={() => void labelling.next()} />
              <Button label="Show pages" onClick={() => annotate.show('pages')} />
            </PanelMessage>
          )}
        </div>
      )}
      <p className="visually-hidden" role="status" aria-live="polite">
        {announcement}
      </p>
      {open?.question === 'content' ? <NoContentDialog /> : null}
      {open?.question === 'suggestions' ? <SuggestionsDialog open={open} /> : null}
      {open?.feedback ? <FeedbackDialog feedback={open.feedback} /> : null}
      {open?.conflict ? <ConflictDialog open={open} conflict={open.conflict} /> : null}
    </div>
  )
}

function LabelBody({ open }: { readonly open: Labelling }) {
  const { tool, folded } = useFields(useLabelling, 'tool', 'folded')
  const page = useRef<HTMLDivElement>(null)
  const { spans } = open.history.present
  const colours = useLabelColours(spans)
  const matches = open.find?.matches
  const paints = useMemo((): Paint[] => {
    const drawn = [...colours].flatMap(([name, colour], i): Paint[] => {
      const ranges = spans.filter((span) => span.label === name)
      return [
        { id: `bs-label-${i}`, colour, ranges: ranges.filter((span) => !isPending(span)) },
        { id: `bs-suggested-${i}`, colour, ranges: ranges.filter(isPending), look: 'suggested' },
      ]
    })
    return [...drawn, { id: 'bs-found', colour: '#b58a00', ranges: matches ?? [] }].filter(({ ranges }) => ranges.length > 0)
  }, [spans, colours, matches])

  const { axis, blocks, outline } = open
  const hidden = useMemo(() => (folded ? foldedElements(axis, blocks, outline) : []), [folded, axis, blocks, outline])

  const pointing = isFieldName(tool)
  useEffect(() => page.current?.focus(), [pointing])

  return (
    <div className={`fill ${labelStyles.body}`}>
      <div
        ref={page}
        className={`column pane ${labelStyles.page}`}
        data-label-page=""
        data-tool={tool}
        data-testid="label-page"
        role="group"
        aria-label={`Page to label: ${open.summary.title || open.page.entry.id}`}
        aria-describedby="label-cursor"
        tabIndex={0}
      >
        <LabelFrame {...{ open, paints, hidden }} cursor={open.cursor} focus={open.focus} handlers={HANDLERS} />
        {open.find ? <FindBar find={open.find} onClose={() => page.current?.focus()} /> : null}
        <CursorLine open={open} />
      </div>
      <LabelPanels open={open} />
    </div>
  )
}

function CursorLine({ open }: { readonly open: Labelling }) {
  const { cursor, axis } = open
  const text = useMemo(() => (cursor ? axisExcerpt(axis, cursor, 200) : ''), [axis, cursor])
  const span = cursor ? spanAt(open.history.present.spans, cursor.from) : null
  const tool = useLabelling((state) => state.tool)
  return (
    <p id="label-cursor" className={`bar quiet ${labelStyles.cursor}`} role="status" aria-live="polite" data-testid="label-cursor">
      {isFieldName(tool) ? (
        <>
          <strong>Pointing</strong>
          <span>Click the {tool} on the page, drag over its words, or move the cursor to it and press Enter. Escape cancels.</span>
        </>
      ) : cursor ? (
        <>
          {open.anchor ? <strong>Range</strong> : null}
          <strong>{span ? span.label : 'not labelled'}</strong>
          <span className="cut" dir="auto">
            {text}
          </span>
        </>
      ) : (
        <span>
          To label, click a block or drag over text. Shift-click labels from the cursor to the block; Alt-click removes labels. Keys: p
          moves to the first long paragraph, Enter labels it.
        </span>
      )}
    </p>
  )
}

function FindBar({ find, onClose }: { readonly find: NonNullable<Labelling['find']>; readonly onClose: () => void }) {
  const { query, matches, at } = find
  const isAlone = matches.length < 2
  const close = (): void => {
    labelling.openFind(false)
    onClose()
  }
  return (
    <div className={`bar quiet ${labelStyles.find}`} role="search" aria-label="Find in the page">
      <input
        autoFocus
        aria-label="Words to find"
        placeholder="Find in the page"
        value={query}
        onChange={(event) => labelling.find(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') labelling.findNext(event.shiftKey ? -1 : 1)
          else if (event.key === 'Escape') close()
          else return
          event.preventDefault()
          event.stopPropagation()
        }}
      />
      <span role="status" className="quiet">
        {query.trim() === '' ? '' : matches.length === 0 ? 'no hits' : `${formatNumber(at + 1)} of ${formatNumber(matches.length)}`}
      </span>
      <IconButton icon={ChevronUp} label="Previous hit" keys="Shift+Enter" disabled={isAlone} onClick={() => labelling.findNext(-1)} />
      <IconButton icon={ChevronDown} label="Next hit" keys="Enter" disabled={isAlone} onClick={() => labelling.findNext(1)} />
      <IconButton icon={X} label="Close the search" keys="Esc" onClick={close} />
    </div>
  )
}
