import { setTimeout } from 'node:timers/promises'
import { failure } from '../../../../shared/base/failure'
import type { BatchOutcome, Problem } from '../../../../shared/contract/corpus-contract'
import { type Capture, describeSource, type CaptureOptions, type Source } from '../../../../shared/contract/capture'
import { unusualConditions } from '../../../../shared/contract/conditions'
import { errorAnswerFailure } from '../../capture/load-failures'
import type { LoadContext, LoadPage } from '../../capture/loader'
import { spoolArchive, type SpooledArchive } from '../../capture/saves/spooled-archive'
import { attempt } from '../corpora'
import type { Checked } from '../../../../shared/contract/contract'
import type { CallContext } from '../../../../shared/contract/dispatcher'
import type { CorpusStore } from '../store/corpus-store'

/** `delay` is the minimum time from the end of a capture to the start of the next capture from the same host, in milliseconds. */
type SourceBatch = Omit<Checked<'corpus.addPages'>, 'corpus'>

export async function addSources(store: CorpusStore, loadPage: LoadPage, batch: SourceBatch, context: CallContext): Promise<BatchOutcome> {
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

export interface CaptureJob {
  readonly source: Source
  readonly options: CaptureOptions
  readonly place: string
  addCapture(capture: Capture): Promise<{ readonly id: string; readonly known: boolean }>
}

export async function captureEach(
  loadPage: LoadPage,
  jobs: readonly CaptureJob[],
  { delay, archives }: { readonly delay: number; readonly archives?: LoadContext['archives'] },
  context: CallContext,
): Promise<BatchOutcome> {
  const added: string[] = []
  const problems: Problem[] = []
  let known = 0
  const free = new Map<string, number>()
  for (const [i, job] of jobs.entries()) {
    const { source, options, place } = job
    const done = i / jobs.length
    const host = source.kind === 'url' && URL.canParse(source.url) ? new URL(source.url).host : null
    if (host !== null) await pause((free.get(host) ?? 0) - performance.now(), context.signal)
    if (context.signal.aborted) {
      problems.push({
        place,
        failure: failure('cancelled', 'Cancelled before this page was captured.', 'Capture the remaining pages later.'),
      })
      break
    }
    context.progress({ done, message: place })
    await attempt(problems, place, async () => {
      const capture = await loadPage(source, options, {
        signal: context.signal,
        archives,
        progress: ({ done: part, message }) =>
          context.progress({ done: done + (part ?? 0) / jobs.length, message: `${place}: ${message}` }),
      })
      const result = await job.addCapture(capture)
      if (result.known) known++
      else added.push(result.id)
      const wrong = errorAnswerFailure(capture.status, 'kept')
      if (wrong) problems.push({ place, failure: wrong })
    })
    if (host !== null) free.set(host, performance.now() + delay)
  }
  return { added, known, problems, coverage: [] }
}

async function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  if (milliseconds > 0) await setTimeout(milliseconds, undefined, { signal }).catch(() => undefined)
}
