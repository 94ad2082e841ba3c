import { useEffect, type ReactNode } from 'react'
import type { ResourceKind, ResourceSummary } from '../../../shared/contract/capture'
import { Dialog } from '../../components/dialog'
import { Facts } from '../../components/table'
import { formatBytes, formatNumber } from '../../components/number-format'
import { MissingList, RedirectList } from '../../features/page-view/resource-note'
import { readResources, useResourceSummary } from '../../window/page/open-page'
import { useTab } from '../../window/window'
import './dialogs.css'

const KINDS: Readonly<Record<ResourceKind, readonly [one: string, many: string]>> = {
  document: ['frame', 'frames'],
  stylesheet: ['style sheet', 'style sheets'],
  image: ['image', 'images'],
  font: ['font', 'fonts'],
  media: ['video or sound', 'videos and sounds'],
  other: ['other resource', 'other resources'],
}

const PHASES: Readonly<Record<string, string>> = {
  read: 'Reading the source',
  browser: 'Starting the browser',
  load: 'Loading',
  wait: 'Waiting until the page stops changing',
  walk: 'Measuring boxes and visibility',
  keep: 'Storing images and styles',
  parse: 'Parsing after the load',
}

export function CaptureReport({ onClose }: { readonly onClose: () => void }) {
  const page = useTab((tab) => tab.page)
  const viewport = useTab((tab) => tab.model?.layout?.viewport ?? null)
  const warnings = useTab((tab) => tab.result?.extraction.warnings)
  const id = page?.id
  const summary = useResourceSummary(id)
  useEffect(() => {
    if (id !== undefined) void readResources(id)
  }, [id])
  if (!page) return null
  const notes = [...page.log, ...(warnings ?? [])]
  const capturedAt = page.capturedAt === '' ? 'unknown' : new Date(page.capturedAt).toLocaleString('en')
  const facts: (readonly [name: string, value: ReactNode])[] = [
    ['Address', <bdi key="address">{page.url ?? page.label}</bdi>],
    ...(page.redirects.length > 0 ? [['Redirects', <RedirectList key="redirects" redirects={page.redirects} />] as const] : []),
    ['Captured', `${capturedAt}, ${page.mode === 'rendered' ? 'rendered page' : 'source HTML'}`],
    ...(page.status === null ? [] : [['Response', `HTTP ${page.status}`] as const]),
    ...(page.charset === null ? [] : [['Encoding', page.charset] as const]),
    ...(viewport ? [['Window', `${formatNumber(viewport.width)} × ${formatNumber(viewport.height)} pixels`] as const] : []),
    ...(typeof summary?.userAgent === 'string' ? [['Browser', summary.userAgent] as const] : []),
  ]
  return (
    <Dialog label="Capture report" onClose={onClose}>
      <div className="capture-report">
        <Facts facts={facts} />
        <h3>Notes</h3>
        {notes.length === 0 ? <p className="quiet">Nothing unusual.</p> : null}
        <ul className="bulleted">
          {notes.map((note, i) => (
            <li key={i}>{note}</li>
          ))}
        </ul>
        {summary ? <Parts summary={summary} /> : null}
        <h3>Times</h3>
        <Amounts
          rows={Object.entries(page.timings).map(([name, value]) => [PHASES[name] ?? name, `${formatNumber(Math.round(value))} ms`])}
        />
      </div>
    </Dialog>
  )
}

function Amounts({ rows }: { readonly rows: readonly (readonly [name: string, amount: string])[] }) {
  return (
    <table>
      <tbody>
        {rows.map(([name, amount]) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td>{amount}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Parts({ summary }: { readonly summary: ResourceSummary }) {
  const { kept, kinds, missing } = summary
  return (
    <>
      <h3>Stored with the page</h3>
      {kept === 0 ? <p className="quiet">Only the HTML.</p> : null}
      <Amounts
        rows={kinds.map(({ kind, count, bytes }) => [`${formatNumber(count)} ${KINDS[kind][count === 1 ? 0 : 1]}`, formatBytes(bytes)])}
      />
      {missing > 0 ? (
        <>
          <h3>Missing</h3>
          <MissingList summary={summary} />
        </>
      ) : null}
    </>
  )
}
