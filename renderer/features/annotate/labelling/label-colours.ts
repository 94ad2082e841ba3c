import { useMemo } from 'react'
import type { CorpusLabel } from '../../../../shared/contract/corpus-contract'
import type { LabelSpan } from '../../../../shared/gold/label-spans'
import { useAnnotate } from '../state/annotate'

const COLOURS = ['#0b7a5c', '#0b5cad', '#a35f00', '#b8420a', '#7446b0', '#00788c', '#a3286f', '#5a616c', '#6b7300']
const HEX = /^#[0-9a-f]{6}$/i

/** Returns `#rrggbb` per label of the corpus, and per label in `used` that the corpus does not define. */
export function labelColours(labels: readonly CorpusLabel[], used: Iterable<string> = []): ReadonlyMap<string, string> {
  const colours = new Map<string, string>()
  for (const [i, { name, color }] of labels.entries())
    colours.set(name, color && HEX.test(color) ? color : (COLOURS[i % COLOURS.length] ?? '#0b7a5c'))
  for (const name of used) if (!colours.has(name)) colours.set(name, COLOURS[colours.size % COLOURS.length] ?? '#0b7a5c')
  return colours
}

export function labelKeys(labels: readonly CorpusLabel[]): ReadonlyMap<string, string> {
  const keys = new Map<string, string>()
  for (const [i, { name, key }] of labels.entries()) {
    const wanted = key && key.length === 1 && /[0-9]/.test(key) ? key : i < 9 ? String(i + 1) : ''
    if (wanted !== '' && !keys.has(wanted)) keys.set(wanted, name)
  }
  return keys
}

export function useLabelColours(spans: readonly LabelSpan[]): ReadonlyMap<string, string> {
  const labels = useAnnotate((state) => state.corpus?.labels)
  return useMemo(() => labelColours(labels ?? [], new Set(spans.map(({ label }) => label))), [labels, spans])
}
