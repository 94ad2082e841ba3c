import { useId, useState } from 'react'
import { presetValues, type ParamSpec, type ParamValue, type Preset } from '../../../../../shared/extractors/core/params'
import { Button, Segments } from '../../../../components/button'
import { Dialog } from '../../../../components/dialog'
import { annotate, useAnnotate } from '../../state/annotate'
import { labelling } from '../../state/labelling'
import type { Labelling } from '../../state/labelling-state'
import type { StartFrom } from '../../state/preferences'
import { useWorkspace } from '../../../../window/workspace'
import { Select } from '../../../../components/select'

/** Chooses what the labels start from: an extractor with its parameters, or another annotator. */
export function StartFromDialog({ open, onClose }: { readonly open: Labelling | null; readonly onClose: () => void }) {
  const extractors = useWorkspace((state) => state.extractors)
  const preferences = useAnnotate((state) => state.preferences)
  const [chosen, setChosen] = useState<StartFrom>(
    preferences.startFrom.kind === 'blank' && extractors[0]
      ? { kind: 'extractor', extractor: extractors[0].id, preset: 'default', params: {} }
      : preferences.startFrom,
  )
  const [always, setAlways] = useState(preferences.startFrom.kind !== 'blank')
  const id = useId()
  const info = chosen.kind === 'extractor' ? extractors.find((x) => x.id === chosen.extractor) : undefined
  const others = preferences.blind
    ? []
    : (open?.page.labels.map(({ gold }) => gold.annotator).filter((name) => name !== open.annotator) ?? [])
  const labelled = (open?.history.present.spans.length ?? 0) > 0

  function choose(value: string): void {
    if (value === '') setChosen({ kind: 'blank' })
    else if (value.startsWith('a:')) setChosen({ kind: 'annotator', annotator: value.slice(2) })
    else setChosen({ kind: 'extractor', extractor: value.slice(2), preset: 'default', params: {} })
  }

  return (
    <Dialog label="Start from" onClose={onClose}>
      <form
        className="annotate-form"
        onSubmit={(event) => {
          event.preventDefault()
          annotate.setPreferences({ startFrom: always ? chosen : { kind: 'blank' } })
          onClose()
          if (open) void labelling.startFrom(chosen)
        }}
      >
        <label htmlFor={`${id}-what`}>Labels of</label>
        <Select
          id={`${id}-what`}
          data-autofocus
          value={chosen.kind === 'blank' ? '' : chosen.kind === 'annotator' ? `a:${chosen.annotator}` : `x:${chosen.extractor}`}
          options={[
            { value: '', label: 'nothing: a blank page' },
            ...extractors.map((x) => ({ value: `x:${x.id}`, label: x.title, group: 'Extractors' })),
            ...others.map((name) => ({ value: `a:${name}`, label: name, group: 'Other annotators' })),
          ]}
          onChange={choose}
        />
        {chosen.kind === 'extractor' && info ? (
          <>
            <Segments<Preset>
              label="Preset"
              value={chosen.preset}
              options={[
                { value: 'default', label: 'Default' },
                { value: 'as-printed', label: 'As printed' },
              ]}
              onChange={(preset) => setChosen({ ...chosen, preset, params: {} })}
            />
            <details>
              <summary>Parameters</summary>
              <div className="annotate-params">
                {Object.entries(info.params).map(([name, spec]) => (
                  <ParamRow
                    key={name}
                    name={name}
                    spec={spec}
                    value={chosen.params[name] ?? presetValues(info.params, chosen.preset)[name] ?? spec.default}
                    onChange={(value) => setChosen({ ...chosen, params: { ...chosen.params, [name]: value } })}
                  />
                ))}
              </div>
            </details>
          </>
        ) : null}
        {preferences.blind && open && open.page.labels.some(({ gold }) => gold.annotator !== open.annotator) ? (
          <p className="quiet">Other annotators’ labels are hidden while you label blind.</p>
        ) : null}
        <label className="annotate-check">
          <input type="checkbox" checked={always} onChange={(event) => setAlways(event.target.checked)} /> Start every page without labels
          from this
        </label>
        {labelled ? <p className="quiet">The labels of this page are replaced; undo brings them back.</p> : null}
        <p className="quiet">
          Each label keeps where it came from until you change it, so that the bias of starting from a machine can be studied.
        </p>
        <div className="annotate-buttons">
          <Button tone="strong" type="submit">
            {open ? 'Take over' : 'Remember'}
          </Button>
          <Button onClick={onClose}>Cancel</Button>
        </div>
      </form>
    </Dialog>
  )
}

function ParamRow({
  name,
  spec,
  value,
  onChange,
}: {
  readonly name: string
  readonly spec: ParamSpec
  readonly value: ParamValue
  readonly onChange: (value: ParamValue) => void
}) {
  const id = useId()
  return (
    <>
      <label htmlFor={id} title={spec.description}>
        {spec.label}
      </label>
      {spec.kind === 'boolean' ? (
        <input id={id} name={name} type="checkbox" checked={value === true} onChange={(event) => onChange(event.target.checked)} />
      ) : spec.kind === 'choice' ? (
        <Select id={id} name={name} value={String(value)} options={spec.options} onChange={onChange} />
      ) : (
        <input
          id={id}
          name={name}
          type="number"
          min={spec.min}
          max={spec.max}
          step="any"
          value={Number(value)}
          onChange={(event) => {
            if (Number.isFinite(event.target.valueAsNumber)) onChange(event.target.valueAsNumber)
          }}
        />
      )}
    </>
  )
}
