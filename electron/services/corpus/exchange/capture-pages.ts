/**
 * Captures pages for a corpus: new pages, and pages of the corpus again. A page that is captured again keeps its id and labels. When the page
 * is opened, its labels are anchored to the new capture.
 */
import { randomBytes } from 'node:crypto'
import { mkdir, readdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { failed, failure, toFailure } from '../../../../shared/base/failure'
import { isErrorAnswer } from '../../../../shared/base/url'
import type { BatchOutcome } from '../../../../shared/contract/corpus-contract'
import { type Capture, CaptureOptions, describeSource, type PageLimits, type Source } from '../../../../shared/contract/capture'
import { unusualConditions } from '../../../../shared/contract/conditions'
import { errorAnswerFailure } from '../../capture/load-failures'
import type { LoadContext, LoadPage } from '../../capture/loader'
import { spoolArchive, type SpooledArchive } from '../../capture/saves/spooled-archive'
import { failAbout, FILE_LIMITS, ifMissing, pathInside, readBytes } from '../../files/files'
import { LOCK } from '../../files/file-lock'
import { pathOfAddress } from '../../files/machine'
import { LEFTOVER } from '../../files/write-whole'
import { attempt, beginOutcome } from '../corpora'
import type { Checked } from '../../../../shared/contract/contract'
import type { CallContext } from '../../../../shared/contract/dispatcher'
import type { CaptureFile } from '../store/corpus-schema'
import type { CorpusStore } from '../store/corpus-store'
import { addBundle, bytesOfPage, type NewPage, placePage } from '../store/new-page'

export async function addSources(
  store: CorpusStore,
  loadPage: LoadPage,
  batch: Omit<Checked<'corpus.addPages'>, 'corpus'>,
  context: CallContext,
): Promise<BatchOutcome> {
  const jobs = batch.sources.map((source): CaptureJob => ({
    source,
    options: batch.options,
    place: describeSource(source),
    addCapture: (capture) =>
      store.add({
        capture,
        loader: source.kind === 'url' ? 'chromium' : source.kind,
        requested: source.kind === 'url' ? source.url : capture.url,
        conditions: unusualConditions(batch.options),
      }),
  }))
  const archives = openArchives(batch.options.maxBytes)
  try {
    return await captureEach(loadPage, jobs, { delay: batch.delay, archives }, context)
  } finally {
    await archives.close()
  }
}

function openArchives(limit: number): NonNullable<LoadContext['archives']> & { close(): Promise<void> } {
  let last: { readonly path: string; readonly archive: Promise<SpooledArchive> } | null = null
  const close = async (): Promise<void> => {
    const archive = await last?.archive.catch(() => null)
    last = null
    await archive?.close()
  }
  return {
    async open(path) {
      if (last?.path !== path) {
        await close()
        last = { path, archive: spoolArchive({ path }, limit) }
      }
      return last.archive
    },
    close,
  }
}

interface CaptureJob {
  readonly source: Source
  readonly options: CaptureOptions
  readonly place: string
  addCapture(capture: Capture): Promise<{ readonly id: string; readonly known: boolean }>
}

/** @param delay minimum milliseconds from the end of a capture to the start of the next capture from the same host */
async function captureEach(
  loadPage: LoadPage,
  jobs: readonly CaptureJob[],
  { delay, archives }: { readonly delay: number; readonly archives?: LoadContext['archives'] },
  context: CallContext,
  outcome = beginOutcome(),
): Promise<BatchOutcome> {
  const free = new Map<string, number>()
  for (const [i, job] of jobs.entries()) {
    const { source, options, place } = job
    const done = i / jobs.length
    const host = source.kind === 'url' && URL.canParse(source.url) ? new URL(source.url).host : null
    const wait = host === null ? 0 : (free.get(host) ?? 0) - performance.now()
    if (wait > 0) await setTimeout(wait, undefined, { signal: context.signal }).catch(() => undefined)
    if (context.signal.aborted) {
      outcome.problems.push({
        place,
        failure: failure('cancelled', 'Cancelled before this page was captured.', 'Capture the remaining pages later.'),
      })
      break
    }
    context.progress({ done, message: place })
    await attempt(outcome.problems, place, async () => {
      const capture = await loadPage(source, options, {
        signal: context.signal,
        archives,
        progress: ({ done: part, message }) =>
          context.progress({ done: done + (part ?? 0) / jobs.length, message: `${place}: ${message}` }),
      })
      const result = await job.addCapture(capture)
      if (result.known) outcome.known++
      else outcome.added.push(result.id)
      const wrong = errorAnswerFailure(capture.status, 'kept')
      if (wrong) outcome.problems.push({ place, failure: wrong })
    })
    if (host !== null) free.set(host, performance.now() + delay)
  }
  return outcome
}

export async function recapturePages(
  store: CorpusStore,
  loadPage: LoadPage,
  { pages, delay, limits }: Omit<Checked<'corpus.recapture'>, 'corpus'>,
  context: CallContext,
): Promise<BatchOutcome> {
  const outcome = beginOutcome()
  const jobs: CaptureJob[] = []
  for (const id of pages) {
    try {
      jobs.push(jobOf(store, id, await store.capture(id), limits))
    } catch (thrown) {
      outcome.problems.push({ place: `pages/${id}`, failure: toFailure(thrown) })
    }
  }
  return captureEach(loadPage, jobs, { delay }, context, outcome)
}

function jobOf(store: CorpusStore, id: string, before: CaptureFile, limits: Partial<PageLimits>): CaptureJob {
  const source = sourceOf(id, before)
  const { mode, viewport, conditions, imported } = before
  return {
    source,
    options: CaptureOptions.parse({
      ...limits,
      mode,
      screenshot: true,
      ...(viewport ? { viewport: { width: viewport.width, height: viewport.height } } : {}),
      // The stored conditions may contain another viewport, for example the viewport of a phone.
      ...conditions,
    }),
    place: id,
    addCapture: async (capture) => {
      // An error response may replace only another error response.
      if (isErrorAnswer(capture.status) && !isErrorAnswer(before.status)) {
        const message = `The server now responds with status ${capture.status}; the previous capture of the page stays.`
        throw failed('load.error-answer', message, 'Check the address, or try again later.')
      }
      const known = await replaceCapture(store.root, id, before.sha256, {
        capture,
        loader: source.kind === 'url' ? 'chromium' : source.kind,
        requested: before.url,
        conditions,
        imported,
      })
      return { id, known }
    },
  }
}

function sourceOf(id: string, { url }: CaptureFile): Source {
  if (url !== null && /^https?:/i.test(url)) return { kind: 'url', url }
  const path = pathOfAddress(url ?? '')
  if (path !== null) return { kind: 'file', path }
  throw failed('corpus.no-address', `"${id}" was not captured from an address; it cannot be captured again.`, 'Add the page again.')
}

/**
 * Moves the previous capture and labels to the trash. After a crash between the two renames, the new page is in a temporary folder.
 * @returns true if the HTML is unchanged and nothing was moved
 */
async function replaceCapture(root: string, id: string, before: string, page: NewPage): Promise<boolean> {
  const html = bytesOfPage(page.capture.html, `The new capture of "${id}"`, 'The earlier capture stays in the corpus.')
  if (html.hash === before) {
    await addBundle(root, id, page.capture)
    return true
  }
  const replace = async (temporary: string): Promise<void> => {
    const place = await pathInside(root, 'pages', id)
    await mkdir(await pathInside(root, 'trash'), { recursive: true })
    const trash = await pathInside(root, 'trash', `${id}.${randomBytes(4).toString('hex')}`)
    await copyGold(root, ['pages', id, 'gold'], temporary)
    await rename(place, trash)
    try {
      // Copies labels again, because another window may have saved labels after the first copy.
      await copyGold(trash, ['gold'], temporary)
      await rename(temporary, place)
    } catch (thrown) {
      await rename(trash, place)
      throw thrown
    }
  }
  await placePage(root, id, page, html, (temporary) => replace(temporary).catch(failAbout(`pages/${id}`)))
  return false
}

async function copyGold(root: string, from: readonly string[], to: string): Promise<void> {
  for (const name of await readdir(await pathInside(root, ...from)).catch(ifMissing([]))) {
    if (name.endsWith(LOCK) || LEFTOVER.test(name)) continue
    const bytes = await readBytes(await pathInside(root, ...from, name), FILE_LIMITS.json)
    await writeFile(join(to, 'gold', name), bytes, { flush: true })
  }
}
