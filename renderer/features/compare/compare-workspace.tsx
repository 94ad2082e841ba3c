import { useMemo, useState } from 'react'
import { disagreementOf } from '../../../shared/explain/disagreement'
import { PanelMessage } from '../../components/panel/panel'
import { useTab } from '../../window/workspace'
import { AgreementMatrix } from './agreement-matrix'
import { CaptureDiff } from './capture-diff'
import { isFinished, useContestants } from './contestants'
import { DisagreementList } from './disagreement-list'
import { DisagreementMap } from './disagreement-map'
import { ExtractorPicker } from './extractor-picker'
import { Reasons } from './reasons'
import { TextColumns } from './text-columns'
import { WordDiffView } from './word-diff-view'
import { TabList, tabId } from '../../components/tab-list'
import './compare.css'
import './differences.css'
import './disagreement.css'
import './text-columns.css'

const VIEWS = [
  { id: 'texts', title: 'Texts' },
  { id: 'disagreements', title: 'Disagreements' },
  { id: 'diff', title: 'Word diff' },
  { id: 'agreement', title: 'Agreement' },
  { id: 'captures', title: 'Raw or rendered' },
] as const
type ViewId = (typeof VIEWS)[number]['id']

/** Two to eight extractors on the page in front: who keeps what, where they differ, and why. */
export default function CompareWorkspace() {
  const model = useTab((tab) => tab.model)
  const [view, setView] = useState<ViewId>('texts')
  const contestants = useContestants()
  const finished = useMemo(() => contestants.filter(isFinished), [contestants])
  const disagreement = useMemo(
    () =>
      model && finished.length > 0
        ? disagreementOf(
            model,
            finished.map((c) => c.result.extraction.selected),
          )
        : null,
    [model, finished],
  )
  if (!model) {
    return (
      <section className="compare" aria-label="Compare">
        <PanelMessage title="No page to compare on" next="Open a page first; every extractor then runs on the same capture of it." />
      </section>
    )
  }
  return (
    <section className="compare" aria-label="Compare">
      <header className="compare-head">
        <TabList label="Comparison" tabs={VIEWS} active={view} onActivate={setView} panel="compare-view" />
        <ExtractorPicker contestants={contestants} />
      </header>
      {view !== 'captures' && disagreement && finished.length > 1 ? (
        <DisagreementMap model={model} contestants={finished} disagreement={disagreement} />
      ) : null}
      <div className="compare-body">
        <div className="compare-view" id="compare-view" role="tabpanel" aria-labelledby={tabId('compare-view', view)} tabIndex={0}>
          {view === 'texts' ? <TextColumns model={model} contestants={contestants} /> : null}
          {view === 'disagreements' && disagreement ? (
            <DisagreementList model={model} contestants={finished} disagreement={disagreement} />
          ) : null}
          {view === 'diff' ? <WordDiffView contestants={finished} /> : null}
          {view === 'agreement' ? <AgreementMatrix contestants={finished} /> : null}
          {view === 'captures' ? <CaptureDiff /> : null}
        </div>
        {view === 'captures' ? null : <Reasons model={model} contestants={finished} />}
      </div>
    </section>
  )
}
