import { useState, type ReactNode } from 'react'
import { Facts } from '../../components/table'
import type { RunSummary, RunDetails } from '../../../shared/contract/evaluation-contract'
import { Button } from '../../components/button'
import { Check, TextField } from '../../components/fields'
import { PanelProgress, QuietNotes } from '../../components/panel/panel'
import { ActionDialog } from '../../components/dialog'
import { formatCount } from '../../components/number-format'
import { PathField } from '../../components/path-field'
import { evaluation, useEvaluation } from './state/evaluation'
import { rowTitles } from '../../../shared/evaluation/run-spec'
import { copyText } from '../../window/host/clipboard'
import { useWindow, useFields } from '../../window/window'
import { ScrollTable } from './view-parts'
import styles from './views.module.css'

export function PublishDialog({ run, onClose }: { readonly run: RunSummary; readonly onClose: () => void }) {
  const publishing = useEvaluation((state) => state.publishing)
  const [folder, setFolder] = useState('')
  const [title, setTitle] = useState(run.name)
  const [withPages, setWithPages] = useState(true)
  const [sample, setSample] = useState('')
  const drawn = Number(sample)
  const isWrong = withPages && sample !== '' && (!Number.isSafeInteger(drawn) || drawn < 1)
  return (
    <ActionDialog
      label="Publish as a site"
      submit="Publish"
      disabled={folder.trim() === '' || isWrong}
      store={useEvaluation}
      progress={publishing}
      onSubmit={() => evaluation.publish(run.id, { folder: folder.trim(), title, withPages, sample: withPages ? drawn : 0 })}
      onClose={onClose}
    >
      <PathField
        label="Folder (new, empty, or a previously published site)"
        title="Folder of the site"
        value={folder}
        onChange={setFolder}
      />
      <TextField caption="Title" value={title} maxLength={200} onChange={setTitle} />
      <Check label="Include the pages, with kept, missing and extra text" checked={withPages} onChange={setWithPages} />
      <TextField
        caption="Number of included pages (empty: all)"
        value={sample}
        disabled={!withPages}
        aria-invalid={isWrong}
        onChange={setSample}
      />
      <p className="quiet">
        Pages belong to their authors. Without pages, the site has the scores, and hashes of the texts. The site never contains paths, user
        names or host names of this machine.
      </p>
    </ActionDialog>
  )
}

export function Publishing({ run }: { readonly run: string }) {
  const { publishing, published } = useFields(useEvaluation, 'publishing', 'published')
  if (publishing?.run === run)
    return (
      <PanelProgress done={publishing.done} message={`Publishing: ${publishing.message}`} onCancel={() => evaluation.cancelPublishing()} />
    )
  if (published?.run !== run) return null
  const { pages, bytes, folder, notes } = published
  return (
    <div role="status" className="notice-bar">
      <span>
        Published {formatCount(pages, 'page')}, {(bytes / 1e6).toFixed(1)} MB, in {folder}. Open index.html in this folder, or copy the
        folder to any web server. <QuietNotes notes={notes} />
      </span>
      <Button label="Close" small onClick={() => evaluation.set({ published: null })} />
    </div>
  )
}

const WHY = { live: 'computed in this browser', stored: 'stored with the site', none: 'missing: only scores' } as const

export function AboutSite({ details }: { readonly details: RunDetails }) {
  const facts = useWindow((state) => state.host?.published)
  const extractors = useWindow((state) => state.extractors)
  if (!facts) return null
  const { run } = details
  const { spec } = run
  const words = [spec.tokens.foldCase ? 'case ignored' : 'as written', spec.tokens.stripPunctuation ? 'punctuation ignored' : '']
  const known = [
    ['Pages', `${run.pages} scored; this site contains ${facts.pages.length}`],
    ['Page hash (sha256)', run.corpusHash ?? 'none: the run is not finished'],
    ['Seed', `${spec.pages.seed}, for samples, intervals and held-out pages`],
    ['Words', words.filter(Boolean).join(', ')],
    ['Run', `${run.createdAt.slice(0, 10)}${run.boilerscope === '' ? '' : `, Boilerscope ${run.boilerscope}`}`],
    ['Published', `${facts.publishedAt.slice(0, 10)}, Boilerscope ${facts.boilerscope}`],
  ] as const
  return (
    <div className={styles.about}>
      <Part title="Run">
        <Facts facts={known} />
        <QuietNotes notes={facts.notes} />
      </Part>
      <Part title="Extractors">
        <ScrollTable
          label="Extractors and their parameters"
          columns={[
            'Extractor',
            { label: 'Parameters', className: 'evaluate-left' },
            { label: 'Reasons in Why', className: 'evaluate-left' },
          ]}
          rows={rowTitles(spec, extractors).map((title, i) => {
            const params = Object.entries(facts.params[i] ?? {}).map(([name, value]) => `${name} = ${String(value)}`)
            return { key: run.names[i] ?? '', cells: [title, params.join(', ') || 'none', WHY[facts.rows[i] ?? 'none']] }
          })}
        />
      </Part>
      <Part title="Downloads">
        <ul className="bulleted">
          {facts.downloads.map(({ path, title, bytes, sha256 }) => (
            <li key={path}>
              <a href={path} download>
                {title}
              </a>{' '}
              <span className="quiet">
                {(bytes / 1000).toFixed(0)} kB, sha256 <code>{sha256}</code>
              </span>
            </li>
          ))}
        </ul>
      </Part>
      <Part title="How to cite">
        {facts.cite.map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
        <Button label="Copy" small onClick={() => copyText(facts.cite.join('\n'), 'Citation')} />
      </Part>
    </div>
  )
}

function Part({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section aria-label={title} className="stack evaluate-details">
      <h3>{title}</h3>
      {children}
    </section>
  )
}
