import { useEffect, useRef, useState, type ComponentType, type ReactNode } from 'react'
import type { RunDetails, RunSummary, SiteFacts } from '../../../shared/contract/evaluation-contract'
import { countedOf } from '../../../shared/base/written-number'
import { findSweeps } from '../../../shared/evaluation/sweeps'
import { Button } from '../../components/button'
import { formatCount } from '../../components/number-format'
import { PanelMessage, PanelProgress, QuietNotes } from '../../components/panel/panel'
import { TabList, tabId } from '../../components/tab-list'
import { evaluation, useEvaluation, type Going, type OverviewPart, type RunTab } from './state/evaluation'
import { AboutSite, PublishDialog, Publishing } from './publish'
import { useWindow, useFields } from '../../window/window'
import { FaultsView } from './faults-view'
import { GroupView } from './groups-view'
import { ResultsView } from './results-view'
import { PageList } from './page-list'
import { RunComparison } from './run-comparison'
import { SweepView } from './sweep-view'
import { VerdictView } from './verdict-view'
import { TextField, Select } from '../../components/fields'
import { MenuButton, MenuItem } from '../../components/menu'
import styles from './views.module.css'

type View = ComponentType<{ readonly details: RunDetails }>

const OVERVIEWS: Readonly<Record<Exclude<OverviewPart, 'table'>, { readonly title: string; readonly view: View }>> = {
  sweep: { title: 'Sweep', view: SweepView },
  verdict: { title: 'Page types', view: VerdictView },
  compare: { title: 'Compare runs', view: RunComparison },
  about: { title: 'About this site', view: AboutSite },
}

function Overview({ details }: { readonly details: RunDetails }) {
  const overview = useEvaluation((state) => state.overview)
  const isPublished = useWindow((state) => state.host?.published !== undefined)
  const isOffered = (part: OverviewPart): boolean =>
    isPublished ? part !== 'compare' && (part !== 'sweep' || findSweeps(details.run.spec).length > 0) : part !== 'about'
  const choice = (
    <Select
      caption="Show"
      value={overview}
      options={[
        { value: 'table', label: 'Results' },
        ...Object.entries(OVERVIEWS)
          .map(([value, { title }]) => ({ value: value as OverviewPart, label: title }))
          .filter(({ value }) => isOffered(value)),
      ]}
      onChange={(part) => evaluation.set({ overview: part })}
    />
  )
  if (overview === 'table') return <ResultsView details={details} choice={choice} />
  const View = OVERVIEWS[overview].view
  return (
    <Pane>
      <div className="evaluate-row">{choice}</div>
      <View details={details} />
    </Pane>
  )
}

const Pane = ({ children }: { readonly children: ReactNode }) => <div className={`column pane ${styles.view}`}>{children}</div>

const TABS: readonly { readonly id: RunTab; readonly title: string; readonly view: View }[] = [
  { id: 'overview', title: 'Overview', view: Overview },
  { id: 'pages', title: 'Pages', view: PageList },
  { id: 'groups', title: 'Groups', view: GroupView },
  { id: 'faults', title: 'Faults', view: FaultsView },
]

export function RunView() {
  const { selected: id, details, tab } = useFields(useEvaluation, 'selected', 'details', 'tab')
  const run = useEvaluation((state) => state.runs?.find((one) => one.id === state.selected) ?? state.details?.run ?? null)
  const facts = useWindow((state) => state.host?.published)
  const progress = useEvaluation((state) => (id === null ? undefined : state.going[id]))
  if (!run)
    return (
      <Pane>
        <PanelMessage title="Reading the run …" tone="busy" />
      </Pane>
    )
  const View = TABS.find(({ id }) => id === tab)?.view ?? Overview
  // A published site has no faults tab, because the site cannot read pages from disk.
  const tabs = facts ? TABS.filter(({ id }) => id !== 'faults') : TABS
  const hasResults = (details?.results.length ?? 0) > 0
  return (
    <div className={`column ${styles.run}`}>
      <header className={`row pane ${styles.head}`}>
        {facts ? <SiteHead run={run} facts={facts} /> : <RunHead run={run} />}
        {hasResults ? (
          <TabList label="Results" tabs={tabs} active={tab} onActivate={(id) => evaluation.set({ tab: id })} panel="evaluate-panel" />
        ) : null}
        {progress ? <RunProgress id={run.id} {...progress} /> : null}
      </header>
      <Publishing run={run.id} />
      {details && hasResults ? (
        <div
          className={`column ${styles.panel}`}
          id="evaluate-panel"
          role="tabpanel"
          aria-labelledby={tabId('evaluate-panel', tab)}
          tabIndex={0}
        >
          {tab === 'overview' ? (
            <Overview details={details} />
          ) : (
            // A key per tab resets the scroll position.
            <Pane key={tab}>
              <View details={details} />
            </Pane>
          )}
        </div>
      ) : (
        <Pane>
          {progress ? (
            <PanelMessage title="This run is active" next="The results appear when the run ends." tone="busy" />
          ) : details ? (
            <PanelMessage
              title="No page was evaluated"
              next={
                run.status === 'finished'
                  ? 'No page of the source matches the filter. Copy the run and change the filter.'
                  : run.status === 'elsewhere'
                    ? 'Another window or program computes this run. Finished pages appear here.'
                    : 'Start the run to evaluate its pages.'
              }
            />
          ) : (
            <PanelMessage title="Reading the results …" tone="busy" />
          )}
        </Pane>
      )}
    </div>
  )
}

