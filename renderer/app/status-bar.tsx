import { useEffect } from 'react'
import { Button } from '../components/button'
import { formatNumber, formatWords } from '../components/number-format'
import { useResourceSummary } from '../window/page/resources'
import { keptWords } from '../window/result/kept-words'
import { actions, useTab, useWindow } from '../window/window'
import { liveResult } from '../window/window-state'
import { performAction } from './actions/actions'
import { captureTime } from './states'
import { showsOwnPages } from './workspaces'

const milliseconds = (value: number | undefined): string =>
  value === undefined ? '' : `${formatNumber(value < 10 ? Math.round(value * 10) / 10 : Math.round(value))} ms`

/** The quiet line at the bottom: size, capture, times, warnings, and what was done last. */
export function StatusBar() {
  const isElsewhere = useWindow((state) => showsOwnPages(state) || state.hasExample)
  const page = useTab((tab) => (isElsewhere ? null : tab.page))
  // In Compare each extractor's words stand over its own column.
  const isComparing = useWindow((state) => state.workspace === 'compare')
  const result = useTab((tab) => (isElsewhere || isComparing ? null : liveResult(tab)))
  const waited = useTab((tab) => tab.waited)
  const running = useTab((tab) => tab.running)
  const notice = useWindow((state) => state.notice)
  useEffect(() => {
    if (notice === '') return
    const timer = setTimeout(() => actions.notify(''), 8000)
    return () => clearTimeout(timer)
  }, [notice])
  const missing = useResourceSummary(page?.id)?.missing ?? 0
  const lacks =
    missing === 0 ? [] : [`${formatNumber(missing)} ${missing === 1 ? 'part of this page is' : 'parts of this page are'} missing`]
  const warnings = [...lacks, ...(page?.log ?? []), ...(result?.extraction.warnings ?? [])]
  return (
    <footer className="bar status-bar" aria-label="Status">
      {page ? (
        <>
          <span title="Elements and texts of the page as it was parsed; charts draw those that the extractor measures">
            {formatNumber(page.nodes)} nodes
          </span>
          {page.status !== null ? <span>HTTP {page.status}</span> : null}
          {page.charset ? <span>{page.charset}</span> : null}
          {page.kept ? (
            <Button tone="bare" title="The page is shown as it was captured then. Load it again" onClick={() => actions.reload()}>
              captured {captureTime(page.capturedAt)} · Load again
            </Button>
          ) : null}
          <span
            title={[
              ...Object.entries(page.timings).map(([name, value]) => `${name}: ${milliseconds(value)}`),
              ...(waited === null ? [] : [`from asking until it was drawn: ${milliseconds(waited)}`]),
            ].join('\n')}
          >
            opened in {milliseconds(waited ?? Object.values(page.timings).reduce((sum, value) => sum + value, 0))}
          </span>
        </>
      ) : null}
      {result ? (
        <>
          <span>{running ? 'extracting …' : `extracted in ${milliseconds(result.timings.extract)}`}</span>
          <span>{formatWords(keptWords(result.extraction))} kept</span>
        </>
      ) : null}
      {warnings.length > 0 ? (
        <Button tone="bare" className="cut status-warning" title={warnings.join('\n')} onClick={() => performAction('capture-report')}>
          {warnings[0]}
          {warnings.length > 1 ? ` (+${warnings.length - 1})` : ''}
        </Button>
      ) : null}
      <span className="cut status-notice" role="status">
        {notice}
      </span>
    </footer>
  )
}
