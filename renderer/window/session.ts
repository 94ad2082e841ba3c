/** Converts the window to a stored session, a session file or a permalink, and back. */
import { z } from 'zod'
import { failure, type Result } from '../../shared/base/failure'
import { CaptureMode, Source } from '../../shared/contract/capture'
import { acceptedSettings } from '../../shared/extractors/core/param-settings'
import { presetValues, type ParamSpecs, type ParamValue, type Preset } from '../../shared/extractors/core/params'
import { configurationOf, DEFAULT_VIEW, PageViewState, emptyTab, firstVisit, MOST_VISITS, placeOf } from './window-state'
import type { Place, Tab, WindowState } from './window-state'
import { ParamRecord } from '../../shared/contract/conditions'

const PACKED_PREFIX = 'packed:'

const MOST_LINK_CHARACTERS = 1_500_000

/** Security: a short address could unpack to any size. */
const MOST_UNPACKED_CHARACTERS = 32 * 1024 * 1024

const Packed = z.object({ html: z.string(), name: z.string().max(1024), url: z.string().max(8192).optional() })
type PackedPage = z.infer<typeof Packed>

/** Returns bytes as base64. Encodes the bytes in pieces, because a call accepts a limited number of arguments. */
export function base64Of(bytes: Uint8Array): string {
  let binary = ''
  for (let i = 0; i < bytes.length; i += 32_768) binary += String.fromCharCode(...bytes.subarray(i, i + 32_768))
  return btoa(binary)
}

const bytesOf = (base64: string) => Uint8Array.from(atob(base64), (c) => c.charCodeAt(0))

export async function packPage(page: PackedPage): Promise<Result<string>> {
  const stream = new Blob([JSON.stringify(page)]).stream().pipeThrough(new CompressionStream('deflate-raw'))
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer())
  const text = PACKED_PREFIX + base64Of(bytes).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')
  if (text.length <= MOST_LINK_CHARACTERS) return { ok: true, value: text }
  return {
    ok: false,
    failure: failure('link.too-long', 'The page is too large for a link.', 'Save the session as a file, and send the file.'),
  }
}

const isPacked = (page: string | null): page is string => page?.startsWith(PACKED_PREFIX) ?? false

export async function unpackPage(text: string): Promise<Extract<Source, { kind: 'html' }> | null> {
  try {
    const bytes = bytesOf(text.slice(PACKED_PREFIX.length).replaceAll('-', '+').replaceAll('_', '/'))
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw')).pipeThrough(new TextDecoderStream())
    let json = ''
    for (const reader = stream.getReader(); ;) {
      const { done, value } = await reader.read()
      if (done) break
      json += value
      if (json.length > MOST_UNPACKED_CHARACTERS) return null
    }
    const { html, name, url } = Packed.parse(JSON.parse(json))
    return { kind: 'html', html, name, url }
  } catch {
    return null
  }
}

const StoredPreset = z.enum(['default', 'as-printed']).catch('default')
const StoredSource = z.union([
  Source,
  z.object({ kind: z.literal('base64'), name: z.string(), data: z.base64(), entry: z.string().max(20).optional() }),
])
const Count = z.number().int().nonnegative()
const StoredTab = z.object({
  source: StoredSource,
  mode: CaptureMode.catch('source'),
  title: z.string().max(1000).catch(''),
  /** Omitted in session files. */
  history: z
    .object({
      visits: z
        .array(z.object({ id: z.string().max(80), source: Source, mode: CaptureMode, label: z.string(), gold: z.string().optional() }))
        .max(MOST_VISITS),
      visit: Count,
    })
    .optional()
    .catch(undefined),
  extractor: z.string().catch(''),
  preset: StoredPreset,
  params: ParamRecord.catch({}),
  selected: z.number().int().nonnegative().nullable().catch(null),
  view: PageViewState.catch(DEFAULT_VIEW),
  gold: z.string().optional().catch(undefined),
})
const StoredStep = z.object({
  moment: Count,
  moments: Count,
  /** Chapter and offset (`into`) locate the moment if another version of Boilerscope plays more or fewer moments. */
  chapter: z.string(),
  into: Count,
  beside: z
    .object({ extractor: z.string(), params: ParamRecord.catch({}) })
    .nullable()
    .catch(null),
  example: z.string().nullable().catch(null),
  tour: z.object({ id: z.string(), stop: Count }).nullable().catch(null),
})
export type StoredStep = z.infer<typeof StoredStep>
export const Session = z.object({
  format: z.literal('boilerscope-session'),
  version: z.literal(1),
  active: z.number().int().nonnegative().catch(0),
  tabs: z
    .array(z.unknown())
    .transform((tabs) => tabs.map((tab) => StoredTab.safeParse(tab)).flatMap(({ success, data }) => (success ? [data] : [])))
    .refine((tabs) => tabs.length > 0),
  /** Security: the paths are only for information. Boilerscope never runs a file because a session names it. */
  extractors: z
    .array(z.object({ id: z.string().max(80), path: z.string().max(4096) }))
    .max(100)
    .optional()
    .catch(undefined),
  step: StoredStep.optional(),
})
export type Session = z.infer<typeof Session>

