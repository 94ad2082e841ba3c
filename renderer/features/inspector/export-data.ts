import { decisionsCsv, inspectionJson, measuresCsv, nodeJson, type InspectionInput } from '../../../shared/explain/inspection-data'
import { fileName, saveFile } from '../../components/panel/save-file'
import { getState, notify } from '../../window/store'
import { activeTab } from '../../window/workspace-state'

function inspectionInFront(): InspectionInput | null {
  const { extractors, host, ...state } = getState()
  const { model, page, result, preset } = activeTab(state)
  const info = extractors.find((extractor) => extractor.id === result?.extraction.extractor)
  if (!model || !page || !result || !info) return null
  return { page: model, capture: page, info, preset, extraction: result.extraction, trace: result.trace, version: host?.version ?? '' }
}

function nameOf(what: string, { capture, info }: InspectionInput, extension: string): string {
  return fileName(`${what} ${info.id} ${capture.title}`, extension)
}

/** The node selected in front with its measures and decisions, as JSON; null where none is. */
export function selectedNodeJson(): string | null {
  const input = inspectionInFront()
  const { selected } = activeTab(getState())
  return input && selected !== null ? nodeJson(input, selected) : null
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
