/** Checks this installation through the contract that the window also uses, and with checks of the host. */
import assert from 'node:assert/strict'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createClient, modelOfEvents, type CallOptions, type Client, type HostMessage } from '../../../shared/contract/client'
import type { Input, Method, OpenEvent, Output } from '../../../shared/contract/contract'
import { createDispatcher, type Handlers } from '../../../shared/contract/dispatcher'
import type { CaptureMode, Source } from '../../../shared/contract/capture'
import { newGoldFile, type GoldFile } from '../../../shared/gold/gold-file'
import { attribute, LAYOUT_DISPLAYED } from '../../../shared/page/page-model'
import { limitDuration } from '../capture/loader'
import { writeWhole } from '../files/write-whole'
import { startCheckSite, type CheckSite } from './check-site'

interface SelfCheckFinding {
  readonly name: string
  readonly outcome: 'passed' | 'failed' | 'not this host'
  readonly detail: string
  readonly milliseconds: number
}

export type SelfCheckReport = Awaited<ReturnType<typeof runSelfCheck>>

type HostCheck = () => Promise<string>

const HOST_CHECKS = {
  window: 'the window is usable',
  certificate: 'a page that requests a certificate gets none',
  permissions: 'the window has only the permissions to copy and to fill the screen',
  sandbox: 'pages are captured within the system’s sandbox',
  save: 'the dialog for a saved file has a title and a folder',
  archive: 'the application runs from its archive',
}

export type HostChecks = { readonly [K in keyof typeof HOST_CHECKS]?: HostCheck }

/** Waits until a window shows its first page. @throws Error after 30 seconds without a page */
export async function untilShown(evaluate: (expression: string) => Promise<unknown>): Promise<string> {
  for (let turn = 0; turn < 300; turn++) {
    if ((await evaluate(`document.querySelector('[data-state="ready"]') !== null`)) === true) return 'a sample is shown'
    await sleep(100)
  }
  throw new Error('no sample was shown within 30 seconds')
}

/** Maximum milliseconds per check. */
const LONGEST = 60_000

async function runSelfCheck(handlers: Handlers, hostChecks: HostChecks) {
  const { call, close } = inProcess(handlers)
  const folder = await mkdtemp(join(tmpdir(), 'boilerscope-self-check-'))
  const site = await startCheckSite()
  const findings: SelfCheckFinding[] = []
  const check = async (name: string, run: HostCheck | undefined): Promise<void> => {
    const start = performance.now()
    const add = (outcome: SelfCheckFinding['outcome'], detail: string): void => {
      findings.push({ name, outcome, detail, milliseconds: Math.round(performance.now() - start) })
    }
    if (!run) return add('not this host', '')
    const late = (): Error => new Error(`it took longer than ${LONGEST / 1000} seconds`)
    await limitDuration(run(), LONGEST, late).then(
      (detail) => add('passed', detail),
      (thrown: unknown) => add('failed', thrown instanceof Error ? thrown.message : String(thrown)),
    )
  }

  const host = await call('host.info', {})
  for (const [id, name] of Object.entries(HOST_CHECKS)) await check(name, hostChecks[id as keyof HostChecks])
  for (const mode of ['source', 'rendered'] as const) {
    await check(`a sample is opened in ${mode} mode`, () => checkSample(call, mode))
    for (const [name, run] of Object.entries(captureChecks(call, site, mode))) await check(`${name}, ${mode}`, run)
  }
  await check('a page is extracted in a thread', () => checkExtraction(call))
  await check('samples are evaluated in threads', () => checkEvaluation(call))
  await check('a label file is saved and read again', () => checkLabels(call, join(folder, 'corpus')))
  await check('pages of a corpus are measured in threads', () => checkMeasures(call, join(folder, 'corpus')))

  close()
  await site.close()
  await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  return {
    boilerscope: host.version,
    host: host.kind,
    platform: `${process.platform} ${process.arch}`,
    versions: { node: process.versions.node, electron: process.versions.electron, chromium: process.versions.chrome },
    passed: findings.every(({ outcome }) => outcome !== 'failed'),
    findings,
  }
}

export async function selfCheckTo(file: string, handlers: Handlers, hostChecks: HostChecks): Promise<0 | 1> {
  const report = await runSelfCheck(handlers, hostChecks)
  await mkdir(join(file, '..'), { recursive: true })
  await writeWhole(file, `${JSON.stringify(report, null, 2)}\n`)
  const words = { passed: 'ok  ', failed: 'FAIL', 'not this host': '-   ' }
  for (const { name, outcome, detail, milliseconds } of report.findings)
    console.log(`${words[outcome]} ${name} (${milliseconds} ms) ${detail}`.trimEnd())
  console.log(`self-check: ${report.passed ? 'passed' : 'FAILED'}, ${file}`)
  return report.passed ? 0 : 1
}

type Call = <M extends Method>(method: M, input: Input<M>, options?: CallOptions) => Promise<Output<M>>

function inProcess(handlers: Handlers): { call: Call; readonly close: () => void } {
  let deliver: (message: HostMessage) => void = () => undefined
  const dispatcher = createDispatcher(handlers, (message) => deliver(structuredClone(message)))
  const client: Client = createClient({
    send: (message) => dispatcher.receive(structuredClone(message)),
    onMessage: (listener) => (deliver = listener),
    onClose: () => undefined,
  })
  return {
    async call(method, input, options) {
      const result = await client.call(method, input, options)
      if (!result.ok) throw new Error(`${method}: ${result.failure.message}`)
      return result.value
    },
    close: () => dispatcher.close(),
  }
}

