/** What of the window can be written down: a session to restore, a file to send to a colleague, a permalink. */
import { z } from 'zod'
import { CaptureMode, Source } from '../../shared/contract/source'
import { presetValues, type ParamValue } from '../../shared/extractors/core/params'
import { DEFAULT_VIEW, emptyTab, type Tab, type Workspace } from './workspace-state'

const ParamRecord = z.record(z.string(), z.union([z.number(), z.boolean(), z.string()]))
/** Dropped bytes travel as base64. */
const StoredSource = z.union([Source, z.object({ kind: z.literal('base64'), name: z.string(), data: z.string() })])
const StoredTab = z.object({
  source: StoredSource,
  mode: CaptureMode.catch('source'),
  extractor: z.string().catch(''),
  preset: z.enum(['default', 'as-printed']).catch('default'),
  params: ParamRecord.catch({}),
  selected: z.number().int().nonnegative().nullable().catch(null),
  view: z
    .object({
      kept: z.boolean(),
      dim: z.boolean(),
      path: z.boolean(),
      heat: z.string().nullable(),
      reveal: z.boolean(),
      zoom: z.number().min(0).max(4),
      remote: z.boolean(),
    })
    .catch(DEFAULT_VIEW),
})
export const Session = z.object({
  format: z.literal('boilerscope-session'),
  version: z.literal(1),
  active: z.number().int().nonnegative().catch(0),
  tabs: z.array(StoredTab).min(1).max(100),
})
export type Session = z.infer<typeof Session>

function storeSource(source: Source): z.infer<typeof StoredSource> {
  if (source.kind !== 'bytes') return source
  let binary = ''
  for (let i = 0; i < source.bytes.length; i += 32_768) binary += String.fromCharCode(...source.bytes.subarray(i, i + 32_768))
  return { kind: 'base64', name: source.name, data: btoa(binary) }
}

function restoreSource(stored: z.infer<typeof StoredSource>): Source {
  if (stored.kind !== 'base64') return stored
  const binary = atob(stored.data)
  return { kind: 'bytes', name: stored.name, bytes: Uint8Array.from(binary, (c) => c.charCodeAt(0)) }
}

/** The open tabs, without their pages. Null where nothing is open. */
export function sessionOf(state: Pick<Workspace, 'tabs' | 'active'>): Session | null {
  const open = state.tabs.filter((tab) => tab.source !== null)
  if (open.length === 0) return null
  return {
    format: 'boilerscope-session',
    version: 1,
    active: Math.max(
      0,
      open.findIndex((tab) => tab.id === state.active),
    ),
    tabs: open.map(({ source, mode, extractor, preset, params, selected, view }) => ({
      source: storeSource(source as Source),
      mode,
      extractor,
      preset,
      params,
      selected,
      view,
    })),
  }
}

/** The tabs of a session, still to be loaded. Parameters the extractor no longer has are left out. */
export function tabsOf(session: Session, extractors: Workspace['extractors']): Tab[] {
  return session.tabs.map((stored) => {
    const info = extractors.find((x) => x.id === stored.extractor) ?? extractors[0]
    const source = restoreSource(stored.source)
    const values: Record<string, ParamValue> = info ? { ...presetValues(info.params, stored.preset) } : {}
    if (info?.id === stored.extractor)
      for (const [name, value] of Object.entries(stored.params))
        if (name in values && typeof value === typeof values[name]) values[name] = value
    return {
      ...emptyTab(info),
      source,
      mode: stored.mode,
      preset: stored.preset,
      params: values,
      selected: stored.selected,
      view: stored.view,
      visits: [{ source, mode: stored.mode, label: '' }],
      visit: 0,
    }
  })
}

/** The tab as an address: what a permalink carries. Null for pages that live only in this window (pasted or dropped). */
export function permalinkOf(tab: Tab, info: Workspace['extractors'][number] | undefined): string | null {
  if (!tab.source || tab.source.kind === 'bytes' || tab.source.kind === 'html') return null
  const { source } = tab
  const query = new URLSearchParams()
  query.set('page', source.kind === 'url' ? source.url : source.kind === 'file' ? `file:${source.path}` : `sample:${source.id}`)
  if (tab.mode !== 'source') query.set('mode', tab.mode)
  query.set('extractor', tab.extractor)
  if (tab.preset !== 'default') query.set('preset', tab.preset)
  const base = info ? (presetValues(info.params, tab.preset) as Record<string, ParamValue>) : {}
  for (const [name, value] of Object.entries(tab.params)) if (value !== base[name]) query.append('set', `${name}=${String(value)}`)
  if (tab.selected !== null) query.set('node', String(tab.selected))
  return query.toString()
}

/** Reads a permalink's hash. Null where it names no page. */
export function tabOfPermalink(hash: string, extractors: Workspace['extractors']): Tab | null {
  const query = new URLSearchParams(hash.replace(/^#/, ''))
  const page = query.get('page')
  if (!page) return null
  const source: Source = page.startsWith('file:')
    ? { kind: 'file', path: page.slice(5) }
    : page.startsWith('sample:')
      ? { kind: 'sample', id: page.slice(7) }
      : { kind: 'url', url: page }
  const info = extractors.find((x) => x.id === query.get('extractor')) ?? extractors[0]
  const preset = query.get('preset') === 'as-printed' ? 'as-printed' : 'default'
  const params: Record<string, ParamValue> = info ? { ...presetValues(info.params, preset) } : {}
  for (const pair of query.getAll('set')) {
    const [name = '', text = ''] = pair.split(/=(.*)/s)
    const spec = info?.params[name]
    if (spec?.kind === 'number' && Number.isFinite(Number(text))) params[name] = Number(text)
    else if (spec?.kind === 'boolean') params[name] = text === 'true'
    else if (spec?.kind === 'choice') params[name] = text
  }
  const node = Number(query.get('node') ?? Number.NaN)
  const mode = query.get('mode') === 'rendered' ? 'rendered' : 'source'
  return {
    ...emptyTab(info),
    source,
    mode,
    preset,
    params,
    selected: Number.isInteger(node) && node >= 0 ? node : null,
    visits: [{ source, mode, label: '' }],
    visit: 0,
  }
}
