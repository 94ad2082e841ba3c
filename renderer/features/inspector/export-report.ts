import { reportHtml } from '../../../shared/explain/report'
import { formatNumber } from '../../components/number-format'
import { fileName, saveFile } from '../../components/panel/save-file'
import { getState } from '../../window/workspace'
import { activeTab } from '../../window/workspace-state'

/** The inspection in front as a self-contained HTML file; null without one. */
function reportOfTab(): string | null {
  const { extractors, host, ...state } = getState()
  const { model, page, result, preset, selected } = activeTab(state)
  const info = extractors.find((extractor) => extractor.id === result?.extraction.extractor)
  if (!model || !page || !result || !info) return null
  return reportHtml({
    page: model,
    capture: page,
    info,
    preset,
    extraction: result.extraction,
    trace: result.trace,
    selected,
    version: host?.version ?? '',
    format: formatNumber,
  })
}

/** Saves the report of the inspection in front. */
export function exportReport(): void {
  const html = reportOfTab()
  const { page } = activeTab(getState())
  if (html !== null && page) saveFile(fileName(`Report ${page.title || page.label}`, 'html'), html, 'text/html;charset=utf-8')
}
