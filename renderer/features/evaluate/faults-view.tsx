import { Fragment, useEffect, useState } from 'react'
import type { Failure } from '../../../shared/base/failure'
import { createRequestSlot } from '../../../shared/base/request-slot'
import type { Progress } from '../../../shared/contract/contract'
import type { RunDetails } from '../../../shared/contract/evaluation-contract'
import { LOSS_WORDS } from '../../../shared/evaluation/gold-on-page'
import { explainedPages, faultsMarkdown, type FaultGroup, type FaultsByRule } from '../../../shared/evaluation/rule-faults'
import { Button } from '../../components/button'
import { FailureNote, PanelMessage, PanelProgress } from '../../components/panel/panel'
import { formatCount, formatNumber, formatWords } from '../../components/number-format'
import { Select } from '../../components/fields'
import { numbers } from '../../components/table'
import { copyText } from '../../window/host/clipboard'
import { call } from '../../window/host/host'
import { useFields } from '../../window/store'
import { requestedLimits } from '../../window/page/page-options'
import { Bar, BarChart, CartesianGrid, ReferenceLine, XAxis, YAxis } from 'recharts'
import { PlotFrame } from './plots/plot-frame'
import { AXIS, barShape, nameBelow, roundRange } from './plots/plot-marks'
import { rowOptions, ScrollTable } from './view-parts'
import { evaluation, useEvaluation } from './state/evaluation'

export function FaultsView({ details: { run } }: { readonly details: RunDetails }) {
  const { focus, faults } = useFields(useEvaluation, 'focus', 'faults')
  const [failure, setFailure] = useState<Failure | null>(null)
  const [progress, setProgress] = useState<Progress | null>(null)
  const [slot] = useState(createRequestSlot)
  useEffect(() => slot.cancel, [slot])

  const explain = async (configuration: number): Promise<void> => {
    setFailure(null)
    setProgress({ done: null, message: 'Reading the pages …' })
    const answer = await slot.replace(({ signal, whileLatest }) =>
      call(
        'evaluation.faults',
        { run: run.id, configuration, limits: requestedLimits() },
        { signal, onProgress: whileLatest(setProgress) },
      ),
    )
    if (answer === null) return
    setProgress(null)
    if (answer.ok) evaluation.set({ faults: { of: configuration, found: answer.value } })
    else if (answer.failure.code !== 'cancelled') setFailure(answer.failure)
  }
  const stop = (): void => {
    slot.cancel()
    setProgress(null)
  }
  const shown = faults?.of === focus ? faults.found : null
  const title = run.names[focus] ?? ''
  return (
    <>
      <div className="evaluate-row">
        <Select
          caption="Extractor"
          value={focus}
          options={rowOptions(run.names)}
          onChange={(value) => {
            stop()
            evaluation.set({ focus: value })
          }}
        />
        <Button
          label={shown ? 'Explain again' : 'Explain faults'}
          tone={shown ? undefined : 'strong'}
          disabled={progress !== null}
          onClick={() => void explain(focus)}
        />
        {shown ? <Button label="Copy as Markdown" onClick={() => copyText(faultsMarkdown(shown, title, 5), 'Faults')} /> : null}
      </div>
      {progress ? <PanelProgress done={progress.done} message={progress.message} onCancel={stop} /> : null}
      {failure ? <FailureNote failure={failure} /> : null}
      {shown ? <Groups found={shown} title={title} /> : null}
      {shown || progress || failure ? null : (
        <PanelMessage
          title="Faults by rule"
          next={`Runs ${title} again on the pages of the run, and groups missing and extra text by the rule that decided.`}
        />
      )}
    </>
  )
}

function Groups({ found: { groups, pages, leftOut }, title }: { readonly found: FaultsByRule; readonly title: string }) {
  const [open, setOpen] = useState<string | null>(null)
  if (pages === 0) return <PanelMessage title="No page was explained" next="No page with a gold text has a result of the extractor." />
  return (
    <>
      <p className="quiet">{explainedPages({ pages, leftOut })} Counts words of whole blocks.</p>
      <FaultsPlot title={title} groups={groups} onOpen={(kind, rule) => setOpen(`${kind} ${rule}`)} />
      <ScrollTable
        label="Faults by rule"
        columns={[
          { label: 'Fault', className: 'evaluate-left' },
          { label: 'Rule', className: 'evaluate-left' },
          numbers('Words'),
          numbers('Blocks'),
          numbers('Pages'),
        ]}
      >
        {groups.map(({ kind, rule, words, blocks, pages: on, worst }) => {
          const key = `${kind} ${rule}`
          const isOpen = open === key
          return (
            <Fragment key={key}>
              <tr ref={isOpen ? revealRow : undefined}>
                <td className="evaluate-left">{LOSS_WORDS[kind]}</td>
                <th scope="row">
                  <Button
                    label={rule === '' ? 'no rule' : rule}
                    tone="link"
                    aria-expanded={isOpen}
                    onClick={() => setOpen(isOpen ? null : key)}
                  />
                </th>
                <td className="bs-number">{formatNumber(words)}</td>
                <td className="bs-number">{formatNumber(blocks)}</td>
                <td className="bs-number">{formatNumber(on)}</td>
              </tr>
              {isOpen ? worst.map((fault) => <Fault key={`${fault.page} ${fault.node}`} {...fault} />) : null}
            </Fragment>
          )
        })}
      </ScrollTable>
    </>
  )
}

