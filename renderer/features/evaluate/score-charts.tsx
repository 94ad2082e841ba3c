import { useMemo, useState } from 'react'
import { Bar, BarChart, CartesianGrid, ReferenceLine, ResponsiveContainer, Scatter, ScatterChart, Tooltip, XAxis, YAxis } from 'recharts'
import type { RunDetails } from '../../../shared/contract/evaluation-contract'
import { AXIS, nameBelow, nameBeside, TIP_STYLE, metricLabel, MetricSelect, rowOptions } from './view-parts'
import { evaluation, useEvaluation } from './state/evaluation'
import { valueIn, valuesByPage, type PageFacts } from '../../../shared/evaluation/evaluation-row'
import { Select } from '../../components/select'
import { metricInfo, type MetricId } from '../../../shared/evaluation/metric-list'
import { Button } from '../../components/button'
import { formatScore } from '../../components/number-format'

const BINS = 20

/** How a metric spreads over the pages, a histogram a column of the run; a bin lists its pages. */
export function DistributionView({ details }: { readonly details: RunDetails }) {
  const metric = useEvaluation((state) => state.metric)
  const [chosen, setChosen] = useState<{ readonly configuration: number; readonly bin: number } | null>(null)
  const columns = useMemo(
    () =>
      details.run.names.map((name, configuration) => {
        const pages = Array.from({ length: BINS }, (): string[] => [])
        for (const [page, value] of valuesByPage(details.results, configuration, metric))
          pages[Math.min(BINS - 1, Math.max(0, Math.floor(value * BINS)))]?.push(page)
        const bins = pages.map((own, i) => ({ from: i / BINS, label: (i / BINS).toFixed(2), pages: own, count: own.length }))
        return { name, configuration, bins }
      }),
    [details, metric],
  )
  // One scale for all, so that they can be compared.
  const most = Math.max(1, ...columns.flatMap(({ bins }) => bins.map(({ count }) => count)))
  const picked = chosen ? columns[chosen.configuration]?.bins[chosen.bin] : undefined
  return (
    <>
      <div className="evaluate-row">
        <MetricSelect />
        <span className="quiet">Pages by {metricLabel(metric)}, in steps of 0.05. Click a bar for its pages.</span>
      </div>
      <div className="evaluate-multiples">
        {columns.map(({ name, configuration, bins }) => (
          <figure key={configuration}>
            <figcaption className="cut">{name}</figcaption>
            <ResponsiveContainer width="100%" height={110}>
              <BarChart data={bins} margin={{ top: 4, right: 4, bottom: 0, left: -24 }} accessibilityLayer={false}>
                <XAxis dataKey="label" interval={4} {...AXIS} />
                <YAxis domain={[0, most]} allowDecimals={false} {...AXIS} />
                <Tooltip
                  cursor={{ fill: 'var(--hover)' }}
                  contentStyle={TIP_STYLE}
                  formatter={(value) => [`${String(value)} pages`, metricLabel(metric)]}
                />
                <Bar
                  dataKey="count"
                  fill="var(--density-6)"
                  isAnimationActive={false}
                  onClick={(_, index) => setChosen({ configuration, bin: index })}
                />
              </BarChart>
            </ResponsiveContainer>
          </figure>
        ))}
      </div>
      {chosen && picked ? (
        <PageTable
          title={`${columns[chosen.configuration]?.name ?? ''}: ${picked.label} to ${(picked.from + 1 / BINS).toFixed(2)}`}
          details={details}
          pages={picked.pages}
          configuration={chosen.configuration}
          metric={metric}
        />
      ) : null}
    </>
  )
}

/** What pages are set against: another row, or what is known of a page; the time is that of the row that is looked at. */
const AXES = [
  { id: 'other', label: 'another column', of: null },
  { id: 'size', label: 'page size (nodes)', of: ({ nodes }: PageFacts) => nodes },
  { id: 'links', label: 'link share', of: ({ linkShare }: PageFacts) => linkShare },
  { id: 'gold', label: 'gold words', of: ({ goldWords }: PageFacts) => goldWords },
  { id: 'time', label: 'milliseconds', of: (_: PageFacts, milliseconds: number) => milliseconds },
] as const
type Axis = (typeof AXES)[number]['id']

interface Point {
  readonly page: string
  readonly x: number
  readonly y: number
}

