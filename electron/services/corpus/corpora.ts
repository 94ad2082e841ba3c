import { realpath } from 'node:fs/promises'
import { isAbsolute, resolve } from 'node:path'
import { failed, toFailure } from '../../../shared/base/failure'
import type { BatchOutcome, CorpusInfo, CorpusPageEntry, Problem } from '../../../shared/contract/corpus-data'
import type { LoadPage } from '../capture/loader'
import type { OwnVoters } from './analysis/measure-pages'
import type { PageAnalyst } from './analysis/page-analyst'
import { createPageList, type OpenCorpus } from './page-list'
import { readCampaign } from './store/assignments'
import { checkWritable } from './store/corpus-schema'
import { createCorpus, openCorpus } from './store/corpus-store'
import type { RecentCorpora } from './places'

export interface CorpusPorts {
  readonly loadPage: LoadPage
  readonly analyst: PageAnalyst
  readonly recent: RecentCorpora
  readonly voters?: OwnVoters
  readonly now: () => string
}

export class Corpora {
  /** Open corpora by canonical path, so that all windows share one page list per corpus. */
  readonly #open = new Map<string, OpenCorpus>()

  constructor(readonly ports: CorpusPorts) {}

  async opened(path: string): Promise<OpenCorpus> {
    return this.#open.get(await folderOf(path)) ?? (await this.#read(path))
  }

  async writable(path: string): Promise<OpenCorpus> {
    const open = await this.opened(path)
    checkWritable(open.store.file)
    return open
  }

  async reopen(path: string): Promise<CorpusInfo> {
    const open = await this.#read(path)
    await this.ports.recent.add({ path, name: open.store.file.name, openedAt: this.ports.now() })
    return corpusInfo(open)
  }

  async create(path: string, name: string): Promise<CorpusInfo> {
    await createCorpus(checkAbsolute(path), name, this.ports.now())
    return this.reopen(path)
  }

  async entries(path: string): Promise<CorpusPageEntry[]> {
    const entries = await (await this.opened(path)).list.all()
    return [...entries.values()].sort((a, b) => (a.id < b.id ? -1 : 1))
  }

  async #read(path: string): Promise<OpenCorpus> {
    const folder = await folderOf(path)
    const store = await openCorpus(path)
    const list = this.#open.get(folder)?.list
    // Keeps the page list, because another window may still add scores to this list.
    list?.rescan()
    const open = { store, list: list ?? createPageList(store) }
    this.#open.set(folder, open)
    return open
  }
}

export async function corpusInfo({ store, list }: OpenCorpus): Promise<CorpusInfo> {
  const { name, created, labels, contentLabels = [], guidelines = '' } = store.file
  return {
    path: store.root,
    name,
    created,
    labels: labels.map(({ name, color, key, description }) => ({ name, color, key, description })),
    contentLabels,
    guidelines,
    readOnly: store.readOnly,
    pages: await list.total(),
    campaign: await readCampaign(store.root),
    leftovers: await store.leftovers(),
  }
}

async function folderOf(path: string): Promise<string> {
  return realpath(checkAbsolute(path)).catch(() => resolve(path))
}

export function checkAbsolute(path: string): string {
  if (isAbsolute(path) && !path.includes('\0')) return path
  const message = `"${path.slice(0, 200)}" is not an absolute path.`
  throw failed('corpus.relative-path', message, 'Choose the folder in the dialog, or enter its absolute path.')
}

/** Codes of failures that would repeat on every page. */
const ENDS_ALL: ReadonlySet<string> = new Set(['internal', 'file.disk-full', 'corpus.read-only'])

export type GrowingOutcome = ReturnType<typeof beginOutcome>

export const beginOutcome = () => ({
  added: [] as string[],
  known: 0,
  problems: [] as Problem[],
  coverage: [] as BatchOutcome['coverage'][number][],
})

/** Adds a failure of one item to `problems`. The codes of `ENDS_ALL` and `alsoEnding` end the batch. */
export async function attempt(problems: Problem[], place: string, act: () => Promise<void>, alsoEnding = ''): Promise<void> {
  try {
    await act()
  } catch (thrown) {
    const reason = toFailure(thrown)
    if (ENDS_ALL.has(reason.code) || reason.code === alsoEnding) throw thrown
    problems.push({ place, failure: reason })
  }
}
