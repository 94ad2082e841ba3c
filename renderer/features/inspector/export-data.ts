import { inspectionJson, type InspectionInput, reportMarkdown, type ReportInput } from '../../../shared/explain/inspection-data'
import { fileName, saveFile } from '../../components/panel/save-file'
import { currentTab, extractorOf, getState } from '../../window/store'
import { foundFlips } from './state/flips'

function currentInspection(): (InspectionInput & ReportInput) | null {
  const { model, page, result, preset, selected } = currentTab()
  const info = extractorOf(result?.extraction.extractor)
  if (!model || !page || !result || !info) return null
  const { extraction, trace } = result
  const version = getState().host?.version ?? ''
  return { page: model, capture: page, info, preset, extraction, trace, selected, flips: foundFlips(result, selected), version }
}

export function exportInspection(): void {
  const input = currentInspection()
  if (input) saveFile(fileName(`Inspection ${input.info.id} ${input.capture.title}`, 'json'), inspectionJson(input), 'application/json')
}

export function exportReport(): void {
  const input = currentInspection()
  if (!input) return
  const { title, label } = input.capture
  saveFile(fileName(`Report ${title || label}`, 'md'), reportMarkdown(input), 'text/markdown;charset=utf-8')
}
