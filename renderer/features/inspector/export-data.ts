import { decisionsCsv, inspectionJson, measuresCsv, nodeJson, type InspectionInput } from '../../../shared/explain/inspection-data'
import { reportHtml, type ReportInput } from '../../../shared/explain/report'
import { formatNumber } from '../../components/number-format'
import { fileName, saveFile } from '../../components/panel/save-file'
import { currentTab, extractorOf, getState, notify } from '../../window/store'

/** The inspection in front; null without one. */
function inspectionInFront(): (InspectionInput & ReportInput) | null {
  const { model, page, result, preset, selected } = currentTab()
  const info = extractorOf(result?.extraction.extractor)
  if (!model || !page || !result || !info) return null
  const { extraction, trace } = result
  return { page: model, capture: page, info, preset, extraction, trace, selected, version: getState().host?.version ?? '' }
}

function nameOf(what: string, { capture, info }: InspectionInput, extension: string): string {
  return fileName(`${what} ${info.id} ${capture.title}`, extension)
}

/** The node selected in front with its measures and decisions, as JSON; null where none is. */
export function selectedNodeJson(): string | null {
  const input = inspectionInFront()
  return input && input.selected !== null ? nodeJson(input, input.selected) : null
}

/** Saves the measures of every node of the page in front as CSV. */
export function exportMeasures(): void {
  const input = inspectionInFront()
  if (input) saveFile(nameOf('Measures', input, 'csv'), measuresCsv(input), 'text/csv;charset=utf-8')
}

/** Saves every decision of the run in front as CSV. */
export function exportDecisions(): void {
  const input = inspectionInFront()
  if (!input) return
  if (input.trace) saveFile(nameOf('Decisions', input, 'csv'), decisionsCsv({ ...input, trace: input.trace }), 'text/csv;charset=utf-8')
  else notify('This result was made without a record of its decisions. Run the extraction again.')
}

/** Saves the inspection in front, measures and decisions, as JSON. */
export function exportInspection(): void {
  const input = inspectionInFront()
  if (input) saveFile(nameOf('Inspection', input, 'json'), inspectionJson(input), 'application/json')
}

/** Saves the inspection in front as a self-contained HTML file. */
export function exportReport(): void {
  const input = inspectionInFront()
  if (!input) return
  const { title, label } = input.capture
  saveFile(fileName(`Report ${title || label}`, 'html'), reportHtml({ ...input, format: formatNumber }), 'text/html;charset=utf-8')
}