const revealRow = (row: HTMLTableRowElement | null): void => row?.scrollIntoView({ block: 'nearest' })

const Fault = ({ page, node, text, why, words }: FaultGroup['worst'][number]) => (
  <tr>
    <td />
    <td className="evaluate-left">
      <Button label={page} tone="link" onClick={() => void evaluation.openPage(page, 'inspect', undefined, node)} /> “{text}”
      <div className="quiet">{why}</div>
    </td>
    <td className="bs-number">{formatNumber(words)}</td>
    <td colSpan={2} />
  </tr>
)

const MOST_RULES = 12
const SIDES = [
  { id: 'missing', label: 'Missing', sign: -1, colour: 'var(--missed)' },
  { id: 'extra', label: 'Extra', sign: 1, colour: 'var(--extra)' },
] as const

interface FaultsPlotProps {
  readonly title: string
  readonly groups: readonly FaultGroup[]
  readonly onOpen: (kind: FaultGroup['kind'], rule: string) => void
}

function FaultsPlot({ title, groups, onOpen }: FaultsPlotProps) {
  const rules = [...new Set(groups.map(({ rule }) => rule))].slice(0, MOST_RULES)
  const marks = rules.flatMap((rule) => groups.filter((group) => group.rule === rule))
  const place = (rule: string, kind: FaultGroup['kind']): number => marks.findIndex((group) => group.rule === rule && group.kind === kind)
  const words = (mark: number): number => marks[mark]?.words ?? 0
  const data = rules.map((rule) => ({ rule: rule || 'no rule', missing: place(rule, 'missed'), extra: place(rule, 'added') }))
  type Datum = (typeof data)[number]
  const { domain, ticks } = roundRange([...data.flatMap(({ missing, extra }) => [-words(missing), words(extra)]), 0], { count: 6 })
  return (
    <PlotFrame
      title={`Faults of ${title} by rule`}
      note={`Words of whole blocks: missing text to the left, extra text to the right${groups.length > marks.length ? `; the ${rules.length} rules with the longest bars` : ''}.`}
      columns={['rule', 'fault', 'words', 'blocks', 'pages']}
      marks={marks.map(({ rule, kind, words: count, blocks, pages }) => ({
        label: `${rule || 'no rule'}: ${formatWords(count)} ${LOSS_WORDS[kind]} on ${formatCount(pages, 'page')}`,
        cells: [rule || 'no rule', LOSS_WORDS[kind], count, blocks, pages],
        open: () => onOpen(kind, rule),
      }))}
      legend={SIDES}
      height={56 + rules.length * 26}
    >
      {(pointing) => (
        <BarChart
          data={data}
          layout="vertical"
          stackOffset="sign"
          margin={{ top: 4, right: 24, bottom: 8, left: 4 }}
          accessibilityLayer={false}
        >
          <CartesianGrid stroke="var(--line)" horizontal={false} />
          <XAxis
            type="number"
            domain={domain}
            ticks={ticks}
            tickFormatter={(value: number) => formatNumber(Math.abs(value))}
            {...AXIS}
            label={nameBelow('Words')}
          />
          <YAxis type="category" dataKey="rule" width={170} interval={0} {...AXIS} tick={{ ...AXIS.tick, fill: 'var(--text)' }} />
          <ReferenceLine x={0} stroke="var(--muted)" />
          {SIDES.map(({ id, sign, colour }) => (
            <Bar
              key={id}
              dataKey={(datum: Datum) => sign * words(datum[id])}
              stackId="fault"
              isAnimationActive={false}
              shape={barShape(pointing, colour, (datum: Datum) => datum[id])}
            />
          ))}
        </BarChart>
      )}
    </PlotFrame>
  )
}
