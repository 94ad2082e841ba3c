import { useEffect, useState } from 'react'
import { createRequestSlot } from '../../../shared/base/request-slot'
import type { Result } from '../../../shared/base/failure'
import { type ArchivedPages, describeSource, type Source } from '../../../shared/contract/capture'
import { Button } from '../../components/button'
import { formatCount, formatNumber } from '../../components/number-format'
import { TextField } from '../../components/fields'
import { call } from '../../window/host/host'
import { requestedLimits } from '../../window/page/page-options'
import { actions, useTab } from '../../window/window'
import { PageChoice } from '../start-screen'

const MOST_PAGES_DRAWN = 500

export default function ArchiveList({ source }: { readonly source: Source }) {
  const canGoBack = useTab((tab) => tab.visit > 0)
  const [answer, setAnswer] = useState<Result<ArchivedPages> | null>(null)
  const [wanted, setWanted] = useState('')
  useEffect(() => {
    const reading = createRequestSlot()
    void reading
      .replace(({ signal }) => call('archive.pages', { source, limits: requestedLimits() }, { signal }))
      .then((found) => found && setAnswer(found))
    return () => reading.cancel()
  }, [source])
  const words = wanted.trim().toLowerCase()
  const all = answer?.ok ? answer.value : null
  const pages = all?.pages.filter(({ url, title }) => `${title ?? ''} ${url}`.toLowerCase().includes(words)) ?? []
  return (
    <div className="pane state-screen">
      <div className="archive" aria-busy={answer === null}>
        <h1>Pages of this archive</h1>
        <p className="dim">{describeSource(source)}</p>
        {answer === null ? <p role="status">Reading the archive …</p> : null}
        {answer?.ok === false ? (
          <p role="alert">
            {answer.failure.message} {answer.failure.next}
          </p>
        ) : null}
        {all ? (
          <>
            <label className="bar quiet archive-search">
              <span>Search</span>
              <TextField type="search" value={wanted} placeholder="title or address" onChange={setWanted} />
              <span role="status">
                {formatNumber(pages.length)} of {formatNumber(all.total)} pages
              </span>
            </label>
            <PageChoice
              className="start-recent"
              label="Pages"
              pages={pages.slice(0, MOST_PAGES_DRAWN).map(({ entry, url, title, capturedAt }) => ({
                key: entry,
                title: title ?? url,
                note: title === null ? '' : url,
                date: capturedAt?.slice(0, 10) ?? '',
                open: () => {
                  if (source.kind === 'file' || source.kind === 'bytes') actions.openSource({ ...source, entry })
                },
              }))}
            />
            {pages.length > MOST_PAGES_DRAWN ? (
              <p className="dim">Not shown: {formatCount(pages.length - MOST_PAGES_DRAWN, 'page')}. Search to find more.</p>
            ) : null}
          </>
        ) : null}
        {canGoBack ? <Button label="Back" onClick={() => actions.back()} /> : null}
      </div>
    </div>
  )
}
