import { useId, useState, type KeyboardEvent, type ReactElement, type ReactNode } from 'react'
import { later } from '../../../components/hooks'
import { ResponsiveContainer } from 'recharts'
import { csvText, type CsvCell } from '../../../../shared/base/escape'
import { formatCount } from '../../../components/number-format'
import { MenuButton, MenuItem } from '../../../components/menu'
import { fileName, saveFile } from '../../../components/panel/save-file'
import { Table } from '../../../components/table'
import type { PlotFigureProps } from './plot-figure'
import { PATHS, type LegendItem, type Pointing } from './plot-marks'
import styles from './plots.module.css'

const PlotFigure = later(async () => (await import('./plot-figure')).PlotFigure)

interface PlotFrameProps extends Pick<PlotFigureProps, 'title' | 'note' | 'height'> {
  readonly marks: readonly { readonly label: string; readonly cells: readonly CsvCell[]; readonly open: () => void }[]
  readonly columns: readonly string[]
  readonly legend?: readonly LegendItem[]
  readonly controls?: ReactNode
  readonly sizesItself?: boolean
  readonly children: (pointing: Pointing) => ReactElement
}

function stepOf(key: string, current: number, last: number): number | undefined {
  if (key === 'Home') return 0
  if (key === 'End') return last
  if (key === 'ArrowRight' || key === 'ArrowDown') return Math.min(last, current + 1)
  if (key === 'ArrowLeft' || key === 'ArrowUp') return Math.max(0, current - 1)
  return undefined
}

export function PlotFrame({ title, note, marks, columns, height, legend = [], controls, sizesItself = false, children }: PlotFrameProps) {
  const id = useId()
  const [current, setCurrent] = useState<number | null>(null)
  const [isTable, setTable] = useState(false)
  const [isExported, setExported] = useState(false)
  const mark = current === null ? undefined : marks[current]
  const onKeyDown = (event: KeyboardEvent): void => {
    if ((event.key === 'Enter' || event.key === ' ') && mark) mark.open()
    else if (event.key === 'Escape' && mark) setCurrent(null)
    else {
      const next = marks.length === 0 ? undefined : stepOf(event.key, current ?? -1, marks.length - 1)
      if (next === undefined) return
      setCurrent(next)
    }
    event.preventDefault()
  }
  const draw = (pointed: number | null): ReactElement =>
    children({
      current: pointed,
      on: (place) => ({ onMouseEnter: () => setCurrent(place), onClick: () => marks[place]?.open(), style: { cursor: 'pointer' } }),
    })
  return (
    <figure className={`stack ${styles.plot}`} aria-labelledby={id}>
      <figcaption className="row">
        <h3 id={id}>{title}</h3>
        {controls}
        <MenuButton word="Export" label={`Export ${title}`} narrow>
          <MenuItem title="Figure …" note="SVG or PNG, with width, theme and note" onSelect={() => setExported(true)} />
          <MenuItem
            title="CSV"
            onSelect={() => saveFile(fileName(title, 'csv'), csvText([columns, ...marks.map(({ cells }) => cells)]), 'text/csv')}
          />
          <MenuItem title={isTable ? 'Show plot' : 'Show as table'} onSelect={() => setTable(!isTable)} />
        </MenuButton>
      </figcaption>
      {legend.length > 0 && !isTable ? <Legend items={legend} /> : null}
      {isTable ? (
        <DataTable title={title} columns={columns} marks={marks} />
      ) : (
        <div
          className={styles.drawing}
          style={{ blockSize: height }}
          role="group"
          aria-roledescription="plot"
          aria-label={`${title}. ${note} Arrow keys go through ${formatCount(marks.length, 'mark')}, Enter opens the current mark.`}
          tabIndex={0}
          onKeyDown={onKeyDown}
          onMouseLeave={() => setCurrent(null)}
          onBlur={() => setCurrent(null)}
        >
          {sizesItself ? (
            draw(current)
          ) : (
            <ResponsiveContainer width="100%" height="100%">
              {draw(current)}
            </ResponsiveContainer>
          )}
        </div>
      )}
      <p className={`quiet ${styles.note}`}>
        <span role="status">{mark ? `${mark.label}. Click or Enter opens it.` : ''}</span>
        {mark ? '' : note}
      </p>
      {isExported ? <PlotFigure {...{ title, note, legend, height }} plot={draw(null)} onClose={() => setExported(false)} /> : null}
    </figure>
  )
}

const Legend = ({ items }: { readonly items: readonly LegendItem[] }) => (
  <p className={`quiet ${styles.legend}`}>
    {items.map(({ label, colour, kind = 'area', shape = 'circle', dash }) => (
      <span key={label}>
        <svg width="16" height="10" aria-hidden="true">
          {kind === 'area' ? (
            <path transform="translate(8 5)" d={PATHS[shape](4)} fill={colour} />
          ) : (
            <line x1="0" y1="5" x2="16" y2="5" stroke={colour} strokeWidth="2" strokeDasharray={dash} />
          )}
        </svg>
        {label}
      </span>
    ))}
  </p>
)

const MOST_ROWS = 500

function DataTable({ title, columns, marks }: Pick<PlotFrameProps, 'title' | 'columns' | 'marks'>) {
  return (
    <div className={styles.data} tabIndex={0} role="region" aria-label={`${title}, data`}>
      <Table columns={columns}>
        {marks.slice(0, MOST_ROWS).map(({ cells }, i) => (
          <tr key={i}>
            {cells.map((cell, c) => (
              <td key={c}>{typeof cell === 'number' ? Number(cell.toPrecision(4)) : cell}</td>
            ))}
          </tr>
        ))}
      </Table>
      {marks.length > MOST_ROWS ? <p className="quiet">The CSV file has all {marks.length} rows.</p> : null}
    </div>
  )
}
