import { useState } from 'react'
import { Trash2 } from 'lucide-react'
import { Button, IconButton } from '../../../components/button'
import { FormDialog } from '../../../components/dialog'
import { TableHead } from '../../../components/table'
import { annotate, useAnnotate } from '../state/annotate'
import { labelColours } from '../labelling/label-colours'
import styles from '../annotate.module.css'

interface LabelSet {
  readonly title: string
  readonly labels: readonly { readonly name: string; readonly description: string; readonly isContent: boolean }[]
}

const CONTENT = { name: 'content', description: 'Main content: what the page is about.', isContent: true }
const COMMENTS = { name: 'comments', description: 'What readers wrote about it.', isContent: false }

/** Keys follow from the order: 1 for the first label, up to 9. */
const LABEL_SETS: readonly LabelSet[] = [
  { title: 'Content alone', labels: [CONTENT] },
  { title: 'Content and comments (Dragnet)', labels: [CONTENT, COMMENTS] },
  {
    title: 'Headings, paragraphs, lists (CleanEval)',
    labels: [
      { name: 'heading', description: 'Headings of the content (<h>).', isContent: true },
      { name: 'paragraph', description: 'Paragraphs of the content (<p>).', isContent: true },
      { name: 'list', description: 'Items of lists in the content (<l>).', isContent: true },
    ],
  },
  {
    title: 'Content, and kinds of boilerplate',
    labels: [
      CONTENT,
      { name: 'title', description: 'The headline of the content.', isContent: true },
      { name: 'list', description: 'Lists that belong to the content.', isContent: true },
      COMMENTS,
      { name: 'navigation', description: 'Menus, lists of links, breadcrumbs.', isContent: false },
      { name: 'advertisement', description: 'Advertising.', isContent: false },
      { name: 'related', description: 'Teasers of other pages.', isContent: false },
      { name: 'template', description: 'Headers, footers, notices of copyright: the same on all pages of the site.', isContent: false },
      { name: 'form', description: 'Search fields, sign-up, sharing.', isContent: false },
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

/** The labels of the corpus: names, colours, what they mean, which count as main content. */
export function LabelsDialog({ onClose }: { readonly onClose: () => void }) {
  const corpus = useAnnotate((state) => state.corpus)
  const [drafts, setDrafts] = useState<readonly Draft[]>(() => {
    const colours = labelColours(corpus?.labels ?? [])
    return (corpus?.labels ?? []).map(({ name, description }) => ({
      name,
      color: colours.get(name) ?? '#0b7a5c',
      description: description ?? '',
      counts: corpus?.contentLabels.length === 0 || (corpus?.contentLabels.includes(name) ?? false),
    }))
  })
  // Labels with the same names keep their colours.
  const takeSet = ({ labels }: LabelSet): void => {
    const colours = labelColours(labels.map(({ name }) => ({ name, color: drafts.find((draft) => draft.name === name)?.color })))
    setDrafts(
      labels.map(({ name, description, isContent }) => ({ name, description, counts: isContent, color: colours.get(name) ?? '#0b7a5c' })),
    )
  }
  const change = (index: number, patch: Partial<Draft>): void =>
    setDrafts(drafts.map((draft, i) => (i === index ? { ...draft, ...patch } : draft)))
  const names = drafts.map(({ name }) => name.trim())
  const valid = names.every((name) => name !== '') && new Set(names).size === names.length && drafts.length > 0
  return (
    <FormDialog
      label="Labels of this corpus"
      submit="Save"
      disabled={!valid || corpus?.readOnly === true}
      onSubmit={() => {
        const counting = drafts.filter(({ counts }) => counts).map(({ name }) => name.trim())
        void annotate
          .describe({
            labels: drafts.map(({ name, color, description }, i) => ({
              name: name.trim(),
              color,
              ...(i < 9 ? { key: String(i + 1) } : {}),
              ...(description.trim() === '' ? {} : { description: description.trim() }),
            })),
            contentLabels: counting.length === drafts.length ? [] : counting,
          })
          .then((ok) => {
            if (ok) onClose()
          })
      }}
      more={
        <Button
          onClick={() => {
            const colours = [...labelColours([...drafts.map(({ name }) => ({ name })), { name: '\u0000' }]).values()]
            setDrafts([...drafts, { name: '', color: colours.at(-1) ?? '#0b5cad', description: '', counts: true }])
          }}
        >
          Another label
        </Button>
      }
      onClose={onClose}
    >
      <div className="row" role="group" aria-label="Begin with a set of labels">
        <span className="quiet">Begin with</span>
        {LABEL_SETS.map((labelSet) => (
          <Button key={labelSet.title} small onClick={() => takeSet(labelSet)}>
            {labelSet.title}
          </Button>
        ))}
      </div>
      <table className={styles.labels}>
        <TableHead columns={['Key', 'Name', 'Colour', 'What it means', 'Main content', '']} />
        <tbody>
          {drafts.map((draft, i) => (
            <tr key={i}>
              <td>{i < 9 ? <kbd>{i + 1}</kbd> : ''}</td>
              {FIELDS.map(({ key, label, ...input }) => (
                <td key={key}>
                  <input
                    aria-label={`${label} of label ${i + 1}`}
                    value={draft[key]}
                    onChange={(event) => change(i, { [key]: event.target.value })}
                    {...input}
                  />
                </td>
              ))}
              <td>
                <input
                  aria-label={`Label ${i + 1} counts as main content`}
                  type="checkbox"
                  checked={draft.counts}
                  onChange={(event) => change(i, { counts: event.target.checked })}
                />
              </td>
              <td>
                <IconButton
                  icon={Trash2}
                  label={`Remove label ${i + 1}`}
                  disabled={drafts.length === 1}
                  onClick={() => setDrafts(drafts.filter((_, k) => k !== i))}
                />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="quiet">Labels already given keep their names in the files; a name that is no longer here still shows on its pages.</p>
    </FormDialog>
  )
}
