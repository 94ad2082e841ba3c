import { inspectionJson } from '../../../shared/explain/inspection-data'
import { fileName, saveFile } from '../../components/panel/save-file'
import { currentTab, extractorOf, getState } from '../../window/store'

/** Saves the inspection in front, measures and decisions, as JSON. */
export function exportInspection(): void {
  const { model, page: capture, result, preset } = currentTab()
  const info = extractorOf(result?.extraction.extractor)
  if (!model || !capture || !result || !info) return
  const { extraction, trace } = result
  const input = { page: model, capture, info, preset, extraction, trace, version: getState().host?.version ?? '' }
  saveFile(fileName(`Inspection ${info.id} ${capture.title}`, 'json'), inspectionJson(input), 'application/json')
}