/** Every point is a page: one column against another, or against a property of the page; a click opens it. */
export function ScatterView({ details }: { readonly details: RunDetails }) {
  const metric = useEvaluation((state) => state.metric)
  const focus = useEvaluation((state) => state.focus)
  const [other, setOther] = useState(focus === 0 ? Math.min(1, details.run.names.length - 1) : 0)
  const [axis, setAxis] = useState<Axis>('other')
  const [selected, setSelected] = useState<string | null>(null)
  const across = AXES.find(({ id }) => id === axis)
  const points = useMemo(
    () =>
      details.results.flatMap((result, i): Point[] => {
        const y = valueIn(result, focus, metric)
        const x = across?.of ? across.of(result.facts, details.timings[i]?.[focus + 1] ?? 0) : valueIn(result, other, metric)
        return x === null || y === null ? [] : [{ page: result.facts.page, x, y }]
      }),
    [details, focus, other, metric, across],
  )
  const names = details.run.names
  const label = axis === 'other' ? `${metricLabel(metric)}, ${names[other] ?? ''}` : (across?.label ?? '')
  const sense = metricInfo(metric).larger ? 1 : -1
  const better = points.filter(({ x, y }) => sense * (y - x) > 1e-9).length
  const worse = points.filter(({ x, y }) => sense * (x - y) > 1e-9).length
  return (
    <>
      <div className="evaluate-row">
        <MetricSelect />
        <Select caption="Up" value={focus} options={rowOptions(names)} onChange={(row) => evaluation.set({ focus: row })} />
        <Select
          caption="Across"
          value={axis}
          options={AXES.map(({ id, label: text }) => ({ value: id, label: text }))}
          onChange={setAxis}
        />
        {axis === 'other' ? <Select caption="Column" value={other} options={rowOptions(names)} onChange={setOther} /> : null}
      </div>
      {axis === 'other' ? (
        <p className="quiet">
          {names[focus]} is better on {better} pages, {names[other]} on {worse}; they are equal on {points.length - better - worse}. Click a
          point for its page.
        </p>
      ) : (
        <p className="quiet">{points.length} pages. Click a point for its page.</p>
      )}
      <ScatterPlot
        points={points}
        across={label}
        up={`${metricLabel(metric)}, ${names[focus] ?? ''}`}
        isShare={axis === 'other' || axis === 'links'}
        isSame={axis === 'other'}
        onChoose={setSelected}
      />
      {selected !== null ? <PageTable title="The page" details={details} pages={[selected]} configuration={focus} metric={metric} /> : null}
    </>
  )
}

interface ScatterPlotProps {
  readonly points: readonly Point[]
  /** Names of the axes. */
  readonly across: string
  readonly up: string
  /** What is across lies in [0,1]. */
  readonly isShare: boolean
  /** Both axes are of the same metric: on the diagonal they are equal. */
  readonly isSame: boolean
  readonly onChoose: (page: string | null) => void
}

function ScatterPlot({ points, across, up, isShare, isSame, onChoose }: ScatterPlotProps) {
  return (
    <div
      style={{ flex: '0 1 480px', minBlockSize: 260 }}
      role="img"
      aria-label={`${up} against ${across}; the pages are listed under Pages.`}
    >
      <ResponsiveContainer width="100%" height="100%">
        <ScatterChart margin={{ top: 8, right: 16, bottom: 20, left: 8 }} accessibilityLayer={false}>
          <CartesianGrid stroke="var(--line)" />
          <XAxis type="number" dataKey="x" domain={isShare ? [0, 1] : ['auto', 'auto']} {...AXIS} label={nameBelow(across)} />
          <YAxis type="number" dataKey="y" domain={[0, 1]} {...AXIS} label={nameBeside(up)} />
          {isSame ? (
            <ReferenceLine
              segment={[
                { x: 0, y: 0 },
                { x: 1, y: 1 },
              ]}
              stroke="var(--neutral)"
              strokeDasharray="4 3"
            />
          ) : null}
          <Tooltip content={<PointTip />} isAnimationActive={false} />
          <Scatter
            data={points}
            fill="var(--density-6)"
            fillOpacity={0.65}
            isAnimationActive={false}
            onClick={(point: unknown) => onChoose(pageOfPoint(point))}
          />
        </ScatterChart>
      </ResponsiveContainer>
    </div>
  )
}

function pageOfPoint(point: unknown): string | null {
  if (typeof point !== 'object' || point === null || !('payload' in point)) return null
  const { payload } = point
  return typeof payload === 'object' && payload !== null && 'page' in payload && typeof payload.page === 'string' ? payload.page : null
}

function PointTip(props: { readonly active?: boolean; readonly payload?: readonly { readonly payload?: unknown }[] }) {
  const point = props.payload?.[0]?.payload
  if (!props.active || typeof point !== 'object' || point === null) return null
  const { page, x, y } = point as Point
  return (
    <div className="tip evaluate-tip">
      <strong>{page}</strong>
      <div>
        {y.toFixed(3)} against {Number(x.toPrecision(4))}
      </div>
    </div>
  )
}

interface PageTableProps {
  readonly title: string
  readonly details: RunDetails
  readonly pages: readonly string[]
  readonly configuration: number
  readonly metric: MetricId
}

const MOST = 50

/** Pages behind a mark of a chart, each with the way to open it. */
export function PageTable({ title, details, pages, configuration, metric }: PageTableProps) {
  const wanted = new Set(pages)
  const found = details.results.filter(({ facts }) => wanted.has(facts.page))
  return (
    <section className="evaluate-details" aria-label={title}>
      <h3>{title}</h3>
      {found.length === 0 ? <p className="quiet">No page.</p> : null}
      <table>
        <tbody>
          {found.slice(0, MOST).map(({ facts, rows }) => (
            <tr key={facts.page}>
              <th scope="row">{facts.url ?? facts.page}</th>
              <td title={metricLabel(metric)}>{formatScore(rows[configuration]?.metrics[metric])}</td>
              <td className="evaluate-left">{rows[configuration]?.errors.join(', ')}</td>
              <td>
                <Button small onClick={() => void evaluation.openPage(facts.page, 'inspect', configuration)}>
                  Inspect
                </Button>{' '}
                <Button small onClick={() => void evaluation.openPage(facts.page, 'compare', configuration)}>
                  Compare
                </Button>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {found.length > MOST ? <p className="quiet">and {found.length - MOST} more; see Pages.</p> : null}
    </section>
  )
}
