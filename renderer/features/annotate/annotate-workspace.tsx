import { useEffect, useState } from 'react'
import { X } from 'lucide-react'
import { Check, TextField, useTyped } from '../../components/fields'
import { Button, IconButton } from '../../components/button'
import { InTopBar } from '../../components/hooks'
import { ExportDialog } from './corpus/page-dialogs'
import { PanelProgress, FailureBar } from '../../components/panel/panel'
import { ANNOTATOR, ANNOTATOR_RULE } from '../../../shared/gold/gold-file'
import { annotate, fail, useAnnotate } from './state/annotate'
import { adjudication } from './state/adjudication'
import { labelling } from './state/labelling'
import { useLabelling } from './state/labelling-state'
import { stopwatch } from './state/saving'
import { resumePlace } from './state/opening'
import { CampaignView } from './campaign/campaign-view'
import { AgreementView } from './agreement/agreement-view'
import { CorpusHome } from './corpus/corpus-home'
import { LabelView } from './labelling/label-view'
import { PagesView } from './corpus/pages-view'
import { TabList, tabId } from '../../components/tab-list'
import { formatCount, formatNumber, formatShare, formatWords } from '../../components/number-format'
import { useFields } from '../../window/store'
import styles from './annotate.module.css'
import pageStyles from './corpus/pages.module.css'

const VIEWS = [
  { id: 'pages', title: 'Pages', View: PagesView },
  { id: 'label', title: 'Label', View: LabelView },
  { id: 'agreement', title: 'Agreement', View: AgreementView },
  { id: 'campaign', title: 'Campaign', View: CampaignView },
] as const

const BUNDLE_VIEWS = VIEWS.filter(({ id }) => id !== 'agreement').map((entry) =>
  entry.id === 'campaign' ? { ...entry, title: 'About' } : entry,
)

function saveAll(): void {
  void labelling.flush()
  void adjudication.store()
}

// The browser loads this file once, when the workspace is first shown.
void resumePlace()
window.addEventListener('pagehide', saveAll)
document.addEventListener('visibilitychange', () => {
  if (document.visibilityState === 'hidden') stopwatch.pause()
  else if (useLabelling.getState().open) stopwatch.touch()
  saveAll()
})

export default function AnnotateWorkspace() {
  const { corpus, view, failure, task } = useFields(useAnnotate, 'corpus', 'view', 'failure', 'task')
  const isBundle = corpus?.campaign?.bundle !== undefined
  const [isExporting, setExporting] = useState(false)
  const { View } = VIEWS.find(({ id }) => id === view) ?? VIEWS[0]

  useEffect(() => {
    void annotate.start()
    const check = (): void => {
      if (useAnnotate.getState().corpus) void annotate.refresh()
    }
    window.addEventListener('focus', check)
    return () => {
      window.removeEventListener('focus', check)
      saveAll()
    }
  }, [])

  return (
    <section className={`column ${styles.workspace}`} aria-label="Annotate" data-testid="annotate">
      {corpus ? (
        <header className={`row pane ${styles.head}`}>
          <div className={`bar ${styles.corpus}`}>
            <strong className="cut" title={corpus.path}>
              {corpus.name}
            </strong>
            <IconButton icon={X} label="Close corpus" onClick={() => void closeCorpus()} />
          </div>
          <TabList label="Corpus" tabs={isBundle ? BUNDLE_VIEWS : VIEWS} active={view} onActivate={annotate.show} panel="annotate-view" />
          {task ? (
            <PanelProgress done={task.progress.done} message={`${task.title}: ${task.progress.message}`} onCancel={annotate.cancelTask} />
          ) : null}
          <span className="space" />
          <Annotator />
        </header>
      ) : null}
      {corpus ? (
        <InTopBar>
          <Button label="Export …" onClick={() => setExporting(true)} />
        </InTopBar>
      ) : null}
      {isExporting ? <ExportDialog onClose={() => setExporting(false)} /> : null}
      <FailureBar failure={failure} onDismiss={() => annotate.dismiss()} />
      {corpus?.readOnly ? <p className="notice-bar">Read-only corpus of a newer Boilerscope. Update Boilerscope to edit.</p> : null}
      {corpus && corpus.leftovers.length > 0 ? (
        <p className="notice-bar">Ignored temporary or unknown files: {corpus.leftovers.join(', ')}</p>
      ) : null}
      {view === 'pages' || view === 'campaign' ? <BatchReport /> : null}
      {corpus ? (
        <div className="fill" id="annotate-view" role="tabpanel" aria-labelledby={tabId('annotate-view', view)}>
          <View />
        </div>
      ) : (
        <div className="column pane">
          <CorpusHome />
        </div>
      )}
    </section>
  )
}

