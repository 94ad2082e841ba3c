import { useMemo, useState } from 'react'
import { lineTopic, type DemoRun, type Frame } from '../../../../shared/demo/demo-run'
import { findRemovedNodes } from '../../../../shared/demo/replay'
import { stageRows, treeRows } from '../../../../shared/demo/stage-rows'
import { List } from '../../../components/list/list'
import { measureScale, scaleStep } from '../../../components/density-scale'
import { formatMeasure } from '../../../components/number-format'
import { demoActions, useDemo } from '../state/demo'
import styles from './stage-rows.module.css'

/** The player handles all other keys, so that a presentation remote works while the list has the focus. */
const ROW_KEYS: ReadonlySet<string> = new Set(['ArrowUp', 'ArrowDown'])

const STATUSES = { kept: '✓ kept', path: '↳ contains kept text', out: '', least: '◂ smallest', way: '↑ path to body' } as const

export function StageRowsView({ run, frame }: { readonly run: DemoRun; readonly frame: Frame }) {
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
      className={styles.list ?? ''}
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
            className={styles.row}
            data-status={row.status}
            data-way={row.way}
            data-subject={row.picked?.kind === 'node' ? row.picked.node : undefined}
            data-current={index === current}
            data-picked={index === picked}
            data-pointed={index === pointed}
            style={{ blockSize: height }}
            {...(perLine ? {} : { 'aria-level': row.depth + 1 })}
            onClick={() => pickRow(index)}
          >
            {line === null ? null : <span className={styles.number}>{line}</span>}
            <span className={styles.label} style={line === null ? { paddingInlineStart: indent } : undefined}>
              {name}
              {words === '' ? null : (
                <span className={styles.words}>
                  {' '}
                  <bdi>{words}</bdi>
                </span>
              )}
            </span>
            <span className={styles.bar} aria-hidden="true">
              {Number.isNaN(position) ? null : (
                <span style={{ width: `${position * 100}%`, background: `var(--density-${scaleStep(position)})` }} />
              )}
            </span>
            <span className={styles.value}>{Number.isNaN(value) ? '' : formatMeasure(value, share)}</span>
            <span className={styles.status} title={status}>
              {status}
            </span>
          </div>
        )
      }}
    </List>
  )
}
