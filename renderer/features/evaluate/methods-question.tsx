import { useState } from 'react'
import { toFailure } from '../../../shared/base/failure'
import { configurationName, FAMILY_WORDS, readConfigurations, Configuration } from '../../../shared/evaluation/run-spec'
import type { ExtractorInfo } from '../../../shared/extractors/core/extractor'
import type { ParamValue, Preset } from '../../../shared/extractors/core/params'
import { Button } from '../../components/button'
import { TextField, PresetSelect } from '../../components/fields'
import { ExtractorSelect } from '../../components/extractor-select'
import { useWindow } from '../../window/window'
import { evaluation, useEvaluation } from './state/evaluation'

export function MethodsQuestion() {
  const configurations = useEvaluation((state) => state.draft.configurations)
  const extractors = useWindow((state) => state.extractors)
  const [id, setId] = useState('')
  const [preset, setPreset] = useState<Preset>('default')
  const [values, setValues] = useState('')
  const [problem, setProblem] = useState('')
  const chosen = extractors.find((info) => info.id === id) ?? extractors[0]
  const list = configurations.map((one) => Configuration.parse(one))

  function add(): void {
    if (!chosen) return
    try {
      evaluation.setDraft({ configurations: [...list, ...readConfigurations(chosen, preset, values)] })
      setProblem('')
      setValues('')
    } catch (thrown) {
      const { message, next } = toFailure(thrown)
      setProblem(`${message} ${next}`)
    }
  }

  return (
    <fieldset>
      <legend>Extractors</legend>
      <div className="evaluate-choices" role="group" aria-label="Sets of extractors">
        {Object.entries(SETS).map(([title, families]) => {
          const members = extractors.filter(({ family }) => families.includes(family))
          return (
            <Button
              key={title}
              label={title}
              small
              title={members.map((info) => info.title).join(', ')}
              onClick={() => evaluation.setDraft({ configurations: members.map(asUsual) })}
            />
          )
        })}
      </div>
      {list.length === 0 ? <p className="quiet">Choose at least one extractor.</p> : null}
      <ul className="evaluate-choices" aria-label="Extractors of the run">
        {extractors.map((info) => {
          const at = list.findIndex((one) => one.extractor === info.id && isUsual(one))
          const toggled = at >= 0 ? list.filter((_, i) => i !== at) : [...list, asUsual(info)]
          return (
            <li key={info.id}>
              <Button
                label={info.id}
                small
                aria-pressed={at >= 0}
                title={info.summary}
                onClick={() => evaluation.setDraft({ configurations: toggled })}
              />
            </li>
          )
        })}
        {list.map((configuration, i) =>
          isUsual(configuration) ? null : (
            <li key={i}>
              <Button
                label={`${configurationName(configuration)} ×`}
                small
                aria-pressed
                aria-label={`Remove ${configurationName(configuration)}`}
                onClick={() => evaluation.setDraft({ configurations: list.filter((_, j) => j !== i) })}
              />
            </li>
          ),
        )}
      </ul>
      <details>
        <summary>Add extractor with parameters</summary>
        <div className="evaluate-row">
          <ExtractorSelect caption="Extractor" extractors={extractors} value={chosen?.id ?? ''} onChange={setId} />
          <PresetSelect caption="Preset" value={preset} onChange={setPreset} />
          <TextField
            caption="Parameters"
            value={values}
            spellCheck={false}
            placeholder={exampleOf(chosen?.params ?? {})}
            onChange={setValues}
            onKeyDown={(event) => {
              if (event.key !== 'Enter') return
              event.preventDefault()
              add()
            }}
          />
          <Button label="Add" onClick={add} />
        </div>
        <p className="quiet">A range such as 0.5:2:0.1 (from, to, step) sweeps the parameter: the run has a row per value, and a curve.</p>
        {problem ? <p role="alert">{problem}</p> : null}
      </details>
    </fieldset>
  )
}

const isUsual = ({ preset, params }: Configuration): boolean => preset === 'default' && Object.keys(params).length === 0

const asUsual = ({ id }: ExtractorInfo): Configuration => ({ extractor: id, preset: 'default', params: {} })

/** The families of each set of extractors. */
const SETS: Readonly<Record<string, readonly ExtractorInfo['family'][]>> = {
  Papers: ['system'],
  Baselines: ['baseline'],
  'Libraries and Lens': ['peer', 'own'],
  All: Object.keys(FAMILY_WORDS) as ExtractorInfo['family'][],
  None: [],
}

function exampleOf(params: Readonly<Record<string, { readonly kind: string; readonly default: ParamValue }>>): string {
  const first = Object.entries(params).find(([, spec]) => spec.kind === 'number')
  return first ? `${first[0]}=${String(first[1].default)}` : ''
}
