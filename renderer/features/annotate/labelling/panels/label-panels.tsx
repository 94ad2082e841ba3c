import { Fragment, useEffect, useMemo, useState, type ReactNode } from 'react'
import { Crosshair } from 'lucide-react'
import type { Result } from '../../../../../shared/base/failure'
import type { Output } from '../../../../../shared/contract/contract'
import { FIELDS } from '../../../../../shared/gold/gold-file'
import { suggestionsOf } from '../../../../../shared/gold/label-commands'
import { Button, IconButton } from '../../../../components/button'
import { Form } from '../../../../components/dialog'
import { DraftField, TextField, useTyped } from '../../../../components/fields'
import { formatKeys } from '../../../../components/keys'
import { capitalised } from '../../../../components/number-format'
import { PaneTabs } from '../../../../components/tab-list'
import { Facts } from '../../../../components/table'
import { annotate, useAnnotate } from '../../state/annotate'
import { labelling } from '../../state/labelling'
import { useLabelling, type Labelling } from '../../state/labelling-state'
import { keysOfLabelAction, LABEL_ACTIONS } from '../label-actions'
import { labelKeys } from '../label-keys'
import { OutlinePanel, SpansPanel } from './spans-panel'
import { BlocksPanel, SourcePanel } from './text-panels'
import { call } from '../../../../window/host/host'
import panelStyles from './label-panels.module.css'

const PANELS = [
  { id: 'text', title: 'Text', Panel: BlocksPanel },
  { id: 'tree', title: 'Tree', Panel: OutlinePanel },
  { id: 'source', title: 'Source', Panel: SourcePanel },
  { id: 'labels', title: 'Labels', Panel: SpansPanel },
  { id: 'notes', title: 'Notes', Panel: NotesPanel },
  { id: 'keys', title: 'Keys', Panel: KeyLegend },
] as const

export function LabelPanels({ open }: { readonly open: Labelling }) {
  const [panel, setPanel] = useState<string>(open.lost.length + open.moved.length > 0 ? 'labels' : 'text')
  const { spans } = open.history.present
  const suggested = useMemo(() => suggestionsOf(open.blocks, spans).length, [open.blocks, spans])
  const { lost, moved } = open
  const about =
    lost.length > 0 ? ` (${lost.length} lost)` : moved.length > 0 ? ` (${moved.length} moved)` : suggested > 0 ? ` (${suggested})` : ''
  const tabs = PANELS.map(({ id, title }) => ({ id, title: id === 'labels' ? `${title}${about}` : title }))
  const { Panel } = PANELS.find(({ id }) => id === panel) ?? PANELS[0]
  return (
    <div
      className={panelStyles.panels}
      onMouseDown={(event) => {
        // A press on a tab must not move the focus away from the page.
        if (event.target instanceof Element && event.target.closest('[role="tab"]')) event.preventDefault()
      }}
    >
      <PaneTabs label="The labels" tabs={tabs} active={panel} onActivate={setPanel}>
        <Panel open={open} />
      </PaneTabs>
    </div>
  )
}

const POINTER = [
  ['Click', 'Label a block'],
  ['Shift-click', 'Label from the cursor to the block'],
  ['Drag', 'Label whole words'],
  ['Shift-drag', 'Label the blocks in a box'],
  ['with Alt', 'Remove label'],
] as const

function KeyLegend() {
  const labels = useAnnotate((state) => state.corpus?.labels) ?? []
  const ofLabels = [...labelKeys(labels)].map(([key, name]) => [<kbd key={key}>{key}</kbd>, name] as const)
  return (
    <div className={panelStyles.panel} role="region" aria-label="Keys" tabIndex={0}>
      {['Cursor', 'Label', 'Page', 'Queue'].map((group) => {
        const actions = LABEL_ACTIONS.filter((action) => action.group === group)
        const rows = actions.map(({ label, keys }) => [keys.map((key) => <kbd key={key}>{formatKeys(key)}</kbd>), label] as const)
        return <Legend key={group} title={group} rows={group === 'Label' ? [...rows, ...ofLabels] : rows} />
      })}
      <Legend title="Pointer" rows={POINTER} />
    </div>
  )
}

function Legend({ title, rows }: { readonly title: string; readonly rows: readonly (readonly [input: ReactNode, effect: string])[] }) {
  return (
    <section aria-label={title}>
      <h3>{title}</h3>
      <dl className={`facts ${panelStyles.keys}`}>
        {rows.map(([input, effect]) => (
          <Fragment key={effect}>
            <dt className="bar dim">{input}</dt>
            <dd>{effect}</dd>
          </Fragment>
        ))}
      </dl>
    </section>
  )
}