function SiteHead({ run, facts }: { readonly run: RunSummary; readonly facts: SiteFacts }) {
  return (
    <div className={styles.name}>
      <h2>{facts.title}</h2>
      <p className="quiet">
        {formatCount(run.pages, 'page')}, {formatCount(run.names.length, 'extractor')} · seed {run.spec.pages.seed}
        {run.corpusHash ? ` · page hash ${run.corpusHash.slice(0, 12)}` : ''} · Boilerscope {facts.boilerscope} · published{' '}
        {facts.publishedAt.slice(0, 10)}
        {run.notes ? ` · ${run.notes}` : ''}
      </p>
      <QuietNotes notes={[...facts.notes, ...(run.warnings ?? [])]} />
    </div>
  )
}

function RunHead({ run }: { readonly run: RunSummary }) {
  const going = useEvaluation((state) => state.going[run.id] !== undefined)
  const isPublishing = useEvaluation((state) => state.publishing !== null)
  const [publishes, setPublishes] = useState(false)
  const [edited, setEdited] = useState<{ readonly name: string; readonly notes: string } | null>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const facts = [
    ...(run.status === 'elsewhere'
      ? ['Another window or program computes this run']
      : run.status !== 'finished' && !going
        ? ['Not finished']
        : []),
    `${going ? 'Pages' : countedOf(run.pages, run.status === 'finished' ? null : run.total, 'page')} from ${
      run.spec.source.kind === 'samples' ? 'the samples' : run.spec.source.path
    }`,
    `seed ${run.spec.pages.seed}`,
    ...(run.corpusHash ? [`page hash ${run.corpusHash.slice(0, 12)}`] : []),
    `Boilerscope ${run.boilerscope}`,
    run.createdAt.slice(0, 16).replace('T', ' '),
  ].join(' · ')
  useEffect(() => {
    // If the focused button disappeared, move the focus to the heading.
    if (document.activeElement === document.body) heading.current?.focus()
  }, [run.id, going])
  return (
    <>
      {publishes ? <PublishDialog run={run} onClose={() => setPublishes(false)} /> : null}
      <div className={styles.name}>
        {edited ? (
          <form
            className="evaluate-row"
            onSubmit={(event) => {
              event.preventDefault()
              setEdited(null)
              void evaluation.rename(run.id, edited.name, edited.notes)
            }}
          >
            <TextField caption="Name" value={edited.name} onChange={(name) => setEdited({ ...edited, name })} />
            <TextField caption="Notes" value={edited.notes} onChange={(notes) => setEdited({ ...edited, notes })} />
            <Button label="Save" small type="submit" tone="strong" />
            <Button label="Cancel" small onClick={() => setEdited(null)} />
          </form>
        ) : (
          <h2 ref={heading} tabIndex={-1}>
            {run.name}
          </h2>
        )}
        <p className="quiet cut" title={facts}>
          {facts}
        </p>
        {run.notes ? <p className="quiet">{run.notes}</p> : null}
        {run.failure ? (
          <p role="alert">
            {run.failure.message} {run.failure.next}
          </p>
        ) : null}
        <QuietNotes notes={run.warnings ?? []} />
      </div>
      <div className="row">
        {run.status !== 'finished' && run.status !== 'elsewhere' && !going ? (
          <Button label={run.pages > 0 ? 'Resume' : 'Start'} tone="strong" onClick={() => void evaluation.run(run.id)} />
        ) : null}
        <Button label="Copy and change …" onClick={() => evaluation.editCopy()} />
        <Button label="Publish …" disabled={going || run.pages === 0 || isPublishing} onClick={() => setPublishes(true)} />
        <MenuButton word="More" label="More of this run" narrow>
          <MenuItem title="Rename …" onSelect={() => setEdited({ name: run.name, notes: run.notes })} />
          <MenuItem title="Remove" disabled={going || run.status === 'elsewhere'} onSelect={() => void evaluation.remove(run.id)} />
        </MenuButton>
      </div>
    </>
  )
}

function RunProgress({ id, done, message, paused }: Going & { readonly id: string }) {
  return (
    <PanelProgress done={done} message={paused ? `Paused. ${message}` : message} onCancel={() => evaluation.cancel(id)}>
      <Button label={paused ? 'Continue' : 'Pause'} small onClick={() => void evaluation.pause(id, !paused)} />
    </PanelProgress>
  )
}
