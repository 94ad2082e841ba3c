import { useState } from 'react'
import type { RunDetails } from '../../../../shared/contract/evaluation-contract'
import { Select } from '../../../components/select'
import { evaluation, useEvaluation } from '../state/evaluation'
import { rowOptions } from '../view-parts'
import { PROPERTIES, ScatterPlot, type Property } from './scatter-plot'
import { StripPlot } from './strip-plot'
import styles from './plots.module.css'

/** Plots whose points are pages: the distribution of an extractor, and the extractor against another or against a property. */
export default function PagePlots({ details: { run, results } }: { readonly details: RunDetails }) {
  const metric = useEvaluation((state) => state.metric)
  const focus = useEvaluation((state) => state.focus)
  const others = rowOptions(run.names).filter(({ value }) => value !== focus)
  const [chosen, setAcross] = useState<string>('')
  const across = chosen === String(focus) || chosen === '' ? String(others[0]?.value ?? PROPERTIES[0].id) : chosen
  const isProperty = PROPERTIES.some(({ id }) => id === across)
  const open = (page: string): void => evaluation.list({ page })
  return (
    <div className={styles.grid}>
      <StripPlot results={results} name={run.names[focus] ?? ''} configuration={focus} metric={metric} height={262} onOpen={open} />
      <ScatterPlot
        results={results}
        names={run.names}
        metric={metric}
        up={focus}
        across={isProperty ? (across as Property) : Number(across)}
        onOpen={open}
        controls={
          <Select
            label="Against"
            value={across}
            options={[
              ...others.map(({ value, label }) => ({ value: String(value), label, group: 'Extractors' })),
              ...PROPERTIES.map(({ id, label }) => ({ value: id, label, group: 'Properties of pages' })),
            ]}
            onChange={setAcross}
          />
        }
      />
    </div>
  )
}