function NotesPanel({ open }: { readonly open: Labelling }) {
  const { notes, flags, fields: given } = open.history.present
  const tool = useLabelling((state) => state.tool)
  const { fields } = open.page.entry
  const [draft, setDraft] = useTyped(notes)
  const [flag, setFlag] = useState('')
  const save = (): void => {
    if (draft !== notes) labelling.run({ kind: 'set', change: { notes: draft } })
  }
  useEffect(() => {
    const timer = setTimeout(save, 800)
    return () => clearTimeout(timer)
    // oxlint-disable-next-line react/exhaustive-deps -- `save` depends only on the notes
  }, [draft, notes])
  return (
    <div className={`form ${panelStyles.panel}`}>
      <div className={panelStyles.fields} role="group" aria-label="Fields of the page">
        {FIELDS.map((name) => {
          const text = given[name]?.text ?? ''
          return (
            <Fragment key={name}>
              <label htmlFor={`field-${name}`}>{capitalised(name)}</label>
              <DraftField
                id={`field-${name}`}
                value={text}
                maxLength={2000}
                placeholder={name === 'date' ? 'yyyy-mm-dd' : undefined}
                onCommit={(typed) => {
                  if (typed.trim() !== text) labelling.setField(name, typed)
                }}
              />
              <IconButton
                icon={Crosshair}
                label={`Point to the ${name} on the page`}
                keys={`${keysOfLabelAction(name)}: the text at the cursor`}
                aria-pressed={tool === name}
                onClick={() => labelling.setTool(name)}
              />
            </Fragment>
          )
        })}
      </div>
      {fields ? (
        <>
          <p className="quiet">Data from the collection:</p>
          <Facts
            className={panelStyles.collection}
            aria-label="Data from the collection about this page"
            facts={FIELDS.map((name) => [capitalised(name), fields[name] ?? <span className="quiet">missing</span>] as const)}
          />
        </>
      ) : null}
      <label htmlFor="label-notes">Notes on this page</label>
      <textarea id="label-notes" rows={5} value={draft} onChange={(event) => setDraft(event.target.value)} onBlur={save} />
      <div className={`row ${panelStyles.flags}`}>
        <span>Flags:</span>
        {flags.map((name) => (
          <Button key={name} label={`${name} ×`} title="Remove this flag" onClick={() => labelling.toggleFlag(name)} />
        ))}
        <form
          onSubmit={(event) => {
            event.preventDefault()
            const name = flag.trim().slice(0, 80)
            if (name !== '' && !flags.includes(name)) labelling.toggleFlag(name)
            setFlag('')
          }}
        >
          <TextField aria-label="New flag" placeholder="new flag" value={flag} onChange={setFlag} />
        </form>
      </div>
      <h3>Guidelines of the corpus</h3>
      <Guidelines />
    </div>
  )
}

export function Guidelines() {
  const guidelines = useAnnotate((state) => state.corpus?.guidelines ?? '')
  const isFixed = useAnnotate((state) => (state.corpus?.readOnly ?? false) || state.corpus?.campaign?.bundle !== undefined)
  const blocks = guidelines.split(/\n{2,}/).filter((block) => block.trim() !== '')
  const [draft, setDraft] = useState<string | null>(null)
  if (draft !== null)
    return (
      <Form
        label="Guidelines"
        submit="Save guidelines"
        onSubmit={() => void annotate.describe({ guidelines: draft }).then((ok) => ok && setDraft(null))}
        onCancel={() => setDraft(null)}
      >
        <textarea aria-label="Guidelines" rows={10} value={draft} onChange={(event) => setDraft(event.target.value)} />
      </Form>
    )
  return (
    <>
      {guidelines === '' ? (
        <p className="quiet">No guidelines yet.</p>
      ) : (
        <div className={panelStyles.guidelines}>
          {blocks.map((block, i) => (
            <Block key={i} lines={block.trim().split('\n')} />
          ))}
        </div>
      )}
      {isFixed ? null : (
        <div className="row">
          <Button label={guidelines === '' ? 'Write guidelines' : 'Edit guidelines'} onClick={() => setDraft(guidelines)} />
        </div>
      )}
    </>
  )
}

function Block({ lines }: { readonly lines: readonly string[] }) {
  const heading = /^#{1,6}\s+(.*)$/.exec(lines[0] ?? '')
  if (heading)
    return (
      <>
        <h4>{inline(heading[1] ?? '')}</h4>
        {lines.length > 1 ? <Block lines={lines.slice(1)} /> : null}
      </>
    )
  if (lines.every((line) => /^\s*[-*]\s+/.test(line)))
    return (
      <ul className="bulleted">
        {lines.map((line, i) => (
          <li key={i}>{inline(line.replace(/^\s*[-*]\s+/, ''))}</li>
        ))}
      </ul>
    )
  return <p>{inline(lines.join('\n'))}</p>
}

function inline(text: string): ReactNode[] {
  return text.split(/(!\[[^\]]*\]\([^)\s]+\)|\*\*[^*]+\*\*)/).map((part, i) => {
    const picture = /^!\[([^\]]*)\]\((?:\.\/)?(?:guidelines\/)?([^)/\s]+)\)$/.exec(part)
    if (picture) return <Picture key={i} alt={picture[1] ?? ''} name={decodeURIComponent(picture[2] ?? '')} />
    return part.startsWith('**') && part.endsWith('**') && part.length > 4 ? <strong key={i}>{part.slice(2, -2)}</strong> : part
  })
}

function Picture({ name, alt }: { readonly name: string; readonly alt: string }) {
  const corpus = useAnnotate((state) => state.corpus?.path)
  const [answer, setAnswer] = useState<Result<Output<'corpus.picture'>> | null>(null)
  useEffect(() => {
    let isCurrent = true
    if (corpus !== undefined) void call('corpus.picture', { corpus, name }).then((found) => isCurrent && setAnswer(found))
    return () => void (isCurrent = false)
  }, [corpus, name])
  if (answer?.ok) return <img src={`data:${answer.value.type};base64,${answer.value.base64}`} alt={alt} />
  return <span className="quiet">{answer?.failure.message ?? alt}</span>
}
