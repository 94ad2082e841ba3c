import { useMemo, useState, useCallback, useRef } from 'react'
import { createStore } from 'zustand'
import { shownNode, type DemoRun, lineTopic, type Frame } from '../../../../shared/demo/demo-run'
import { describeFrame } from '../../../../shared/demo/narration'
import type { StagePart } from '../../../../shared/demo/tours/tour'
import { useMedia, useResize } from '../../../components/hooks'
import { formatNumber, formatMeasure } from '../../../components/number-format'
import { useDemo, demoActions } from '../state/demo'
import type { Demo } from '../state/demo-state'
import { FormulaCard } from './formula-card'
import { StageChartView, type StageView } from './stage-chart-view'
import { StagePage } from './stage-page'
import styles from './stage.module.css'
import { findRemovedNodes } from '../../../../shared/demo/replay'
import { stageRows, treeRows } from '../../../../shared/demo/stage-rows'
import { List } from '../../../components/list/list'
import { measureScale, scaleStep } from '../../../components/density-scale'
import rowStyles from './stage-rows.module.css'
import { codeLines, codePlace, codeValues } from '../../../../shared/demo/code-place'
import { Button } from '../../../components/button'
import { codeNote } from './card-lines'
import cards from './cards.module.css'

/** The style sheets use the same limit. */
const LOW_WINDOW = '(max-height: 960px)'

/** For a question about an element, returns the page, because the user clicks on the page. */
function viewOf({ tour, run }: Demo): StagePart | undefined {
  const stop = tour?.tour.stops[tour.stop]
  return tour?.hasQuestion && stop?.quiz && run?.extraction.lines === undefined ? 'page' : stop?.view
}

interface StageProps {
  readonly run: DemoRun
  readonly name: string
  readonly moment: number
  readonly page: string
  /** Screen readers do not announce the captions of the second run. */
  readonly isSecond?: boolean
}

export function Stage({ run, name, moment, page, isSecond = false }: StageProps) {
  const compact = useDemo((s) => isSecond || s.beside !== null)
  const quiet = useDemo((s) => isSecond || s.playing)
  const stageView = useDemo(viewOf)
  const low = useMedia(LOW_WINDOW)
  const large = useDemo((s) => {
    const spoken = viewOf(s)
    if (s.lecture) return spoken ?? 'page'
    return low || s.tour?.hasQuestion === true || spoken === 'formula' || spoken === 'code' ? spoken : undefined
  })
  const frame = useMemo(() => run.frameAt(moment), [run, moment])
  const [sweep] = useState((): StageView['sweep'] => createStore<number | null>(() => null))
  const view = { run, frame, sweep }
  const enlarged = compact ? undefined : large
  const part = (name: StagePart) => ({
    className: `pane ${styles.cell}`,
    'data-part': name,
    'data-look': stageView === name,
    'data-large': enlarged === name,
  })
  return (
    <div className={styles.stage} data-compact={compact} data-enlarged={enlarged} role="group" aria-label={name}>
      <p className={`pane ${styles.caption}`} aria-live={quiet ? 'off' : 'polite'}>
        <strong>
          {compact ? `${name} · ` : ''}
          {frame.chapter.step.name}
        </strong>{' '}
        {describeFrame(run, frame, formatNumber)
          // Split at numbers, except in quoted words of the page.
          .split(/(\d(?:[\d,.]*\d)?)(?![^“]*”)/)
          .map((part, i) => (i % 2 === 1 ? <b key={i}>{part}</b> : part))}
      </p>
      <div data-node={shownNode(run, frame)} {...part('page')}>
        <StagePage {...view} page={page} label={`Page, ${name}`} />
      </div>
      {compact ? null : (
        <div {...part('tree')}>
          <StageRowsView run={run} frame={frame} />
        </div>
      )}
      <div {...part('chart')}>
        <StageChartView {...view} />
      </div>
      {compact ? null : (
        <div className={styles.cards}>
          <div {...part('formula')}>
            <FormulaCard run={run} frame={frame} />
          </div>
          <div {...part('code')}>
            <CodeCard run={run} frame={frame} />
          </div>
        </div>
      )}
    </div>
  )
}

/** The player handles all other keys, so that a presentation remote works while the list has the focus. */
const ROW_KEYS: ReadonlySet<string> = new Set(['ArrowUp', 'ArrowDown'])

const STATUSES = { kept: '✓ kept', path: '↳ contains kept text', out: '', least: '◂ smallest', way: '↑ path to body' } as const

