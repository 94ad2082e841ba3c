import { useMemo, useState } from 'react'
import type { RunDetails } from '../../../shared/contract/evaluation-contract'
import { configurationsOver, type Configuration } from '../../../shared/evaluation/run-spec'
import { findGrids, findSweeps } from '../../../shared/evaluation/sweeps'
import { curveValues } from '../../../shared/explain/flip-search'
import type { NumberParam } from '../../../shared/extractors/core/params'
import { Button } from '../../components/button'
import { NumberInput } from '../../components/fields'
import { PanelMessage } from '../../components/panel/panel'
import { evaluation, useEvaluation } from './state/evaluation'
import { useWindow } from '../../window/window'
import { ExtractorSelect, optionsOf, Select } from '../../components/select'
import { GridMap, SweepChart } from './sweep-charts'
import { MetricSelect } from './view-parts'
import styles from './views.module.css'

/** What parameters do (CETD's Fig. 5, for any number parameter of any extractor): one as a curve with bands, two as a map; by page type. */
export function SweepView({ details }: { readonly details: RunDetails }) {
  const { spec } = details.run
  const sweeps = useMemo(() => findSweeps(spec), [spec])
  const grids = useMemo(() => findGrids(spec), [spec])
  const metric = useEvaluation((state) => state.metric)
  const isPublished = useWindow((state) => state.host?.published !== undefined)
  const types = useMemo(() => [...new Set(details.results.map(({ facts }) => facts.pageType))].sort(), [details])
  const [type, setType] = useState('')
  return (
    <>
      {isPublished ? null : <SweepStarter details={details} />}
      {sweeps.length + grids.length === 0 ? (
        <PanelMessage
          title="This run sweeps no parameter"
          next="Choose an extractor and a parameter above: a new run over the same pages makes the curve. A second parameter makes a map."
        />
      ) : (
        <div className="evaluate-row">
          <Select
            caption="Pages"
            value={types.includes(type) ? type : ''}
            options={[{ value: '', label: 'of all types' }, ...optionsOf(types)]}
            onChange={setType}
          />
          {grids.length > 0 ? <MetricSelect /> : null}
        </div>
      )}
      {grids.map((grid) => (
        <GridMap key={grid.key} details={details} type={type} grid={grid} metric={metric} />
      ))}
      {sweeps.map((sweep) => (
        <SweepChart key={sweep.key} details={details} type={type} sweep={sweep} />
      ))}
    </>
  )
}

/** Values of each of two parameters: a run has 500 rows at most. */
const MOST_OF_TWO = 20

/** Starts a sweep over the pages of the run in view. */
function SweepStarter({ details }: { readonly details: RunDetails }) {
  const extractors = useWindow((state) => state.extractors)
  const candidates = extractors.filter(({ params }) => Object.values(params).some(({ kind }) => kind === 'number'))
  const [id, setId] = useState(details.run.spec.configurations[0]?.extractor ?? '')
  const info = candidates.find((one) => one.id === id) ?? candidates[0]
  const numbers = Object.entries(info?.params ?? {}).filter((entry): entry is [string, NumberParam] => entry[1].kind === 'number')
  const [name, setName] = useState('')
  const [param, spec] = numbers.find(([one]) => one === name) ?? numbers[0] ?? ['', null]
  const [steps, setSteps] = useState(9)
  const [secondName, setSecondName] = useState('')
  const second = numbers.find(([one]) => one === secondName && one !== param)
  if (!info || !spec) return null
  const count = second ? Math.min(steps, MOST_OF_TWO) : steps
  const values = curveValues(spec, count)
  const secondValues = second ? curveValues(second[1], count) : []
  return (
    <form
      className="evaluate-row"
      aria-label="New sweep"
      onSubmit={(event) => {
        event.preventDefault()
        const base: Configuration = { extractor: info.id, preset: 'default', params: {} }
        const over = configurationsOver(base, param, values)
        evaluation.setDraft({
          ...details.run.spec,
          configurations: second ? over.flatMap((one) => configurationsOver(one, second[0], secondValues)) : over,
        })
        evaluation.set({ draftName: `Sweep of ${second ? `${param} and ${second[0]}` : param}, ${info.id}` })
        void evaluation.start().then(() => evaluation.set({ tab: 'sweep' }))
      }}
    >
      <ExtractorSelect caption="Extractor" extractors={candidates} value={info.id} onChange={setId} />
      <Select caption="Parameter" value={param} options={numbers.map(([value, { label }]) => ({ value, label }))} onChange={setName} />
      {numbers.length > 1 ? (
        <Select
          caption="And"
          value={second?.[0] ?? ''}
          options={[
            { value: '', label: 'no other' },
            ...numbers.filter(([value]) => value !== param).map(([value, { label }]) => ({ value, label })),
          ]}
          onChange={setSecondName}
        />
      ) : null}
      <label>
        {second ? 'Values of each, over its range' : `Values from ${spec.min} to ${spec.max}`}
        <NumberInput min={2} max={second ? MOST_OF_TWO : 100} value={count} onChange={setSteps} />
      </label>
      <Button small type="submit" tone="strong">
        Sweep
      </Button>
      <span className={`quiet ${styles.beside}`} role="status">
        {second
          ? `${values.length * secondValues.length} rows: ${values.length} × ${secondValues.length} values`
          : `${values.length} rows${values.length < count ? ': its range has no more steps' : ''}`}
      </span>
    </form>
  )
}
