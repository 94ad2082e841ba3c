import { useMemo, useState } from 'react'
import type { RunDetails } from '../../../shared/contract/evaluation-contract'
import { sweepConfigurations } from '../../../shared/evaluation/run-spec'
import { findSweeps } from '../../../shared/evaluation/sweeps'
import { curveValues } from '../../../shared/explain/flip-search'
import type { NumberParam } from '../../../shared/extractors/core/params'
import { Button } from '../../components/button'
import { NumberInput, optionsOf, Select } from '../../components/fields'
import { PanelMessage } from '../../components/panel/panel'
import { evaluation } from './state/evaluation'
import { useWindow } from '../../window/window'
import { ExtractorSelect } from '../../components/extractor-select'
import { SweepPlot } from './plots/line-plots'

export function SweepView({ details }: { readonly details: RunDetails }) {
  const { spec } = details.run
  const sweeps = useMemo(() => findSweeps(spec), [spec])
  const isPublished = useWindow((state) => state.host?.published !== undefined)
  const types = useMemo(() => [...new Set(details.results.map(({ facts }) => facts.pageType))].sort(), [details])
  const [type, setType] = useState('')
  return (
    <>
      {isPublished ? null : <SweepStarter details={details} />}
      {sweeps.length === 0 ? (
        <PanelMessage
          title="This run sweeps no parameter"
          next="Choose an extractor and a parameter above, and press Sweep. A new run over the same pages then draws the curve."
        />
      ) : (
        <div className="evaluate-row">
          <Select
            caption="Pages"
            value={types.includes(type) ? type : ''}
            options={[{ value: '', label: 'of all types' }, ...optionsOf(types)]}
            onChange={setType}
          />
        </div>
      )}
      {sweeps.map((sweep) => (
        <SweepPlot key={sweep.key} details={details} type={type} sweep={sweep} />
      ))}
    </>
  )
}

function SweepStarter({ details }: { readonly details: RunDetails }) {
  const extractors = useWindow((state) => state.extractors)
  const candidates = extractors.filter(({ params }) => Object.values(params).some(({ kind }) => kind === 'number'))
  const [id, setId] = useState(details.run.spec.configurations[0]?.extractor ?? '')
  const info = candidates.find((one) => one.id === id) ?? candidates[0]
  const numbers = Object.entries(info?.params ?? {}).filter((entry): entry is [string, NumberParam] => entry[1].kind === 'number')
  const [name, setName] = useState('')
  const [param, spec] = numbers.find(([one]) => one === name) ?? numbers[0] ?? ['', null]
  const [steps, setSteps] = useState(9)
  if (!info || !spec) return null
  const values = curveValues(spec, steps)
  return (
    <form
      className="evaluate-row"
      aria-label="New sweep"
      onSubmit={(event) => {
        event.preventDefault()
        const configurations = sweepConfigurations({ extractor: info.id, preset: 'default', params: {} }, { param, values })
        evaluation.setDraft({ ...details.run.spec, configurations })
        evaluation.set({ draftName: `Sweep of ${param}, ${info.id}` })
        void evaluation.start({ overview: 'sweep' })
      }}
    >
      <ExtractorSelect caption="Extractor" extractors={candidates} value={info.id} onChange={setId} />
      <Select caption="Parameter" value={param} options={numbers.map(([value, { label }]) => ({ value, label }))} onChange={setName} />
      <NumberInput caption={`Number of values from ${spec.min} to ${spec.max}`} min={2} max={100} value={steps} onChange={setSteps} />
      <Button label="Sweep" small type="submit" tone="strong" />
      <span className="quiet" role="status">
        {`${values.length} rows${values.length < steps ? ': all values of the range' : ''}`}
      </span>
    </form>
  )
}
