/** `evaluate --watch`: the table again after each save of an extractor of one's own, and what changed. */
import { watch, type FSWatcher } from 'node:fs'
import { dirname } from 'node:path'
import { toFailure } from '../../../shared/base/failure'
import type { PageResult } from '../../../shared/evaluation/evaluation-row'
import { metricInfo, type MetricId } from '../../../shared/evaluation/metric-list'
import { write, type CliIo } from '../cli-io'

/** One run of all that was asked for. */
export interface WatchRound {
  readonly names: readonly string[]
  readonly metrics: readonly MetricId[]
  readonly results: readonly PageResult[]
  readonly table: string
}

/** The files of extractors as they are now. */
export interface Watched {
  readonly hash: string
  readonly files: readonly string[]
}

/** Pages that are named with their change at most. */
const MOST_NAMED = 5
/** Milliseconds without a change until what was saved is run: editors write in several steps. */
const SETTLE = 60

/**
 * Runs, prints the table, waits for a save, and so on until it is told to stop. A file that does not load is told, and the next
 * save tries again.
 * @param watched reads the files of the extractors; a round is run again where their hash is another one
 * @param run is given the round before
 */
export async function watchRounds(
  io: CliIo,
  watched: () => Promise<Watched>,
  signal: AbortSignal,
  run: (before: WatchRound | null) => Promise<WatchRound>,
): Promise<void> {
  const saves = new Saves(watched, signal)
  let before: WatchRound | null = null
  try {
    for (;;) {
      const seen = await saves.hash()
      try {
        const round = await run(before)
        const changes = before ? `\n${whatChanged(before, round)}` : ''
        await write(io.stdout, `${round.table.trimEnd()}\n${changes}`)
        before = round
      } catch (thrown) {
        const { code, message, next } = toFailure(thrown)
        if (signal.aborted) return
        await write(io.stderr, `boilerscope: ${message}\n${next} [${code}]\n`)
      }
      await write(io.stderr, `boilerscope: waiting for a save of ${saves.files.join(', ')}; Ctrl-C ends.\n`)
      if (!(await saves.after(seen))) return
    }
  } finally {
    saves.close()
  }
}

/** What changed from one round to the next: by F1, or by the first metric that there is where the pages' gold allows no F1. */
export function whatChanged(before: WatchRound, after: WatchRound): string {
  const isThere = (id: MetricId): boolean => after.results.some(({ rows }) => rows.some(({ metrics }) => typeof metrics[id] === 'number'))
  const metric = [...after.metrics].sort((a, b) => Number(b === 'f1') - Number(a === 'f1')).find(isThere) ?? after.metrics[0]
  if (metric === undefined) return ''
  const valuesOf = (round: WatchRound, name: string): Map<string, number> => {
    const index = round.names.indexOf(name)
    const values = new Map<string, number>()
    for (const { facts, rows } of round.results) {
      const value = rows[index]?.metrics[metric]
      if (typeof value === 'number') values.set(facts.page, value)
    }
    return values
  }
  const lines: string[] = []
  for (const name of after.names) {
    if (!before.names.includes(name)) {
      lines.push(`  ${name}: new`)
      continue
    }
    const old = valuesOf(before, name)
    const now = [...valuesOf(after, name)].flatMap(([page, value]) => {
      const was = old.get(page)
      return was === undefined ? [] : [{ page, was, value }]
    })
    const changed = now.filter(({ was, value }) => was !== value)
    if (changed.length === 0) continue
    const mean = (of: readonly number[]): number => of.reduce((sum, value) => sum + value, 0) / of.length
    const [was, is] = [mean(now.map((page) => page.was)), mean(now.map((page) => page.value))]
    const better = changed.filter((page) => page.value > page.was).length
    lines.push(
      `  ${name}: mean ${was.toFixed(4)} → ${is.toFixed(4)} (${signed(is - was)}), ${better} pages higher, ${changed.length - better} lower`,
    )
    const most = changed.sort((a, b) => Math.abs(b.value - b.was) - Math.abs(a.value - a.was)).slice(0, MOST_NAMED)
    for (const page of most) lines.push(`    ${page.was.toFixed(3)} → ${page.value.toFixed(3)}  ${page.page}`)
  }
  const head = `Since the last save, by ${metricInfo(metric).label}:`
  return lines.length === 0 ? `${head} nothing changed.\n` : `${head}\n${lines.join('\n')}\n`
}

function signed(value: number): string {
  return `${value < 0 ? '−' : '+'}${Math.abs(value).toFixed(4)}`
}

/** Waits for saves. Folders are watched, because editors write a new file and rename it; what counts is what is in the files. */
class Saves {
  /** All files that the hash covers, as far as they could be read. */
  files: readonly string[] = []
  private wake: () => void = () => undefined
  private readonly folders = new Map<string, FSWatcher>()
  private readonly onAbort = (): void => this.wake()

  constructor(
    private readonly watched: () => Promise<Watched>,
    private readonly signal: AbortSignal,
  ) {
    signal.addEventListener('abort', this.onAbort)
  }

  /** Of the files as they are now; what is wrong with them where they cannot be read. */
  async hash(): Promise<string> {
    try {
      const { hash, files } = await this.watched()
      this.files = files
      this.follow(new Set(files.map((file) => dirname(file))))
      return hash
    } catch (thrown) {
      return toFailure(thrown).message
    }
  }

  private follow(folders: ReadonlySet<string>): void {
    for (const [folder, watcher] of this.folders) {
      if (folders.has(folder)) continue
      watcher.close()
      this.folders.delete(folder)
    }
    for (const folder of folders)
      if (!this.folders.has(folder))
        this.folders.set(
          folder,
          watch(folder, () => this.wake()).on('error', () => undefined),
        )
  }

  /** Waits until the files hash otherwise. @returns false where it was told to stop */
  async after(seen: string): Promise<boolean> {
    while (!this.signal.aborted) {
      const woken = new Promise<void>((resolve) => (this.wake = resolve))
      if ((await this.hash()) === seen) {
        await woken
        // A save is several events; what lies beside the files may be written all the time.
        await new Promise((resolve) => setTimeout(resolve, SETTLE))
        continue
      }
      // They have changed; once they rest they are whole.
      for (let last = '', now = await this.hash(); last !== now;) {
        last = now
        await new Promise((resolve) => setTimeout(resolve, SETTLE))
        now = await this.hash()
      }
      return !this.signal.aborted
    }
    return false
  }

  close(): void {
    for (const watcher of this.folders.values()) watcher.close()
    this.signal.removeEventListener('abort', this.onAbort)
  }
}