function storeSource(source: Source): z.infer<typeof StoredSource> {
  if (source.kind !== 'bytes') return source
  return { kind: 'base64', name: source.name, data: base64Of(source.bytes), entry: source.entry }
}

function restoreSource(stored: z.infer<typeof StoredSource>): Source {
  if (stored.kind !== 'base64') return stored
  return { kind: 'bytes', name: stored.name, bytes: bytesOf(stored.data), entry: stored.entry }
}

/** Removes pasted and dropped pages from the history, except a pasted page in view. Returns undefined if the page in view was dropped. */
function historyOf({ visits, visit }: Place): z.infer<typeof StoredTab>['history'] {
  const kept = visits.filter(({ source }, i) => i === visit || (source.kind !== 'html' && source.kind !== 'bytes'))
  const there = visits[visit]
  return there && there.source.kind !== 'bytes' ? { visits: kept, visit: kept.indexOf(there) } : undefined
}

/**
 * Returns all tabs that have a source; null without such a tab.
 * @param withHistory true for the session that this window stores, false for session files
 */
export function sessionOf(
  { tabs, active, own = [] }: Pick<WindowState, 'tabs' | 'active'> & Partial<WindowState>,
  withHistory = false,
): Session | null {
  const open = tabs.filter((tab) => placeOf(tab).source !== null)
  if (open.length === 0) return null
  const paths = own.flatMap(({ path, info }) =>
    info && open.some(({ extractor }) => extractor === info.id) ? [{ id: info.id, path }] : [],
  )
  return {
    format: 'boilerscope-session',
    version: 1,
    ...(paths.length > 0 ? { extractors: paths } : {}),
    active: Math.max(0, open.map(({ id }) => id).indexOf(active)),
    tabs: open.map((tab) => {
      const { selected, view, gold } = tab
      const { source, mode, visits, visit } = placeOf(tab)
      const title = (visits[visit]?.label ?? '').slice(0, 1000)
      const history = withHistory ? historyOf(placeOf(tab)) : undefined
      const page = { source: storeSource(source as Source), mode, title, ...(gold?.isGiven && { gold: gold.text }) }
      return { ...page, ...configurationOf(tab), selected, view, ...(history && { history }) }
    }),
  }
}

export function missingIn(session: Session, extractors: WindowState['extractors']): { readonly id: string; readonly path: string } | null {
  const id = session.tabs.map(({ extractor }) => extractor).find((name) => name !== '' && !extractors.some((info) => info.id === name))
  if (id === undefined) return null
  return { id, path: session.extractors?.find((entry) => entry.id === id)?.path ?? '' }
}

/** Returns the preset's values, replaced by stored values of known parameters that have the same type. */
export function restoredParams(specs: ParamSpecs, preset: Preset, stored: Tab['params']): Tab['params'] {
  const values: Record<string, ParamValue> = { ...presetValues(specs, preset) }
  for (const [name, value] of Object.entries(stored))
    if (Object.hasOwn(values, name) && typeof value === typeof values[name]) values[name] = value
  return values
}

/** Does not load the pages. A tab whose extractor is missing gets the first extractor with the values of the stored preset. */
export function tabsOf(session: Session, extractors: WindowState['extractors']): Tab[] {
  return session.tabs.map((stored) => {
    const info = extractors.find((x) => x.id === stored.extractor) ?? extractors[0]
    const source = restoreSource(stored.source)
    const { mode, preset, selected, view, history, title } = stored
    const gold = stored.gold === undefined ? null : { text: stored.gold, isGiven: true }
    const params = info ? restoredParams(info.params, preset, info.id === stored.extractor ? stored.params : {}) : {}
    const place = history?.visits[history.visit] ? history : { visits: firstVisit(source, mode, title), visit: 0 }
    return { ...emptyTab(info), source, mode, preset, params, selected, view, gold, ...place }
  })
}

