import { useState } from 'react'
import { Trash2 } from 'lucide-react'
import { Button, IconButton } from '../../../components/button'
import { CorpusDialog } from '../corpus-dialog'
import { Table } from '../../../components/table'
import type { CorpusLabel } from '../../../../shared/contract/corpus-contract'
import { annotate, useAnnotate } from '../state/annotate'
import { labelColours } from '../labelling/label-colours'
import styles from '../annotate.module.css'

interface LabelSet {
  readonly title: string
  readonly labels: readonly { readonly name: string; readonly description: string; readonly counts: boolean }[]
}

const CONTENT = { name: 'content', description: 'Main content: text about the topic of the page.', counts: true }
const COMMENTS = { name: 'comments', description: 'Comments of readers.', counts: false }

const LABEL_SETS: readonly LabelSet[] = [
  { title: 'Only content', labels: [CONTENT] },
  { title: 'Content and comments (Dragnet)', labels: [CONTENT, COMMENTS] },
  {
    title: 'Headings, paragraphs, lists (CleanEval)',
    labels: [
      { name: 'heading', description: 'Headings of the content (<h>).', counts: true },
      { name: 'paragraph', description: 'Paragraphs of the content (<p>).', counts: true },
      { name: 'list', description: 'Items of lists in the content (<l>).', counts: true },
    ],
  },
  {
    title: 'Content, and kinds of boilerplate',
    labels: [
      CONTENT,
      { name: 'title', description: 'The headline of the content.', counts: true },
      { name: 'list', description: 'Lists that belong to the content.', counts: true },
      COMMENTS,
      { name: 'navigation', description: 'Menus, lists of links, breadcrumbs.', counts: false },
      { name: 'advertisement', description: 'Advertising.', counts: false },
      { name: 'related', description: 'Teasers of other pages.', counts: false },
      { name: 'template', description: 'Headers, footers, copyright: parts that all pages of the site share.', counts: false },
      { name: 'form', description: 'Search fields, sign-up, sharing.', counts: false },
    ],
  },
]

interface Draft {
  readonly name: string
  readonly color: string
  readonly description: string
  readonly counts: boolean
}

const FIELDS = [
  { key: 'name', label: 'Name', maxLength: 40 },
  { key: 'color', label: 'Colour', type: 'color' },
  { key: 'description', label: 'Meaning', maxLength: 2000 },
] as const

function draftsOf(labels: readonly (CorpusLabel & Pick<Draft, 'counts'>)[]): readonly Draft[] {
  const colours = labelColours(labels)
  return labels.map(({ name, description = '', counts }) => ({ name, description, counts, color: colours.get(name) ?? '#0b7a5c' }))
}

/** If all labels count as main content, `contentLabels` is empty. */
function labelsOf(drafts: readonly Draft[]): { readonly labels: readonly CorpusLabel[]; readonly contentLabels: readonly string[] } {
  const counting = drafts.filter(({ counts }) => counts).map(({ name }) => name.trim())
  return {
    labels: drafts.map(({ name, color, description }, i) => ({
      name: name.trim(),
      color,
      ...(i < 9 ? { key: String(i + 1) } : {}),
      ...(description.trim() === '' ? {} : { description: description.trim() }),
    })),
    contentLabels: counting.length === drafts.length ? [] : counting,
  }
}

export function LabelsDialog({ onClose }: { readonly onClose: () => void }) {
  const corpus = useAnnotate((state) => state.corpus)
  const [drafts, setDrafts] = useState(() =>
    draftsOf(
      (corpus?.labels ?? []).map((label) => ({
        ...label,
        counts: corpus?.contentLabels.length === 0 || (corpus?.contentLabels.includes(label.name) ?? false),
      })),
    ),
  )
  const applySet = ({ labels }: LabelSet): void =>
    setDrafts(draftsOf(labels.map((label) => ({ ...label, color: drafts.find(({ name }) => name === label.name)?.color }))))
  const names = drafts.map(({ name }) => name.trim())
  const isContentMissing = drafts.length > 0 && !drafts.some(({ counts }) => counts)
  const valid = names.every((name) => name !== '') && new Set(names).size === names.length && drafts.length > 0 && !isContentMissing
  return (
    <CorpusDialog
      label="Labels of this corpus"
      submit="Save"
      disabled={!valid || corpus?.readOnly === true}
      onSubmit={() => annotate.describe(labelsOf(drafts))}
      more={
        <Button
          label="Add label"
          onClick={() => {
            const colours = [...labelColours([...drafts.map(({ name }) => ({ name })), { name: '\u0000' }]).values()]
            setDrafts([...drafts, { name: '', color: colours.at(-1) ?? '#0b5cad', description: '', counts: true }])
          }}
        />
      }
      onClose={onClose}
    >
      <div className="row" role="group" aria-label="Start with a label set">
        <span className="quiet">Start with</span>
        {LABEL_SETS.map((labelSet) => (
          <Button key={labelSet.title} label={labelSet.title} small onClick={() => applySet(labelSet)} />
        ))}
      </div>
      <Table className={styles.labels} columns={['Key', 'Name', 'Colour', 'Meaning', 'Main content', '']}>
        {drafts.map((draft, i) => (
          <DraftRow
            key={i}
            draft={draft}
            index={i}
            onChange={(patch) => setDrafts(drafts.map((other) => (other === draft ? { ...draft, ...patch } : other)))}
            onRemove={drafts.length === 1 ? null : () => setDrafts(drafts.filter((other) => other !== draft))}
          />
        ))}
      </Table>
      {isContentMissing ? <p role="alert">At least one label must count as main content; otherwise labels give no gold text.</p> : null}
      <p className="quiet">A new name does not rename the labels on existing pages.</p>
    </CorpusDialog>
  )
}

interface DraftRowProps {
  readonly draft: Draft
  readonly index: number
  readonly onChange: (patch: Partial<Draft>) => void
  readonly onRemove: (() => void) | null
}

function DraftRow({ draft, index, onChange, onRemove }: DraftRowProps) {
  return (
    <tr>
      <td>{index < 9 ? <kbd>{index + 1}</kbd> : ''}</td>
      {FIELDS.map(({ key, label, ...input }) => (
        <td key={key}>
          <input
            aria-label={`${label} of label ${index + 1}`}
            value={draft[key]}
            onChange={(event) => onChange({ [key]: event.target.value })}
            {...input}
          />
        </td>
      ))}
      <td>
        <input
          aria-label={`Label ${index + 1} counts as main content`}
          type="checkbox"
          checked={draft.counts}
          onChange={(event) => onChange({ counts: event.target.checked })}
        />
      </td>
      <td>
        <IconButton icon={Trash2} label={`Remove label ${index + 1}`} disabled={!onRemove} onClick={onRemove ?? undefined} />
      </td>
    </tr>
  )
}
