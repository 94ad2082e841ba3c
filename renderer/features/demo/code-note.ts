import type { CodeValue } from '../../../shared/demo/code-place'
import { formatMeasure, formatNumber } from '../../components/number-format'

/** What stands beside a line of pseudocode: the value it has computed, the node it has found, or the comparison it has made. */
export function codeNote(value: CodeValue): string {
  if (value.kind === 'value') return formatMeasure(value.value)
  if (value.kind === 'found') return `${value.node} (${formatMeasure(value.value)})`
  return `${formatNumber(value.value)} ${value.relation} ${formatNumber(value.limit)} ${value.holds ? '✓' : '✗'}`
}
