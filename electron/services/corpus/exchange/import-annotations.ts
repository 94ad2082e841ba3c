import { readdir, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { z } from 'zod'
import { failed, failure } from '../../../../shared/base/failure'
import type { ExchangeFormat, Problem } from '../../../../shared/contract/corpus-contract'
import { checkAnnotator, CORPUS_LIMITS, failAbout, pathInside, readText } from '../store/corpus-files'
import { attempt } from '../corpora'
import type { CallContext } from '../../../../shared/contract/dispatcher'
import type { CorpusStore } from '../store/corpus-store'
import { saveGold } from '../store/gold-store'
import type { PageAnalyst } from '../analysis/page-analyst'
import { jsonOf } from '../../../../shared/base/json'

export interface ImportOptions {
  readonly format: ExchangeFormat
  /** Absolute path of the file or folder. */
  readonly path: string
  /** Name the imported gold goes by. */
  readonly annotator: string
  readonly align: boolean
  /** ISO 8601. */
  readonly now: string
}

/** What an import has done so far. */
export interface Outcome {
  readonly added: string[]
  /** Pages that were there without all of their gold. */
  readonly completed: string[]
  known: number
  readonly problems: Problem[]
  readonly coverage: { page: string; coverage: number; missing: number }[]
}

/** Web Annotations for pages that the corpus has, found by id, else by address. */
export async function importAnnotations(
  store: CorpusStore,
  analyst: PageAnalyst,
  options: ImportOptions,
  context: CallContext,
  outcome: Outcome,
): Promise<void> {
  const isFolder = (await stat(options.path).catch(failAbout(options.path))).isDirectory()
  const files = isFolder
    ? (await readdir(options.path)).filter((name) => /\.(?:jsonld|json)$/i.test(name)).sort()
    : [basename(options.path)]
  const folder = isFolder ? options.path : dirname(options.path)
  const byUrl = new Map<string, string>()
  const ids = new Set(await store.pageIds())
  for (const id of ids) {
    const { url } = await store.entry(id)
    if (url !== null) byUrl.set(url, id)
  }
  for (const [i, file] of files.entries()) {
    if (context.signal.aborted) return
    context.progress({ done: i / files.length, message: file })
    const place = join(folder, file)
    await attempt(outcome.problems, place, async () => {
      const text = await readText(await pathInside(folder, file), CORPUS_LIMITS.json)
      const named = /"bs:page"\s*:\s*"([a-z0-9_-]{1,80})"/.exec(text)?.[1]
      const source = /"source"\s*:\s*("(?:[^"\\]|\\.)*")/.exec(text)?.[1]
      const page = named !== undefined && ids.has(named) ? named : byUrl.get(jsonOf(source ?? '', z.string()) ?? '')
      if (page === undefined)
        throw failed('corpus.no-page', 'No page of the corpus has this id or address.', 'Add the page first, then import its annotations.')
      const document = await store.document(page)
      const into = { page, pageSha256: document.sha256, annotator: options.annotator, updatedAt: options.now }
      const { gold, lost } = await analyst(document, { kind: 'from-web-annotation', text, file: place, into })
      const saved = await saveGold(store.root, { ...gold, page, annotator: nameOr(gold.annotator, options.annotator) }, null)
      if (saved.status === 'conflict')
        throw failed(
          'corpus.has-labels',
          `"${page}" has other labels of ${saved.mine.annotator} already (${saved.conflicts.join(', ')}); they stay as they are.`,
          'Rename one of the two annotators, or import into an empty corpus.',
        )
      outcome.added.push(page)
      if (lost.length > 0) {
        outcome.problems.push({
          place,
          failure: failure(
            'gold.lost-spans',
            `${lost.length} annotations were not found on "${page}"; they are kept as lost.`,
            'Open the page and place them by hand.',
          ),
        })
      }
    })
  }
}

function nameOr(name: string, otherwise: string): string {
  try {
    return checkAnnotator(name)
  } catch {
    return otherwise
  }
}