async function checkSample(call: Call, mode: CaptureMode): Promise<string> {
  const [sample] = await call('samples.list', {})
  if (!sample) throw new Error('there are no samples')
  const { page } = await call('page.open', { source: { kind: 'sample', id: sample.id }, options: { mode } })
  assert(page.hasLayout, 'the page has no boxes')
  await call('page.close', { page: page.id })
  return `${page.nodes} nodes`
}

async function modelOf(call: Call, source: Source, mode: CaptureMode) {
  const events: OpenEvent[] = []
  const { page } = await call('page.open', { source, options: { mode, timeout: 20_000 } }, { onOpening: (event) => events.push(event) })
  await call('page.close', { page: page.id })
  return { ...modelOfEvents(events), log: page.log.join(' ') }
}

function captureChecks(call: Call, site: CheckSite, mode: CaptureMode): Readonly<Record<string, HostCheck>> {
  const isRendered = mode === 'rendered'
  const page = (name: Parameters<CheckSite['page']>[0]) =>
    modelOf(call, { kind: 'url', url: site.page(name) }, mode).then(({ text, log }) => ({ text: text.join(' '), log }))
  const checkSentence = (name: Parameters<CheckSite['page']>[0], sentence: string) => async (): Promise<string> => {
    const { text } = await page(name)
    assert(text.includes(sentence) === isRendered, `its text is "${text.trim().slice(0, 200)}"`)
    return isRendered ? sentence : 'no script ran'
  }
  return {
    'scripts run only in rendered mode': checkSentence('article', 'Scripts ran.'),
    async 'a page that is sent as an attachment is shown as a page'() {
      const { text } = await page('attachment')
      assert(text.includes('Shown, not saved.'), `its text is "${text}"`)
      return 'shown'
    },
    async 'a page of this machine gets its own style sheet'() {
      const model = await modelOf(call, { kind: 'url', url: site.page('styled') }, mode)
      const hidden = Array.from({ length: model.count }, (_, node) => node).find((node) => attribute(model, node, 'id') === 'hidden') ?? -1
      assert(((model.layout?.flags[hidden] ?? LAYOUT_DISPLAYED) & LAYOUT_DISPLAYED) === 0, 'the style sheet was not applied')
      return 'applied'
    },
    'a page is rendered at scale 1 on every screen': checkSentence('scale', 'Scale 1.'),
    'animation frames are rendered although the window is hidden': checkSentence('frames', 'frame by frame.'),
    'printing and dialogs do not block': checkSentence('print', 'Still running.'),
    async 'no other window is opened'() {
      await checkSentence('popup', 'Still running.')()
      const popups = site.reached.filter((path) => path.startsWith('/popup-'))
      assert(popups.length === 0, `requested: ${popups.join(', ')}`)
      return 'none'
    },
    async 'a page of this machine reaches no other server of this machine'() {
      const before = site.reached.length
      const { log } = await page('reach')
      // The page may have sent requests shortly before its end.
      await sleep(300)
      const reached = site.reached.slice(before)
      assert(reached.length === 0, `reached: ${reached.join(', ')}`)
      assert(log.includes('refused'), 'no note about refused requests')
      return log
    },
  }
}

async function checkExtraction(call: Call): Promise<string> {
  const extractors = await call('extractors.list', {})
  const [sample] = await call('samples.list', {})
  const { page } = await call('page.open', { source: { kind: 'sample', id: sample?.id ?? '' } })
  for (const { id } of extractors) {
    const { extraction, trace } = await call('extraction.run', { page: page.id, extractor: id })
    assert(extraction.text.trim() !== '' && trace !== null, `${id} kept no text of the first sample`)
  }
  await call('page.close', { page: page.id })
  return `${extractors.length} extractors`
}

async function checkEvaluation(call: Call): Promise<string> {
  const spec = { source: { kind: 'samples' as const }, configurations: [{ extractor: 'cectd-ds' }, { extractor: 'textsweeper' }] }
  const run = await call('evaluation.create', { name: 'Self-check', spec })
  const { status, pages } = await call('evaluation.run', { run: run.id })
  assert(status === 'finished' && pages > 0, `the run is ${status} after ${pages} pages`)
  const { results } = await call('evaluation.results', { run: run.id })
  assert(results.length === pages, `${results.length} results of ${pages} pages`)
  await call('evaluation.remove', { run: run.id })
  return `${pages} pages`
}

async function checkLabels(call: Call, corpus: string): Promise<string> {
  const html = '<!doctype html><title>Labelled</title><p>The text that is labelled.'
  await call('corpus.create', { path: corpus, name: 'Self-check' })
  const { added, problems } = await call('corpus.addPages', { corpus, sources: [{ kind: 'html', html, name: 'labelled' }], delay: 0 })
  const [page] = added
  if (page === undefined) throw new Error(problems[0]?.failure.message ?? 'no page was added')
  const { sha256 } = await call('corpus.page', { corpus, page })
  const empty = newGoldFile(page, sha256, 'self-check', new Date().toISOString())
  const gold: GoldFile = { ...empty, notes: 'Written by the self-check.', status: 'done' }
  const saved = await call('corpus.saveLabels', { corpus, gold, base: null })
  assert(saved.status === 'saved', `saving the labels returned the status “${saved.status}”`)
  await call('corpus.open', { path: corpus })
  const { labels } = await call('corpus.page', { corpus, page })
  assert(labels.length === 1 && labels[0]?.gold.notes === gold.notes, 'the saved label file was not read again')
  return 'the note of the label file was not changed'
}

async function checkMeasures(call: Call, corpus: string): Promise<string> {
  const { measured, problems } = await call('corpus.measure', { corpus })
  assert(measured === 1, problems[0]?.failure.message ?? `${measured} pages were measured`)
  return '1 page'
}
