import { useState } from 'react'
import { Trash2 } from 'lucide-react'
import { Button, IconButton } from '../../../components/button'
import { CorpusDialog } from './page-dialogs'
import { TextField } from '../../../components/fields'
import { Table } from '../../../components/table'
import type { CorpusLabel } from '../../../../shared/contract/corpus-contract'
import { countsAsContent } from '../../../../shared/gold/gold-text'
import { annotate, useAnnotate } from '../state/annotate'
import { colourOf } from '../labelling/label-keys'
import styles from '../annotate.module.css'

interface Draft {
  readonly name: string
  readonly color: string
  readonly description: string
  readonly counts: boolean
}

const main = (name: string, description: string) => ({ name, description, counts: true })
const other = (name: string, description: string) => ({ name, description, counts: false })

const CONTENT = main('content', 'Main content: text about the topic of the page.')
const COMMENTS = other('comments', 'Comments of readers.')

const LABEL_SETS = [
  { title: 'Only content', labels: [CONTENT] },
  { title: 'Content and comments (Dragnet)', labels: [CONTENT, COMMENTS] },
  {
    title: 'Headings, paragraphs, lists (CleanEval)',
    labels: [
      main('heading', 'Headings of the content (<h>).'),
      main('paragraph', 'Paragraphs of the content (<p>).'),
      main('list', 'Items of lists in the content (<l>).'),
    ],
  },
  {
    title: 'Content, and kinds of boilerplate',
    labels: [
      CONTENT,
      main('title', 'The headline of the content.'),
      main('list', 'Lists that belong to the content.'),
      COMMENTS,
      other('navigation', 'Menus, lists of links, breadcrumbs.'),
      other('advertisement', 'Advertising.'),
      other('related', 'Teasers of other pages.'),
      other('template', 'Headers, footers, copyright: parts that all pages of the site share.'),
      other('form', 'Search fields, sign-up, sharing.'),
    ],
  },
]

const FIELDS = [
  { key: 'name', label: 'Name', maxLength: 40 },
  { key: 'color', label: 'Colour', type: 'color' },
  { key: 'description', label: 'Meaning', maxLength: 2000 },
] as const

type DraftSource = Pick<Draft, 'counts'> & CorpusLabel

const draftOf = ({ description = '', ...label }: DraftSource, i: number): Draft => ({
  ...label,
  description,
  color: colourOf(label.color, i),
})

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
  const counts = countsAsContent(corpus?.contentLabels)
  const [drafts, setDrafts] = useState(() => corpus?.labels.map((label, i) => draftOf({ ...label, counts: counts(label.name) }, i)) ?? [])
  const names = drafts.map(({ name }) => name.trim())
  const isContentMissing = drafts.length > 0 && !drafts.some(({ counts }) => counts)
  const valid = names.every((name) => name !== '') && new Set(names).size === names.length && drafts.length > 0 && !isContentMissing
  return (
    <CorpusDialog
      label="Labels of this corpus"
      submit="Save"
      disabled={!valid || corpus?.readOnly === true}
      onSubmit={() => annotate.describe(labelsOf(drafts))}
      more={<Button label="Add label" onClick={() => setDrafts([...drafts, draftOf({ name: '', counts: true }, drafts.length)])} />}
      onClose={onClose}
    >
      <div className="row" role="group" aria-label="Start with a label set">
        <span className="quiet">Start with</span>
        {LABEL_SETS.map(({ title, labels }) => (
          <Button
            key={title}
            label={title}
            small
            onClick={() =>
              setDrafts(labels.map((label, i) => draftOf({ ...label, color: drafts.find(({ name }) => name === label.name)?.color }, i)))
            }
          />
        ))}
      </div>
      <Table className={styles.labels} columns={['Key', 'Name', 'Colour', 'Meaning', 'Main content', '']}>
        {drafts.map((draft, i) => {
          const change = (changed: Partial<Draft>): void => setDrafts(drafts.with(i, { ...draft, ...changed }))
          return (
            <tr key={i}>
              <td>{i < 9 ? <kbd>{i + 1}</kbd> : ''}</td>
              {FIELDS.map(({ key, label, ...input }) => (
                <td key={key}>
                  <TextField
                    aria-label={`${label} of label ${i + 1}`}
                    value={draft[key]}
                    onChange={(text) => change({ [key]: text })}
                    {...input}
                  />
                </td>
              ))}
              <td>
                <input
                  aria-label={`Label ${i + 1} counts as main content`}
                  type="checkbox"
                  checked={draft.counts}
                  onChange={(event) => change({ counts: event.target.checked })}
                />
              </td>
              <td>
                <IconButton
                  icon={Trash2}
                  label={`Remove label ${i + 1}`}
                  disabled={drafts.length === 1}
                  onClick={() => setDrafts(drafts.toSpliced(i, 1))}
                />
              </td>
            </tr>
          )
        })}
      </Table>
      {isContentMissing ? <p role="alert">At least one label must count as main content; otherwise labels give no gold text.</p> : null}
      <p className="quiet">A new name does not rename the labels on existing pages.</p>
    </CorpusDialog>
  )
}
