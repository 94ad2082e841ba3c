import { useMemo, useState } from 'react'
import { disagreementOf, type PassageFilter } from '../../../shared/explain/difference/disagreement'
import { Button } from '../../components/button'
import { PanelMessage } from '../../components/panel/panel'
import { useTab } from '../../window/window'
import { AgreementMatrix } from './agreement-matrix'
import { CaptureDiff } from './capture-diff'
import { CompareProgress } from './compare-progress'
import { isFinished, useContestants } from './contestants'
import { DisagreementList } from './disagreement-list'
import { DisagreementMap } from './disagreement-map'
import { ExtractorPicker } from './extractor-picker'
import { FigureOfVotes } from './figure-of-votes'
import { FilterSelect } from './filter-select'
import { PageVotes } from './page-votes'
import { Reasons } from './reasons'
import { TextRows } from './text-rows'
import { WordDiffView, type DiffPair } from './word-diff-view'
import { TabList, tabId } from '../../components/tab-list'
import './compare.css'
import './differences.css'
import './disagreement.css'
import './text-rows.css'

const VIEWS = [
  { id: 'page', title: 'Page' },
  { id: 'texts', title: 'Texts' },
  { id: 'disagreements', title: 'Disagreements' },
  { id: 'diff', title: 'Word diff' },
  { id: 'agreement', title: 'Agreement' },
  { id: 'captures', title: 'Raw or rendered' },
] as const
type ViewId = (typeof VIEWS)[number]['id']

/** Columns of text beside which the reasons have room; with more of them they stand below. */
const MOST_BESIDE = 4
/** Views of the page's text, which the map and the filter are about. */
const OF_TEXT: ReadonlySet<ViewId> = new Set(['page', 'texts', 'disagreements'])

/** Two to eight extractors on the page in front: who keeps what, where they differ, and why. */
export default function CompareWorkspace() {
  const model = useTab((tab) => tab.model)
  const [view, setView] = useState<ViewId>('page')
  const [drawsFigure, setDrawsFigure] = useState(false)
  const [pair, setPair] = useState<DiffPair>({ left: '', right: '' })
  const [wanted, setFilter] = useState<PassageFilter>({ kind: 'all' })
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
  // One that is no longer compared keeps nothing alone.
  const filter = useMemo<PassageFilter>(
    () => ('by' in wanted && wanted.by >= finished.length ? { kind: 'all' } : wanted),
    [wanted, finished.length],
  )
  if (!model) {
    return (
      <section className="column compare" aria-label="Compare">
        <PanelMessage title="No page to compare on" next="Open a page first; every extractor then runs on the same capture of it." />
      </section>
    )
  }
  const isOfText = OF_TEXT.has(view) && disagreement !== null && finished.length > 1
  return (
    <section className="column compare" aria-label="Compare">
      <header className="compare-head">
        <TabList label="Comparison" tabs={VIEWS} active={view} onActivate={setView} panel="compare-view" />
        <div className="compare-choices">
          {isOfText ? <FilterSelect contestants={finished} disagreement={disagreement} filter={filter} onChange={setFilter} /> : null}
          {view === 'page' && isOfText ? (
            <Button small onClick={() => setDrawsFigure(true)}>
              Figure …
            </Button>
          ) : null}
          <ExtractorPicker contestants={contestants} />
        </div>
      </header>
      <CompareProgress contestants={contestants} />
      {isOfText ? <DisagreementMap model={model} contestants={finished} disagreement={disagreement} /> : null}
      <div className="compare-body" data-reasons={view === 'texts' && contestants.length > MOST_BESIDE ? 'below' : 'beside'}>
        <div className="compare-view" id="compare-view" role="tabpanel" aria-labelledby={tabId('compare-view', view)} tabIndex={0}>
          {view === 'page' && disagreement ? (
            <PageVotes model={model} contestants={finished} disagreement={disagreement} filter={filter} />
          ) : null}
          {view === 'texts' ? <TextRows model={model} contestants={contestants} disagreement={disagreement} filter={filter} /> : null}
          {view === 'disagreements' && disagreement ? (
            <DisagreementList model={model} contestants={finished} disagreement={disagreement} filter={filter} />
          ) : null}
          {view === 'diff' ? <WordDiffView contestants={finished} pair={pair} onPair={setPair} /> : null}
          {view === 'agreement' ? (
            <AgreementMatrix
              contestants={finished}
              onPair={(left, right) => {
                setPair({ left, right })
                setView('diff')
              }}
            />
          ) : null}
          {view === 'captures' ? <CaptureDiff contestants={finished} /> : null}
        </div>
        {view === 'captures' || view === 'agreement' ? null : <Reasons model={model} contestants={finished} />}
      </div>
      {drawsFigure && disagreement ? (
        <FigureOfVotes model={model} contestants={finished} disagreement={disagreement} onClose={() => setDrawsFigure(false)} />
      ) : null}
    </section>
  )
}
