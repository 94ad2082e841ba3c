import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import type { RunSpec } from '../../../shared/evaluation/run-spec'
import { readGoldFile, type GoldFile } from '../../../shared/gold/gold-file'
import type { PageEntry } from './page-entries'

const CaptureFile = z.looseObject({ url: z.string().nullish(), finalUrl: z.string().nullish(), mode: z.string().optional() })
const CorpusFile = z.looseObject({ contentLabels: z.array(z.string()).optional() })

async function readJsonFile<T>(path: string, schema: z.ZodType<T>): Promise<T | null> {
  try {
    return schema.parse(JSON.parse(await readFile(path, 'utf8')))
  } catch {
    return null
  }
}

/** The gold of a page: the named one, else an adjudicated one, else a finished one, else the first in alphabetical order; labels before plain texts. */
async function chooseGold(folder: string, name: string): Promise<{ readonly labels: GoldFile | null; readonly text: string | null }> {
  const files = (await readdir(folder).catch((): string[] => [])).sort()
  if (name !== '') {
    if (files.includes(`${name}.json`)) return { labels: readGoldFile(await readFile(join(folder, `${name}.json`), 'utf8'), `${name}.json`), text: null }
    if (files.includes(`${name}.txt`)) return { labels: null, text: await readFile(join(folder, `${name}.txt`), 'utf8') }
    return { labels: null, text: null }
  }
  const labelled: GoldFile[] = []
  for (const file of files) if (file.endsWith('.json')) labelled.push(readGoldFile(await readFile(join(folder, file), 'utf8'), file))
  const labels =
    labelled.find(({ status }) => status === 'adjudicated') ?? labelled.find(({ status }) => status === 'done') ?? labelled.find(({ spans }) => spans.length > 0)
  if (labels) return { labels, text: null }
  const text = files.find((file) => file.endsWith('.txt'))
  return { labels: null, text: text === undefined ? null : await readFile(join(folder, text), 'utf8') }
}

/** The pages of one of our corpora, by id. Gold labels become text in the worker, which parses the page. */
export async function* corpusEntries(folder: string, spec: RunSpec): AsyncGenerator<PageEntry> {
  const corpus = await readJsonFile(join(folder, 'corpus.json'), CorpusFile)
  const contentLabels = spec.labels.length > 0 ? spec.labels : (corpus?.contentLabels ?? [])
  const ids = (await readdir(join(folder, 'pages'), { withFileTypes: true })).filter((entry) => entry.isDirectory()).map(({ name }) => name)
  for (const id of ids.sort()) {
    const at = join(folder, 'pages', id)
    const capture = await readJsonFile(join(at, 'capture.json'), CaptureFile)
    const { labels, text } = await chooseGold(join(at, 'gold'), spec.gold).catch(() => ({ labels: null, text: null }))
    const pageType = labels?.pageType ?? 'unknown'
    yield {
      id,
      url: capture?.finalUrl ?? capture?.url ?? null,
      pageType,
      async read() {
        return {
          html: await readFile(join(at, 'page.html'), 'utf8'),
          gold: { text, with: [], without: [], pageType },
          labels: labels ? { spans: labels.spans, contentLabels } : null,
          scriptingEnabled: capture?.mode === 'rendered',
        }
      },
    }
  }
}
