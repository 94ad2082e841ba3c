/** `evaluate --watch`: the table again after each save of an extractor of one's own, and what changed. */
import { watch, type FSWatcher } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { toFailure } from '../../../shared/base/failure'
import { metricInfo, type MetricId, type PageResult } from '../../../shared/evaluation/evaluation-row'
import { write, type CliIo } from '../cli-io'

/** One run of all that was asked for. */
export interface WatchRound {
  readonly names: readonly string[]
  readonly metrics: readonly MetricId[]
  readonly results: readonly PageResult[]
  readonly table: string
}

/** Pages that are named with their change at most. */
const MOST_NAMED = 5
/** Milliseconds without a change until what was saved is run: editors write in several steps. */
const SETTLE = 60

/**
 * Runs, prints the table, waits for a save, and so on until it is told to stop. A file that does not load is told, and the next
 * save tries again.
 * @param files whose folders are watched: what a module imports lies beside it
 * @param run is given the round before
 */
export async function watchRounds(
  io: CliIo,
  files: readonly string[],
  signal: AbortSignal,
  run: (before: WatchRound | null) => Promise<WatchRound>,
): Promise<void> {
  const folders = [...new Set(files.map((file) => dirname(file)))]
  const saved = savesIn(folders, signal)
  let before: WatchRound | null = null
  try {
    for (;;) {
      const seen = await saved.stamp()
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
      await write(io.stderr, `boilerscope: waiting for a save in ${folders.join(', ')}; Ctrl-C ends.\n`)
      if (!(await saved.after(seen))) return
    }
  } finally {
    saved.close()
  }
}

/** What changed from one round to the next, by the first metric. */
export function whatChanged(before: WatchRound, after: WatchRound): string {
  const [metric] = after.metrics
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

interface Saves {
  /** The state of the folders. */
  stamp(): Promise<string>
  /** Waits until the folders are in another state. @returns false where it was told to stop */
  after(seen: string): Promise<boolean>
  close(): void
}

function savesIn(folders: readonly string[], signal: AbortSignal): Saves {
  let wake: () => void = () => undefined
  const watchers: FSWatcher[] = folders.map((folder) => watch(folder, () => wake()).on('error', () => undefined))
  const onAbort = (): void => wake()
  signal.addEventListener('abort', onAbort)
  const stamp = async (): Promise<string> => {
    const parts = await Promise.all(
      folders.map(async (folder) => {
        const names = (await readdir(folder)).filter((name) => !name.startsWith('.')).sort()
        const states = await Promise.all(names.map((name) => stat(join(folder, name)).catch(() => null)))
        return names.map((name, i) => (states[i]?.isFile() ? `${name} ${states[i].mtimeMs} ${states[i].size}` : '')).join('\n')
      }),
    )
    return parts.join('\n')
  }
  return {
    stamp,
    async after(seen) {
      for (;;) {
        if (signal.aborted) return false
        const woken = new Promise<void>((resolve) => (wake = resolve))
        if ((await stamp()) === seen) {
          await woken
          continue
        }
        // It has changed; once it rests it is whole.
        for (let last = '', now = await stamp(); last !== now;) {
          last = now
          await new Promise((resolve) => setTimeout(resolve, SETTLE))
          now = await stamp()
        }
        return !signal.aborted
      }
    },
    close() {
      for (const watcher of watchers) watcher.close()
      signal.removeEventListener('abort', onAbort)
    },
  }
}
