import { useMemo, useState, type CSSProperties } from 'react'
import { disagreementOf, type Passage, type PassageFilter, isChosen } from '../../../shared/explain/difference/disagreement'
import { Button } from '../../components/button'
import { reasonSentence, splitOutcome, StatusWord } from '../../components/evidence'
import { PanelMessage } from '../../components/panel/panel'
import { useTab, actions } from '../../window/window'
import { AgreementMatrix } from './agreement-matrix'
import { CompareProgress, isFinished, useContestants, ExtractorPicker, type ComparedProps, type Finished } from './contestants'
import { DisagreementList, DisagreementMap } from './disagreement-list'
import { FigureOfVotes, PageVotes } from './page-votes'
import { TextRows } from './text-rows'
import { WordDiffView, type DiffPair } from './word-diff-view'
import { PaneTabs, TabList, tabId } from '../../components/tab-list'
import { formatWords } from '../../components/number-format'
import { Select } from '../../components/fields'
import { extractedText } from '../../../shared/extractors/core/run'
import { statusOf } from '../../../shared/explain/explain-node'
import { nodeLabel, textPreview } from '../../../shared/explain/node-label'
import { TEXT } from '../../../shared/page/page-model'
import './compare.css'
import './disagreement.css'
import './text-rows.css'

const VIEWS = [
  { id: 'page', title: 'Page' },
  { id: 'texts', title: 'Texts' },
  { id: 'disagreements', title: 'Disagreements' },
  { id: 'diff', title: 'Word diff' },
  { id: 'agreement', title: 'Agreement' },
] as const
type ViewId = (typeof VIEWS)[number]['id']

/** Maximum number of text columns beside the reasons. With more text columns, the reasons are below the texts. */
const MOST_COLUMNS_BESIDE = 4
const OF_TEXT: ReadonlySet<ViewId> = new Set(['page', 'texts', 'disagreements'])

