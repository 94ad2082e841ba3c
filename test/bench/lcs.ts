/** Exact LCS of long texts: time and memory. */
import { lcsLength, lcsMatching } from '../../shared/metrics/lcs'
import { seededRandom } from '../../shared/base/random'
import { figure, finish, mebibytes, consume, median, time } from './stopwatch'

const rounds = process.argv.includes('--quick') ? 5 : 21

/** Words with the frequencies of running text (Zipf). */
function text(length: number, vocabulary: number, random: () => number): string[] {
  return Array.from({ length }, () => `w${Math.floor(vocabulary ** random()) - 1}`)
}

/** The same text with words left out and put in. */
function edited(words: readonly string[], vocabulary: number, share: number, random: () => number): string[] {
  return words.flatMap((word) => (random() < share ? (random() < 0.5 ? [] : [word, ...text(1, vocabulary, random)]) : [word]))
}

const random = seededRandom(6)
const long = text(10_000, 4_000, random)
for (const [name, other] of [
  ['an edit of 3 words in 10', edited(long, 4_000, 0.3, random)],
  ['an unrelated text', text(10_000, 4_000, random)],
] as const) {
  consume(lcsMatching(long, other).a.length)
  const length = Array.from({ length: rounds }, () => time(() => lcsLength(long, other)))
  const matching = Array.from({ length: rounds }, () => time(() => lcsMatching(long, other)))
  figure(`LCS of 10,000 words and ${name}: length, median`, `${median(length).toFixed(1)} ms`, '≤ 25 ms', median(length) <= 25)
  figure(`LCS of 10,000 words and ${name}: words, median`, `${median(matching).toFixed(1)} ms`, '≤ 25 ms', median(matching) <= 25)
}

const collect = (globalThis as { gc?: () => void }).gc
const huge = text(200_000, 20_000, random)
for (const [name, other] of [
  ['an edit of 3 words in 10', edited(huge, 20_000, 0.3, random)],
  ['an unrelated text', text(200_000, 20_000, random)],
] as const) {
  collect?.()
  const before = process.memoryUsage().rss
  let matched = 0
  const took = time(() => (matched = lcsMatching(huge, other).a.length))
  const more = Math.max(0, process.memoryUsage().rss - before)
  figure(
    `LCS of 200,000 words and ${name}: ${matched.toLocaleString('en')} words`,
    `${(took / 1000).toFixed(1)} s, ${mebibytes(more)}`,
    'below 256 MiB more',
    more < 256 * 2 ** 20,
  )
}
finish()
