import { useRef, useState } from 'react'
import type { MeasureText } from '../../../shared/scene/scene'
import { Button } from '../../components/button'
import { Select } from '../../components/fields'
import { MenuButton, MenuItem } from '../../components/menu'
import { useInnerSize, later } from '../../components/hooks'
import { formatCount, formatNumber } from '../../components/number-format'
import { PanelMessage } from '../../components/panel/panel'
import { fileName, saveFile } from '../../components/panel/save-file'
import type { FigureContent } from '../../figures/figure-frame'
import type { FigureOptions } from '../../figures/figure-style'
import { captionOf, settingsWords } from '../../figures/figure-file'
import { currentTab, useTab, useResultExtractor, liveResult } from '../../window/window'
import { Legend, plotBox, RangeBar } from './plot'
import { chartCsv, type ChartSource } from './chart-data'
import { Charted, chooseChart, setStacked, useChart, useChosenChart } from './charted'
import { noteOfColumns } from './chart-scene'
import './charts.css'

const FigureDialog = later(async () => (await import('../../figures/figure-dialog')).FigureDialog)

export function ChartPanel() {
  const model = useTab((tab) => tab.model)
  const extraction = useTab((tab) => liveResult(tab)?.extraction ?? null)
  const info = useResultExtractor()
  const chosen = useChosenChart((state) => (info ? state.byExtractor[info.id] : undefined))
  const spec = info?.charts.find((chart) => chart.id === chosen) ?? info?.charts[0]
  return (
    <div className="column chart-panel" role="group" aria-label="Charts">
      {!model || !extraction || !info ? (
        <PanelMessage title="No values yet" next="Open a page. The values appear after the extractor has run." />
      ) : spec ? (
        <Chart key={`${info.id} ${spec.id}`} model={model} extraction={extraction} info={info} spec={spec} />
      ) : (
        <PanelMessage title={`${info.title} has no chart`} next="Choose another extractor to see its values." />
      )}
    </div>
  )
}

const TOO_LOW = 'The pane is too low for both charts'
const MEASURED = 'Nodes without a value, such as removed nodes, are not counted'

function Chart(props: ChartSource) {
  const { model, extraction, info, spec } = props
  const [notice, setNotice] = useState('')
  const [figure, setFigure] = useState<((options: FigureOptions, measure: MeasureText) => FigureContent) | null>(null)
  const ref = useRef<HTMLDivElement>(null)
  const { width, height } = useInnerSize(ref)
  const chart = useChart(props, height)
  const { data, size, room, views, log, sorted, shown, isWhole, isStackChosen } = chart
  const main = views.at(-1)
  const columns = main && width > 0 ? noteOfColumns(main, plotBox(width, height).width) : ''
  const title = `${info.title} ${spec.title}`
  const all = spec.per === 'node' ? `${formatNumber(size)} of ${formatNumber(model.count)} nodes measured` : formatCount(size, 'line')
  const drawFigure = async (): Promise<void> => {
    const { page } = currentTab()
    const caption = page ? captionOf(page, settingsWords(info, extraction.params)) : ''
    const drawn = chart.allViews()
    const { chartFigure } = await import('./chart-figure')
    setFigure(() => (options: FigureOptions, measure: MeasureText) => chartFigure(drawn, { title, caption }, options, measure))
  }
  const saveValues = (): void => {
    if (!data) return
    saveFile(fileName(title, 'csv'), chartCsv(data, chart.axis), 'text/csv;charset=utf-8')
    setNotice(`Saved ${fileName(title, 'csv')}.`)
  }
  return (
    <>
      <div className="row chart-bar">
        {info.charts.length > 1 ? (
          <Select
            small
            className="chart-choice"
            label="Chart"
            value={spec.id}
            options={info.charts.map((chart) => ({ value: chart.id, label: chart.title }))}
            onChange={(id) => chooseChart(info.id, id)}
          />
        ) : (
          <h3 className="chart-title cut" title={spec.title}>
            {spec.title}
          </h3>
        )}
        <span className="dim tabular chart-figure cut">{spec.figure}</span>
        {isWhole ? null : <Button label="Show all" small onClick={() => chart.setZoomed(null)} />}
        {spec.smoothing ? (
          <Button
            label="Stacked"
            small
            aria-pressed={isStackChosen}
            title={isStackChosen && !room.isPair ? TOO_LOW : 'Two charts with the same zoom: raw values above, smoothed values below'}
            onClick={() => setStacked(!isStackChosen)}
          />
        ) : null}
        {spec.across === undefined ? <Button label="Sorted" small aria-pressed={sorted} onClick={() => chart.setSorted(!sorted)} /> : null}
        <Button label="Log scale" small aria-pressed={log} onClick={() => chart.setLog(!log)} />
        <MenuButton word="Export" label="Export the chart" narrow>
          <MenuItem title="Figure (SVG, PNG) …" onSelect={() => void drawFigure()} />
          <MenuItem title="Values, CSV" onSelect={saveValues} />
        </MenuButton>
      </div>
      <div className="row chart-bar chart-bar-legend">
        {data ? <Legend data={data} /> : null}
        <span className="space" />
        <span className="dim tabular chart-count" title={spec.per === 'node' ? MEASURED : undefined}>
          {isWhole ? all : `${formatNumber(shown.from)}–${formatNumber(shown.to - 1)} of ${formatNumber(size)}`}
          {columns === '' ? null : ` · ${columns}`}
        </span>
      </div>
      <div className="fill chart-room" ref={ref}>
        <div className="chart-plot" style={{ blockSize: room.height }}>
          {data && size > 0 ? (
            <Charted {...{ chart, data, info, extraction, width }} />
          ) : (
            <PanelMessage title="No values on this page" next={extraction.warnings[0] ?? 'The extractor measured nothing on this page.'} />
          )}
        </div>
        {main && room.hasMap ? <RangeBar view={main} width={width} onShow={chart.setZoomed} /> : null}
      </div>
      <span className="visually-hidden" role="status">
        {notice}
      </span>
      {figure ? <FigureDialog label="Figure of the chart" name={title} content={figure} onClose={() => setFigure(null)} /> : null}
    </>
  )
}