export default function CompareWorkspace() {
  const model = useTab((tab) => tab.model)
  const [view, setView] = useState<ViewId>('page')
  const [drawsFigure, setDrawsFigure] = useState(false)
  const [pair, setPair] = useState<DiffPair>({ left: '', right: '' })
  const contestants = useContestants()
  const finished = useMemo(() => contestants.filter(isFinished), [contestants])
  const disagreement = useMemo(() => {
    const selections = finished.map((c) => c.result.extraction.selected)
    return model && selections.length > 0 ? disagreementOf(model, selections) : null
  }, [model, finished])
  const [chosen, setChosen] = useState<string>('all')
  const filters = useMemo(() => filtersOf(finished, disagreement?.passages ?? []), [finished, disagreement])
  const { value, filter } = filters.find((choice) => choice.value === chosen) ?? ALL
  if (!model) {
    return (
      <section className="column pane" aria-label="Compare">
        <PanelMessage title="No page open" next="Open a page to compare extractors." />
      </section>
    )
  }
  const isOfText = OF_TEXT.has(view) && disagreement !== null && finished.length > 1
  const isBelow = view === 'texts' && contestants.length > MOST_COLUMNS_BESIDE
  return (
    <section className="compare" aria-label="Compare" data-side={view === 'agreement' ? 'none' : isBelow ? 'below' : 'beside'}>
      <div className="column pane">
        <header className="row line-below compare-head">
          <TabList label="Comparison" tabs={VIEWS} active={view} onActivate={setView} panel="compare-view" />
          <span className="space" />
          <div className="bar">
            {isOfText ? <Select label="Text shown" options={filters} value={value} onChange={setChosen} /> : null}
            {view === 'page' && isOfText ? <Button label="Figure …" tone="word" onClick={() => setDrawsFigure(true)} /> : null}
            <ExtractorPicker contestants={contestants} />
          </div>
        </header>
        <CompareProgress contestants={contestants} />
        {isOfText ? <DisagreementMap model={model} contestants={finished} disagreement={disagreement} /> : null}
        <div className="fill compare-view" id="compare-view" role="tabpanel" aria-labelledby={tabId('compare-view', view)} tabIndex={0}>
          {view === 'page' && disagreement ? <PageVotes {...{ model, disagreement, filter }} contestants={finished} /> : null}
          {view === 'texts' ? <TextRows {...{ model, contestants, finished, disagreement, filter }} /> : null}
          {view === 'disagreements' && disagreement ? (
            <DisagreementList {...{ model, disagreement, filter }} contestants={finished} />
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
        </div>
      </div>
      {view === 'agreement' ? null : <Side model={model} contestants={finished} />}
      {drawsFigure && disagreement ? (
        <FigureOfVotes {...{ model, disagreement }} contestants={finished} onClose={() => setDrawsFigure(false)} />
      ) : null}
    </section>
  )
}

const SIDE = [
  { id: 'why', title: 'Why' },
  { id: 'text', title: 'Text' },
] as const

function Side(props: Pick<ComparedProps, 'model' | 'contestants'>) {
  const [side, setSide] = useState<string>('why')
  const own = props.contestants.find((c) => c.own)
  return (
    <PaneTabs label="Result" tabs={SIDE} active={side} onActivate={setSide}>
      {side === 'why' ? (
        <Reasons {...props} />
      ) : (
        <section className="compare-text" aria-label="Extracted text" tabIndex={0}>
          <h3>{own ? `Text of ${own.info.title}` : 'No text yet'}</h3>
          {own
            ? extractedText(own.result.extraction)
                .split('\n')
                .map((line, i) => (
                  <p key={i} dir="auto">
                    {line}
                  </p>
                ))
            : null}
        </section>
      )}
    </PaneTabs>
  )
}

const ALL = { value: 'all', label: 'All text', filter: { kind: 'all' } } as const

function filtersOf(contestants: readonly Finished[], passages: readonly Passage[]) {
  const choice = (value: string, words: string, filter: PassageFilter, group?: string) => {
    const sum = passages.reduce((total, p) => total + (isChosen(filter, p.keepers, contestants.length) ? p.words : 0), 0)
    return { value, label: `${words}: ${formatWords(sum)}`, filter, group }
  }
  const only = (kind: 'kept-only' | 'dropped-only', group: string) =>
    contestants.map(({ info: { id, title } }, by) => choice(`${kind} ${id}`, `${group} ${title}`, { kind, by }, group))
  return [
    ALL,
    choice('differences', 'Differences', { kind: 'differences' }),
    ...only('kept-only', 'Kept only by'),
    // With two extractors, "dropped only by A" equals "kept only by B".
    ...(contestants.length > 2 ? only('dropped-only', 'Dropped only by') : []),
  ]
}

export function Reasons({ model, contestants }: Pick<ComparedProps, 'model' | 'contestants'>) {
  const selected = useTab((tab) => tab.selected)
  const rows = useMemo(() => {
    if (selected === null || selected >= model.count) return []
    return contestants.map(({ info, result, own }) => ({
      info,
      own,
      status: statusOf(result.extraction.selected, selected, model),
      sentence: reasonSentence({ model, result, info, node: selected }) ?? 'This extractor reports no reason.',
    }))
  }, [model, contestants, selected])
  return (
    <aside className="reasons" aria-label="Reasons" aria-live="polite" tabIndex={0}>
      {selected === null || selected >= model.count ? (
        <p className="quiet">Select a part (click, or ← → and Enter) to see why each extractor keeps or drops it.</p>
      ) : (
        <>
          <code>{nodeLabel(model, selected, 120)}</code>
          {model.kind[selected] === TEXT ? null : (
            <p className="quiet" dir="auto">
              {textPreview(model, selected, 200)}
            </p>
          )}
          <ul style={{ '--columns': rows.length } as CSSProperties}>
            {rows.map(({ info, own, status, sentence }) => (
              <li key={info.id} className={own ? 'reasons-own' : undefined}>
                <div className="row reasons-head">
                  <Button
                    label={info.title}
                    small
                    tone="link"
                    title="Make this the current extractor"
                    onClick={() => actions.setExtractor(info.id)}
                  />
                  <StatusWord status={status} />
                </div>
                <p className="reasons-sentence">{splitOutcome(sentence, status)[1]}</p>
              </li>
            ))}
          </ul>
        </>
      )}
    </aside>
  )
}
