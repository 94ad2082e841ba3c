import { useEffect, useState } from 'react'
import type { Failure } from '../../../shared/base/failure'
import type { ArchivedPages } from '../../../shared/contract/capture'
import { describeSource, type Source } from '../../../shared/contract/source'
import { Button } from '../../components/button'
import { formatNumber } from '../../components/number-format'
import { call } from '../../window/host/host'
import { requestedLimits } from '../../window/page/limits'
import { actions, useTab } from '../../window/window'
import { TextField } from '../../components/text-field'
import './archive-list.css'

/** Pages drawn at a time; the field finds the others. */
const DRAWN = 500

/** The pages of a web archive that was opened, to choose one of. */
export function ArchiveList({ source }: { readonly source: Source }) {
  const canGoBack = useTab((tab) => tab.visit > 0)
  const [found, setFound] = useState<ArchivedPages | null>(null)
  const [failure, setFailure] = useState<Failure | null>(null)
  const [wanted, setWanted] = useState('')
  useEffect(() => {
    const controller = new AbortController()
    void call('archive.pages', { source, limits: requestedLimits() }, { signal: controller.signal }).then((answer) => {
      if (controller.signal.aborted) return
      if (answer.ok) setFound(answer.value)
      else setFailure(answer.failure)
    })
    return () => controller.abort()
  }, [source])
  const words = wanted.trim().toLowerCase()
  const pages = found?.pages.filter(({ url, title }) => words === '' || `${title ?? ''} ${url}`.toLowerCase().includes(words)) ?? []
  const open = (entry: string): void => {
    if (source.kind === 'file' || source.kind === 'bytes') actions.openSource({ ...source, entry })
  }
  return (
    <div className="state-screen">
      <div className="archive" aria-busy={found === null && failure === null}>
        <h1>Which page of this archive?</h1>
        <p className="archive-source">{describeSource(source)}</p>
        {failure ? (
          <p role="alert">
            {failure.message} {failure.next}
          </p>
        ) : null}
        {found === null && !failure ? <p role="status">Reading the archive …</p> : null}
        {found ? (
          <>
            <label className="archive-search">
              <span>Search</span>
              <TextField type="search" value={wanted} placeholder="title or address" onChange={setWanted} />
              <span role="status">
                {formatNumber(pages.length)} of {formatNumber(found.total)} pages
              </span>
            </label>
            <ul className="start-recent archive-pages" aria-label="Pages">
              {pages.slice(0, DRAWN).map(({ entry, url, title, capturedAt }) => (
                <li key={entry}>
                  <Button tone="bare" onClick={() => open(entry)}>
                    <span className="start-sample-title">{title ?? url}</span>
                    <span className="start-sample-note">{title === null ? '' : url}</span>
                    <span className="archive-date">{capturedAt?.slice(0, 10) ?? ''}</span>
                  </Button>
                </li>
              ))}
            </ul>
            {pages.length > DRAWN ? <p className="archive-source">{formatNumber(pages.length - DRAWN)} more: search to see them.</p> : null}
          </>
        ) : null}
        {canGoBack ? <Button onClick={() => actions.back()}>Back</Button> : null}
      </div>
    </div>
  )
}
