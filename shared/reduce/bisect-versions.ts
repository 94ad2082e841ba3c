/** Finds the first published version of a library with a fault. */
import { escapeMarkdown } from '../base/escape'
import { codeBlock } from './report'

/** Result of a version on the page; `broken` if it cannot be installed or fails. */
export type Judgement = { readonly kind: 'right' | 'wrong' } | { readonly kind: 'broken'; readonly reason: string }

/** A version that was tried. */
export interface VersionTrial {
  readonly version: string
  readonly judgement: Judgement
}

export interface Bisection {
  /** The first wrong version; null if no tested version is wrong. */
  readonly wrong: string | null
  /** The last correct version before it; null if the oldest tested version has the fault. */
  readonly right: string | null
  /** Versions between the two that could not be tested: one of them may have been the first. */
  readonly between: readonly string[]
  /** In the order of the trials. */
  readonly trials: readonly VersionTrial[]
}

/** Finds the first wrong version (oldest first, all wrong ones last) by bisection: newest, oldest, middle. Skips untestable versions. */
export async function bisectVersions(versions: readonly string[], judge: (version: string) => Promise<Judgement>): Promise<Bisection> {
  const trials: VersionTrial[] = []
  /** The judgement on the first version from `start` on, going by `step` and not past `end`, that can be tried. */
  const judgeFrom = async (start: number, end: number, step: 1 | -1): Promise<{ at: number; isWrong: boolean } | null> => {
    for (let at = start; step === 1 ? at <= end : at >= end; at += step) {
      const version = versions[at]
      const known = trials.find((trial) => trial.version === version)?.judgement
      const judgement = known ?? (await judge(version))
      if (!known) trials.push({ version, judgement })
      if (judgement.kind !== 'broken') return { at, isWrong: judgement.kind === 'wrong' }
    }
    return null
  }
  const newest = await judgeFrom(versions.length - 1, 0, -1)
  if (!newest?.isWrong) return { wrong: null, right: newest === null ? null : versions[newest.at], between: [], trials }
  const oldest = await judgeFrom(0, newest.at, 1)
  if (!oldest || oldest.isWrong) return { wrong: versions[oldest?.at ?? newest.at], right: null, between: [], trials }
  let right = oldest.at
  let wrong = newest.at
  while (wrong - right > 1) {
    const middle = (right + wrong) >> 1
    const found = (await judgeFrom(middle, wrong - 1, 1)) ?? (await judgeFrom(middle - 1, right + 1, -1))
    if (!found) break
    if (found.isWrong) wrong = found.at
    else right = found.at
  }
  return { wrong: versions[wrong], right: versions[right], between: versions.slice(right + 1, wrong), trials }
}

/** Data of the report about a bisection. */
export interface BisectionFacts {
  readonly bisection: Bisection & { readonly wrong: string }
  /** Name of the library, and its package. */
  readonly title: string
  readonly package: string
  readonly kind: 'keeps' | 'drops'
  readonly text: string
  /** Publication dates by version; unknown dates are omitted. */
  readonly dates: ReadonlyMap<string, string>
  /** Versions that were looked through. */
  readonly versions: readonly string[]
  /** The address or name of the page. */
  readonly page: string
  /** The minimal example on which the two versions differ, with the reason of each; null if the page was not reduced. */
  readonly reduced: { readonly html: string; readonly whyWrong: string; readonly whyRight: string } | null
  /** Names and versions of the tools, as `Boilerscope 0.1.0`. */
  readonly tools: readonly string[]
}

/** Writes the report in Markdown, to be pasted into the library's tracker. */
export function bisectionReport(facts: BisectionFacts): string {
  const { bisection, title, kind, text, dates, versions, reduced } = facts
  const { wrong, right, between, trials } = bisection
  const dated = (version: string): string => `${version}${dates.has(version) ? ` (${dates.get(version) ?? ''})` : ''}`
  const does = kind === 'drops' ? 'drops' : 'keeps'
  const verbs = { right: kind === 'drops' ? 'keeps it' : 'drops it', wrong: `${does} it`, broken: 'could not be tried' }
  const lines = [
    `# ${title} ${does} a text of a page, wrongly, since ${wrong}`,
    '',
    right === null
      ? `The oldest version that could be tried, ${dated(wrong)}, ${does} it already.`
      : `The first version that ${does} it is **${dated(wrong)}**; ${dated(right)} ${verbs.right}.`,
    between.length > 0 ? `Between them, ${between.join(', ')} could not be tried.` : '',
    '',
    '**The text.**',
    '',
    codeBlock(text, 'text'),
    '',
    reduced && reduced.whyWrong !== '' ? `**Why ${wrong} ${does} it.** ${escapeMarkdown(reduced.whyWrong)}` : '',
    '',
    reduced && reduced.whyRight !== '' ? `**Why ${right ?? ''} ${verbs.right}.** ${escapeMarkdown(reduced.whyRight)}` : '',
    '',
    ...(reduced
      ? [
          right === null ? '**Minimal example.**' : `**Minimal example.** ${wrong} ${does} the text of this page, ${right} ${verbs.right}.`,
          '',
          codeBlock(reduced.html, 'html'),
        ]
      : []),
    '',
    `**How it was found.** ${trials.length} of ${versions.length} versions of ${facts.package} were tried on ${escapeMarkdown(facts.page)}.`,
    '',
    '| version | published | the text |',
    '| --- | --- | --- |',
    ...trials.map(({ version, judgement }) => {
      const reason = judgement.kind === 'broken' ? `: ${escapeMarkdown(judgement.reason)}` : ''
      return `| ${version} | ${dates.get(version) ?? ''} | ${verbs[judgement.kind]}${reason} |`
    }),
    '',
    ...facts.tools.map((line) => `- ${line}`),
  ]
  return `${lines.join('\n').replace(/\n{3,}/g, '\n\n')}\n`
}
