import { inspectionJson, type InspectionInput } from '../../../shared/explain/inspection-data'
import { reportHtml, type ReportInput } from '../../../shared/explain/report'
import { formatNumber } from '../../components/number-format'
import { fileName, saveFile } from '../../components/panel/save-file'
import { currentTab, extractorOf, getState } from '../../window/store'

/** The inspection in front; null without one. */
function inspectionInFront(): (InspectionInput & ReportInput) | null {
  const { model, page, result, preset, selected } = currentTab()
  const info = extractorOf(result?.extraction.extractor)
  if (!model || !page || !result || !info) return null
  const { extraction, trace } = result
  return { page: model, capture: page, info, preset, extraction, trace, selected, version: getState().host?.version ?? '' }
}

/** Saves the inspection in front, measures and decisions, as JSON. */
export function exportInspection(): void {
  const input = inspectionInFront()
  if (input) saveFile(fileName(`Inspection ${input.info.id} ${input.capture.title}`, 'json'), inspectionJson(input), 'application/json')
}

/** Saves the inspection in front as a self-contained HTML file. */
export function exportReport(): void {
  const input = inspectionInFront()
  if (!input) return
  const { title, label } = input.capture
  saveFile(fileName(`Report ${title || label}`, 'html'), reportHtml({ ...input, format: formatNumber }), 'text/html;charset=utf-8')
}