function StageRowsView({ run, frame }: { readonly run: DemoRun; readonly frame: Frame }) {
  const large = useDemo((s) => s.lecture)
  const [isUnfolded, setUnfolded] = useState(false)
  const perLine = lineTopic(run, frame) !== null
  const tree = useMemo(() => (perLine ? [] : treeRows(run.page, isUnfolded ? null : findRemovedNodes(run))), [run, perLine, isUnfolded])
  const rows = useMemo(() => stageRows(run, frame, tree), [run, frame, tree])
  const { measure, share, current } = rows
  const picked = useDemo((s) => rows.rowOf(s.picked))
  const pointed = useDemo((s) => rows.rowOf(s.pointed))
  const scale = useMemo(() => measureScale(run.valuesOf(measure) ?? new Float64Array(0), share), [run, measure, share])
  const height = large ? 34 : 22
  const pickRow = (index: number): void => {
    const row = rows.rowAt(index)
    if (row.picked) demoActions.pick(row.picked)
    else setUnfolded(true)
  }
  return (
    <List
      key={`${perLine} ${height}`}
      className={rowStyles.list ?? ''}
      role={perLine ? 'group' : 'tree'}
      label={`${rows.title} with ${rows.label}`}
      count={rows.count}
      rowHeight={height}
      current={picked >= 0 ? picked : current}
      {...(perLine ? {} : { onMove: pickRow, keys: ROW_KEYS })}
      follow={pointed >= 0 ? pointed : picked >= 0 ? picked : current}
    >
      {(index, props) => {
        const row = rows.rowAt(index)
        const { name, words, line, value } = row
        const indent = 8 + Math.min(row.depth, 24) * (large ? 16 : 11)
        const position = scale.position(value)
        const status = STATUSES[row.way ?? row.status]
        return (
          <div
            {...props}
            className={rowStyles.row}
            data-status={row.status}
            data-way={row.way}
            data-subject={row.picked?.per === 'node' ? row.picked.subject : undefined}
            data-current={index === current}
            data-picked={index === picked}
            data-pointed={index === pointed}
            style={{ blockSize: height }}
            {...(perLine ? {} : { 'aria-level': row.depth + 1 })}
            onClick={() => pickRow(index)}
          >
            {line === null ? null : <span className={`dim ${rowStyles.number}`}>{line}</span>}
            <span className={`cut ${rowStyles.label}`} style={line === null ? { paddingInlineStart: indent } : undefined}>
              {name}
              {words === '' ? null : (
                <span className={`dim ${rowStyles.words}`}>
                  {' '}
                  <bdi>{words}</bdi>
                </span>
              )}
            </span>
            <span className={rowStyles.bar} aria-hidden="true">
              {Number.isNaN(position) ? null : (
                <span style={{ width: `${position * 100}%`, background: `var(--density-${scaleStep(position)})` }} />
              )}
            </span>
            <span className={rowStyles.value}>{Number.isNaN(value) ? '' : formatMeasure(value, share)}</span>
            <span className={`dim ${rowStyles.status}`} title={status}>
              {status}
            </span>
          </div>
        )
      }}
    </List>
  )
}

function CodeCard({ run, frame }: { readonly run: DemoRun; readonly frame: Frame }) {
  const list = useRef<HTMLOListElement>(null)
  const picked = useDemo((s) => s.picked)
  const lines = run.info.pseudocode
  const { ran, next } = codePlace(run, frame.moment)
  const showLines = useCallback(
    (element: HTMLElement) => {
      // Reveal `ran` last, so that the line that ran stays visible if both lines do not fit.
      for (const line of [next, ran]) reveal(element, element.querySelector<HTMLElement>(`[data-line="${line}"]`))
    },
    [ran, next],
  )
  useResize(list, showLines)
  if (lines.length === 0) {
    return (
      <div className={cards.card} role="group" aria-label="Extractor" tabIndex={0}>
        <h2>{run.info.title}</h2>
        <p>{run.info.summary}</p>
        <p className="quiet">
          {run.info.paper.authors}: {run.info.paper.title}, {run.info.paper.year}
        </p>
      </div>
    )
  }
  const values = codeValues(run, frame, picked)
  return (
    <ol className={cards.code} ref={list} aria-label="Pseudocode" tabIndex={0}>
      {codeLines(lines).map(({ index, text, isTitle, number }) => {
        if (isTitle)
          return (
            <li key={index} className={cards.codeTitle}>
              {text}
            </li>
          )
        const value = values.get(index)
        return (
          <li
            key={index}
            value={number}
            data-line={index}
            data-ran={index === ran || undefined}
            aria-current={index === ran ? 'step' : undefined}
            data-next={index === next || undefined}
          >
            <Button
              tone="bare"
              tabIndex={-1}
              title={titleOf(index === ran, index === next)}
              onClick={() => demoActions.goToLineOfCode(index)}
            >
              <code style={{ paddingInlineStart: `${text.length - text.trimStart().length}ch` }}>{text.trimStart()}</code>
            </Button>
            {value ? (
              <span className={cards.codeValue} data-holds={value.kind === 'test' ? value.holds : undefined}>
                {codeNote(value)}
              </span>
            ) : null}
          </li>
        )
      })}
    </ol>
  )
}

/** `scrollIntoView` would also scroll the stage out of a low window. */
function reveal(list: HTMLElement, line: HTMLElement | null): void {
  if (!line) return
  const { offsetTop: top, offsetHeight: height } = line
  list.scrollTop = Math.min(top, Math.max(list.scrollTop, top + height - list.clientHeight))
}

function titleOf(ran: boolean, next: boolean): string {
  if (ran) return 'This line ran last. A click goes to its next run'
  return next ? 'This line runs next' : 'Go to the next run of this line'
}
