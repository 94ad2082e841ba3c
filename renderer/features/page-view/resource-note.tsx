import { useEffect, useState } from 'react'
import type { ResourceSummary, PageSummary } from '../../../shared/contract/capture'
import { Button } from '../../components/button'
import { formatBytes, formatCount, formatNumber } from '../../components/number-format'
import { TextField } from '../../components/fields'
import { call } from '../../window/host/host'
import { requestedLimits } from '../../window/page/page-options'
import { readResources, storeResources, useResourceSummary } from '../../window/page/open-page'

/** Milliseconds after the load at which the list of resources is read. A large page requests fonts and images late. */
const READ_TIMES = [400, 2_000, 6_000]

interface ResourceNoteProps {
  readonly page: PageSummary
  readonly loads: number
  readonly onFetched: () => void
}

export function ResourceNote({ page, loads, onFetched }: ResourceNoteProps) {
  const summary = useResourceSummary(page.id)
  const [fetching, setFetching] = useState<AbortController | null>(null)
  const [note, setNote] = useState('')
  useEffect(() => {
    if (loads === 0) return
    const timers = READ_TIMES.map((after) => setTimeout(() => void readResources(page.id), after))
    return () => timers.forEach(clearTimeout)
  }, [page.id, loads])
  useEffect(() => () => fetching?.abort(), [fetching])

  /** @param address web address that the user entered for the page */
  async function fetchMissing(address?: string): Promise<void> {
    const controller = new AbortController()
    setFetching(controller)
    setNote('Fetching …')
    const answer = await call(
      'page.fetchResources',
      { page: page.id, limits: requestedLimits(), address },
      { signal: controller.signal, onProgress: ({ message }) => setNote(message) },
    )
    setFetching(null)
    setNote(answer.ok || answer.failure.code === 'cancelled' ? '' : `${answer.failure.message} ${answer.failure.next}`)
    if (!answer.ok) return
    if (address === undefined && answer.value.missing >= missing) setNote('The servers sent no further files.')
    storeResources(page.id, answer.value)
    onFetched()
  }

  const missing = summary?.missing ?? 0
  if (page.redirects.length === 0 && missing === 0 && note === '') return null
  return (
    <div className="line-above resource-note">
      {page.redirects.length > 0 ? (
        <details>
          <summary className="cut">
            Redirected to <bdi className="resource-address">{page.url}</bdi>
          </summary>
          <RedirectList redirects={page.redirects} />
        </details>
      ) : null}
      {missing > 0 && summary ? <MissingFiles summary={summary} /> : null}
      {summary && summary.toFetch > 0 && !fetching ? (
        <Button
          label={summary.toFetch < missing ? `Fetch ${formatCount(summary.toFetch, 'file')}` : 'Fetch missing files'}
          small
          title="Requests missing files of this page. The servers see the requests."
          onClick={() => void fetchMissing()}
        />
      ) : null}
      {summary?.addressable && missing > 0 && !fetching ? (
        <AddressForm
          address={/^https?:/i.test(page.url ?? '') ? page.url : page.address}
          onSubmit={(address) => void fetchMissing(address)}
        />
      ) : null}
      {fetching ? <Button label="Cancel" small onClick={() => fetching.abort()} /> : null}
      <span role="status" className="quiet">
        {note}
      </span>
    </div>
  )
}

function MissingFiles({ summary }: { readonly summary: ResourceSummary }) {
  const { missing } = summary
  const frames = summary.missingParts.filter(({ kind }) => kind === 'document').length
  return (
    <details>
      <summary className="cut">
        {formatCount(missing, missing === frames ? 'frame' : 'file')} of this page {missing === 1 ? 'is' : 'are'} missing
        {frames > 0 && frames < missing ? `, ${formatCount(frames, 'frame')} among them` : ''}
        {summary.kept > 0 ? (
          <span className="quiet">
            {' '}
            · {formatNumber(summary.kept)} {summary.kept === 1 ? 'is' : 'are'} stored ({formatBytes(summary.bytes)})
          </span>
        ) : null}
      </summary>
      <MissingList summary={summary} />
    </details>
  )
}

export const RedirectList = ({ redirects }: Pick<PageSummary, 'redirects'>) => (
  <ol className="bulleted resource-list">
    {redirects.map(({ url, status, location }) => (
      <li key={url}>
        <bdi>{url}</bdi>
        <span className="quiet"> {status}, redirects to </span>
        <bdi>{location}</bdi>
      </li>
    ))}
  </ol>
)

export const MissingList = ({ summary: { missing, missingParts } }: { readonly summary: ResourceSummary }) => (
  <ul className="bulleted resource-list">
    {missingParts.map(({ url, reason }) => (
      <li key={url}>
        <bdi>{url}</bdi> <span className="quiet">{reason}</span>
      </li>
    ))}
    {missing > missingParts.length ? <li className="quiet">… and {formatNumber(missing - missingParts.length)} more</li> : null}
  </ul>
)

function AddressForm({ address, onSubmit }: { readonly address: string | null; readonly onSubmit: (address: string) => void }) {
  const [text, setText] = useState(address ?? '')
  return (
    <form
      className="resource-form"
      onSubmit={(event) => {
        event.preventDefault()
        onSubmit(text.trim())
      }}
    >
      <TextField
        caption="Address of the page"
        inputMode="url"
        required
        size={Math.min(48, Math.max(24, text.length))}
        value={text}
        placeholder="https://…"
        onChange={setText}
      />
      <Button
        label="Fetch missing files"
        small
        type="submit"
        title="Requests the missing files of the page at this address. The servers see the requests."
      />
    </form>
  )
}