async function closeCorpus(): Promise<void> {
  if ((await labelling.leave()) && (await adjudication.close())) annotate.close()
}

const NAME_PAUSE_MS = 400

async function changeName(name: string): Promise<boolean> {
  if (name === useAnnotate.getState().preferences.annotator || !ANNOTATOR.test(name)) return true
  // Save first, because unsaved labels belong to the previous annotator.
  if (!(await labelling.leave())) return false
  annotate.setPreferences({ annotator: name })
  annotate.dismiss()
  return true
}

function Annotator() {
  const { annotator, blind } = useAnnotate((state) => state.preferences)
  const campaign = useAnnotate((state) => state.corpus?.campaign)
  const isLabelling = useLabelling((state) => state.open !== null)
  const [draft, setDraft] = useTyped(annotator)
  const name = draft.trim()

  async function submitName(): Promise<void> {
    const isName = ANNOTATOR.test(name)
    if (!isName && name !== '') {
      const next = annotator === '' ? ANNOTATOR_RULE : `${ANNOTATOR_RULE} You label as ${annotator}.`
      fail('corpus.bad-annotator', `"${name}" cannot be the name of an annotator.`, next)
    }
    if (!isName || !(await changeName(name))) setDraft(annotator)
  }
  // During labelling, a typed name applies only after blur or Enter.
  useEffect(() => {
    if (isLabelling) return
    const timer = setTimeout(() => void changeName(name), NAME_PAUSE_MS)
    return () => clearTimeout(timer)
  }, [name, isLabelling])

  return (
    <form
      className={`bar ${styles.who}`}
      onSubmit={(event) => {
        event.preventDefault()
        void submitName()
      }}
    >
      <TextField
        caption="Annotator"
        className="bar"
        value={draft}
        placeholder="your name"
        aria-invalid={name !== '' && !ANNOTATOR.test(name)}
        maxLength={64}
        readOnly={campaign?.bundle !== undefined}
        title="Letters, digits, spaces and . _ @ + -"
        onChange={setDraft}
        onBlur={() => void submitName()}
      />
      <Check
        label="blind"
        title={
          campaign?.blind === true
            ? 'The campaign is blind. End blind labelling in Campaign of the original corpus.'
            : 'Hides labels of other annotators'
        }
        checked={blind || campaign?.blind === true}
        disabled={campaign?.blind === true}
        onChange={(checked) => annotate.setPreferences({ blind: checked })}
      />
    </form>
  )
}

const MOST_ROWS = 200

function BatchReport() {
  const report = useAnnotate((state) => state.outcome)
  if (!report) return null
  const { added, known, problems, coverage, notes = [] } = report.outcome
  const pages = report.pages ?? added.length
  const poor = coverage.filter((c) => c.coverage < 0.98)
  const found = formatShare(coverage.reduce((sum, c) => sum + c.coverage, 0) / coverage.length)
  const failed = problems.length > 0 ? [formatCount(problems.length, 'problem')] : []
  const counts = [
    ...(known > 0 ? [`${formatNumber(known)} ${report.knownLabel ?? 'already there'}`] : []),
    ...failed,
    ...(coverage.length > 0 ? [`gold text found: on average ${found} of the words per gold text`] : []),
  ]
  return (
    <div className={`line-below ${pageStyles.report}`} role="status" data-testid="batch-report">
      <div className="bar">
        <span>{[`${report.title}: ${formatCount(pages, report.counted ?? 'page')}`, ...counts].join(', ')}</span>
        <span className="space" />
        <IconButton icon={X} label="Dismiss" onClick={() => annotate.dismissOutcome()} />
      </div>
      {notes.map((note) => (
        <p key={note}>{note}</p>
      ))}
      {problems.length + poor.length > 0 ? (
        <details>
          <summary>
            {[...failed, ...(poor.length > 0 ? [`${formatCount(poor.length, 'gold text')} with less than 98 % found`] : [])].join(', ')}
          </summary>
          <ul className="bulleted">
            {problems.slice(0, MOST_ROWS).map(({ place, failure }, i) => (
              <li key={i}>
                <code>{place}</code> {failure.message} <span className="quiet">{failure.next}</span>
              </li>
            ))}
            {poor.slice(0, MOST_ROWS).map(({ page, coverage: share, missing }) => (
              <li key={page}>
                <code>{page}</code> {formatShare(share)} found, {formatWords(missing)} missing
              </li>
            ))}
          </ul>
        </details>
      ) : null}
    </div>
  )
}