export function appendChanged(query: URLSearchParams, key: string, run: Pick<Tab, 'preset' | 'params'>, specs: ParamSpecs): void {
  const base: Readonly<Record<string, ParamValue>> = presetValues(specs, run.preset)
  for (const [name, value] of Object.entries(run.params)) if (value !== base[name]) query.append(key, `${name}=${String(value)}`)
}

/** Returns the hash of a permalink; null without a page, and for a pasted or dropped page. */
export function permalinkOf(tab: Tab, info: WindowState['extractors'][number] | undefined): string | null {
  const { source } = placeOf(tab)
  if (!source || source.kind === 'bytes' || source.kind === 'html') return null
  const page = source.kind === 'url' ? source.url : source.kind === 'file' ? `file:${source.path}` : `sample:${source.id}`
  return linkTo(page, tab, info)
}

/**
 * Returns the hash of a link to the tab. For a pasted or dropped page, the link contains the page. Fails if the page is not loaded or too
 * large.
 */
export async function sharedLinkOf(tab: Tab, info: WindowState['extractors'][number] | undefined): Promise<Result<string>> {
  const link = permalinkOf(tab, info)
  if (link !== null) return { ok: true, value: link }
  if (!tab.model || !tab.page)
    return { ok: false, failure: failure('link.no-page', 'There is no page to link to yet.', 'Open a page first.') }
  const packed = await packPage({ html: tab.model.html, name: tab.page.label, url: tab.page.url ?? undefined })
  return packed.ok ? { ok: true, value: linkTo(packed.value, tab, info) } : packed
}

function linkTo(page: string, tab: Tab, info: WindowState['extractors'][number] | undefined): string {
  const query = new URLSearchParams({ page })
  const { source, mode } = placeOf(tab)
  if (source?.kind === 'file' && source.entry !== undefined) query.set('entry', source.entry)
  if (mode !== 'source') query.set('mode', mode)
  query.set('extractor', tab.extractor)
  if (tab.preset !== 'default') query.set('preset', tab.preset)
  appendChanged(query, 'set', tab, info?.params ?? {})
  if (tab.selected !== null) query.set('node', String(tab.selected))
  return query.toString()
}

const DAMAGED = failure(
  'link.damaged',
  'The page in the link cannot be read, because the link is incomplete or was changed, or the page is too large.',
  'Get the complete link, or the session as a file.',
)

/** Unpacks the page of the link. Returns a tab with a failure if unpacking fails; null if the hash names no page. */
export async function tabOfLink(hash: string, extractors: WindowState['extractors']): Promise<Tab | null> {
  const page = new URLSearchParams(hash.replace(/^#/, '')).get('page')
  const tab = tabOfPermalink(hash, extractors)
  if (!tab || !isPacked(page)) return tab
  const source = await unpackPage(page)
  if (!source)
    return { ...emptyTab(extractors.find(({ id }) => id === tab.extractor) ?? extractors[0]), failure: DAMAGED, status: 'failed' }
  return { ...tab, source, visits: firstVisit(source, tab.mode, source.name) }
}

/** Does not unpack the page. Returns null if the hash names no page. */
export function tabOfPermalink(hash: string, extractors: WindowState['extractors']): Tab | null {
  const query = new URLSearchParams(hash.replace(/^#/, ''))
  const page = query.get('page')
  if (!page) return null
  const source: Source = page.startsWith('file:')
    ? { kind: 'file', path: page.slice(5), entry: query.get('entry') ?? undefined }
    : page.startsWith('sample:')
      ? { kind: 'sample', id: page.slice(7) }
      : { kind: 'url', url: page }
  const info = extractors.find((x) => x.id === query.get('extractor')) ?? extractors[0]
  const preset = query.get('preset') === 'as-printed' ? 'as-printed' : 'default'
  const params = info ? acceptedSettings(info.params, query.getAll('set'), preset) : {}
  const node = Number(query.get('node') ?? Number.NaN)
  const mode = query.get('mode') === 'rendered' ? 'rendered' : 'source'
  const selected = Number.isInteger(node) && node >= 0 ? node : null
  return { ...emptyTab(info), source, mode, preset, params, selected, visits: firstVisit(source, mode), visit: 0 }
}
