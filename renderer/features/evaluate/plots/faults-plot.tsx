import { Bar, BarChart, CartesianGrid, ReferenceLine, XAxis, YAxis } from 'recharts'
import type { FaultGroup } from '../../../../shared/evaluation/rule-faults'
import { formatNumber } from '../../../components/number-format'
import { PlotFrame } from './plot-frame'
import { barShape } from './plot-marks'
import { AXIS, nameBelow, roundRange } from './plot-style'

const MOST_RULES = 12

interface FaultsPlotProps {
  readonly title: string
  readonly groups: readonly FaultGroup[]
  readonly onOpen: (kind: FaultGroup['kind'], rule: string) => void
}

/** Bars with the words that each rule wrongly dropped (left, missing) or kept (right, extra). */
export function FaultsPlot({ title, groups, onOpen }: FaultsPlotProps) {
  const rules = [...new Set(groups.map(({ rule }) => rule))].slice(0, MOST_RULES)
  const marks = rules.flatMap((rule) => groups.filter((group) => group.rule === rule))
  const place = (rule: string, kind: FaultGroup['kind']): number => marks.findIndex((group) => group.rule === rule && group.kind === kind)
  const words = (rule: string, kind: FaultGroup['kind']): number => marks[place(rule, kind)]?.words ?? 0
  const data = rules.map((rule) => ({
    rule: rule || 'no rule',
    missing: -words(rule, 'missed'),
    extra: words(rule, 'added'),
    missingMark: place(rule, 'missed'),
    extraMark: place(rule, 'added'),
  }))
  const { domain, ticks } = roundRange([...data.flatMap(({ missing, extra }) => [missing, extra]), 0], { count: 6 })
  return (
    <PlotFrame
      title={`Faults of ${title} by rule`}
      note={`Words of whole blocks: missing text to the left, extra text to the right${groups.length > marks.length ? `; the ${rules.length} rules with most words` : ''}.`}
      columns={['rule', 'fault', 'words', 'blocks', 'pages']}
      marks={marks.map(({ rule, kind, words: count, blocks, pages }) => ({
        label: `${rule || 'no rule'}: ${formatNumber(count)} words ${kind === 'missed' ? 'missing' : 'extra'} on ${formatNumber(pages)} pages`,
        cells: [rule || 'no rule', kind === 'missed' ? 'missing' : 'extra', count, blocks, pages],
        open: () => onOpen(kind, rule),
      }))}
      legend={[
        { label: 'Missing', colour: 'var(--missed)' },
        { label: 'Extra', colour: 'var(--extra)' },
      ]}
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
          <Bar dataKey="missing" stackId="fault" isAnimationActive={false} shape={barShape(pointing, 'var(--missed)', 'missingMark')} />
          <Bar dataKey="extra" stackId="fault" isAnimationActive={false} shape={barShape(pointing, 'var(--extra)', 'extraMark')} />
        </BarChart>
      )}
    </PlotFrame>
  )
}
