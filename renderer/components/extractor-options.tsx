import type { ExtractorInfo } from '../../shared/extractors/core/extractor'
import { PRESETS, type Preset } from '../../shared/extractors/core/params'

/** Extractors, for a select. */
export function ExtractorOptions({ extractors }: { readonly extractors: readonly ExtractorInfo[] }) {
  return extractors.map((info) => (
    <option key={info.id} value={info.id}>
      {info.title}
    </option>
  ))
}

/** A choice of the values an extractor starts from. */
export function PresetSelect({
  value,
  label,
  onChange,
}: {
  readonly value: Preset
  /** Left out where a label stands around it. */
  readonly label?: string
  readonly onChange: (preset: Preset) => void
}) {
  return (
    <select aria-label={label} value={value} onChange={(event) => onChange(PRESETS.find((p) => p === event.target.value) ?? 'default')}>
      {PRESETS.map((p) => (
        <option key={p} value={p}>
          {p === 'default' ? 'default' : 'as printed'}
        </option>
      ))}
    </select>
  )
}
