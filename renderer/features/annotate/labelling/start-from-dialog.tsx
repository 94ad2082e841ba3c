import { useId, useState } from 'react'
import { annotate, useAnnotate } from '../state/annotate'
import { labelling } from '../state/labelling'
import type { Labelling } from '../state/labelling-state'
import type { StartFrom } from '../state/annotate-state'
import { useWindow } from '../../../window/window'
import { ParamFields } from '../../../components/param-fields/param-fields'
import { PresetSelect, Select, Check } from '../../../components/fields'
import { FormDialog } from '../../../components/dialog'

export function StartFromDialog({ open, onClose }: { readonly open: Labelling | null; readonly onClose: () => void }) {
  const extractors = useWindow((state) => state.extractors)
  const preferences = useAnnotate((state) => state.preferences)
  // The most accurate built-in extractor according to docs/results.md.
  const first = extractors.find(({ id }) => id === 'lens') ?? extractors[0]
  const [chosen, setChosen] = useState<StartFrom>(
    preferences.startFrom.kind === 'blank' && first
      ? { kind: 'extractor', extractor: first.id, preset: 'default', params: {} }
      : preferences.startFrom,
  )
  const [always, setAlways] = useState(preferences.startFrom.kind !== 'blank')
  const formId = useId()
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
    <FormDialog
      label="Start from"
      submit={open ? 'Apply' : 'Save'}
      onSubmit={() => {
        annotate.setPreferences({ startFrom: always ? chosen : { kind: 'blank' } })
        onClose()
        if (open) void labelling.startFrom(chosen)
      }}
      onClose={onClose}
    >
      <label htmlFor={`${formId}-what`}>Labels of</label>
      <Select
        id={`${formId}-what`}
        data-autofocus
        value={chosen.kind === 'blank' ? '' : chosen.kind === 'annotator' ? `a:${chosen.annotator}` : `x:${chosen.extractor}`}
        options={[
          { value: '', label: 'nothing: a page without labels' },
          ...extractors.map((x) => ({ value: `x:${x.id}`, label: x.title, group: 'Extractors' })),
          ...others.map((name) => ({ value: `a:${name}`, label: name, group: 'Other annotators' })),
        ]}
        onChange={choose}
      />
      {chosen.kind === 'extractor' && info ? (
        <>
          <label htmlFor={`${formId}-preset`}>Preset</label>
          <PresetSelect id={`${formId}-preset`} value={chosen.preset} onChange={(preset) => setChosen({ ...chosen, preset, params: {} })} />
          <details>
            <summary>Parameters</summary>
            <ParamFields
              info={info}
              preset={chosen.preset}
              params={chosen.params}
              onChange={(name, value) => setChosen({ ...chosen, params: { ...chosen.params, [name]: value } })}
            />
          </details>
        </>
      ) : null}
      {preferences.blind && open && open.page.labels.some(({ gold }) => gold.annotator !== open.annotator) ? (
        <p className="quiet">Blind labelling hides the labels of others.</p>
      ) : null}
      <Check label="Use for all pages without labels" checked={always} onChange={setAlways} />
      {labelled ? <p className="quiet">Replaces the labels of this page; undo restores them.</p> : null}
      <p className="quiet">
        Each label stores its origin until you change the label. The origins show how much an extractor influenced the labels.
      </p>
    </FormDialog>
  )
}
