import { counted, firstFew, noteAbout } from '../../../../shared/base/written-number'
import { failed } from '../../../../shared/base/failure'
import { valueAt } from '../../../../shared/base/once'
import { secretParameter } from '../../../../shared/base/url'
import type { BatchOutcome, ExchangeFormat } from '../../../../shared/contract/corpus-contract'
import type { Checked } from '../../../../shared/contract/contract'
import type { CallContext } from '../../../../shared/contract/dispatcher'
import type { CorpusLabels, PageLabels } from '../../../../shared/gold/corpus-labels'
import type { PageAnalyst } from '../analysis/page-analyst'
import { attempt, beginOutcome } from '../corpora'
import type { CorpusStore, StoredPage } from '../store/corpus-store'
import { checkGold, goldIn, practicePages } from '../store/gold-store'
import { openSink, type Exported } from './export-sinks'

export async function exportFrom(
  store: CorpusStore,
  analyst: PageAnalyst,
  options: Omit<Checked<'corpus.export'>, 'corpus'>,
  context: CallContext,
): Promise<BatchOutcome> {
  const ids = options.pages ? [...options.pages].sort() : await store.pageIds()
  const outcome = beginOutcome()
  const practice = await practicePages(store.root)
  const without = new Map<string, string[]>()
  const secrets: string[] = []
  // Only one exported page contains the guidelines, because guidelines may be long.
  let { guidelines } = store.file
  const sink = await openSink(store, analyst, options)
  try {
    for (const [i, id] of ids.entries()) {
      if (context.signal.aborted) break
      context.progress({ done: i / ids.length, message: id })
      const write = async (): Promise<void> => {
        const page = await store.page(id)
        if (!ARCHIVES.has(options.format)) checkGold(page)
        const exported = await exchangePage(store, analyst, page, practice, options.annotator)
        const isList = GOLD_ONLY.has(options.format)
        const { text, snippets, leftOut } = exported
        if (text === null && (isList || !snippets)) valueAt(without, leftOut ?? (snippets ? ONLY_SNIPPETS : NO_LABELS), () => []).push(id)
        if (text === null && isList) return
        const labels = labelsOf(page, { ...store.file, guidelines }, options.annotator)
        await sink.write(page, { ...exported, labels })
        if (labels) guidelines = undefined
        const secret = secretParameter(page.url ?? '')
        if (secret !== null) secrets.push(`${id} (${secret})`)
        outcome.added.push(id)
      }
      await attempt(outcome.problems, `pages/${id}`, write, 'file.no-permission')
    }
    if (context.signal.aborted) throw failed('cancelled', 'Cancelled; nothing was written.', 'Export the corpus again.')
    await sink.finish()
  } catch (thrown) {
    await sink.discard()
    throw thrown
  }
  const notes = [
    ...noteAbout(secrets, (pages) => `Addresses that may contain a secret; check them before you share this export: ${pages}.`, 5),
    ...(ARCHIVES.has(options.format) ? [] : goldlessSentences(without, options.format)),
    ...(sink.notes?.() ?? []),
  ]
  return { ...outcome, ...(notes.length > 0 ? { notes } : {}) }
}

const GOLD_ONLY: ReadonlySet<ExchangeFormat> = new Set<ExchangeFormat>(['benchmark', 'wcxb', 'cc-select'])
const ARCHIVES: ReadonlySet<ExchangeFormat> = new Set<ExchangeFormat>(['warc', 'wacz'])
const NO_LABELS = 'no labels'
const ONLY_SNIPPETS = 'snippets and no gold text'

function goldlessSentences(without: ReadonlyMap<string, readonly string[]>, format: ExchangeFormat): string[] {
  const how = GOLD_ONLY.has(format) ? 'Omitted for lack of a gold text' : 'Exported without gold text'
  return [...without]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([reason, pages]) => `${how}: ${counted(pages.length, 'page')} (${firstFew(pages)}): ${reason}.`)
}

async function exchangePage(
  store: CorpusStore,
  analyst: PageAnalyst,
  page: StoredPage,
  practice: ReadonlySet<string>,
  name: string | undefined,
): Promise<Omit<Exported, 'labels'>> {
  const { gold: chosen, leftOut, pageType } = goldIn(store, page, practice, name)
  const contentLabels = store.file.contentLabels ?? []
  const made = chosen?.labels && chosen.text === null ? await analyst(page, { kind: 'text', labels: chosen.labels, contentLabels }) : null
  const snippets = page.snippets.find((own) => name === undefined || own.name === name) ?? null
  return {
    id: page.entry.id,
    url: page.url,
    html: page.html,
    htmlPath: null,
    text: made ? made.text : (chosen?.text ?? null),
    snippets: snippets ? { with: snippets.with, without: snippets.without } : null,
    pageType,
    extra: {},
    blocks: made?.blocks ?? null,
    chosen: chosen?.labels ?? null,
    leftOut,
  }
}

function labelsOf(
  page: StoredPage,
  { labels: definitions, contentLabels, pageTypes, guidelines }: CorpusLabels,
  annotator: string | undefined,
): PageLabels | null {
  const wanted = (name: string): boolean => annotator === undefined || name === annotator
  const labels = page.labels.map(({ gold }) => gold).filter((gold) => wanted(gold.annotator))
  const texts = page.texts.filter(({ name }) => wanted(name))
  const snippets = page.snippets.filter(({ name }) => wanted(name))
  if (labels.length + texts.length + snippets.length === 0) return null
  return {
    mode: page.mode,
    labels,
    texts: Object.fromEntries(texts.map(({ name, text }) => [name, text])),
    snippets: Object.fromEntries(snippets.map(({ name, ...own }) => [name, own])),
    corpus: { labels: definitions, contentLabels, pageTypes, guidelines },
  }
}
