import { codeBlock, escapeMarkdown } from '../base/escape'

/** Result of a version on the page. `broken`: the version cannot be installed, or fails. */
export type Judgement = { readonly kind: 'right' | 'wrong' } | { readonly kind: 'broken'; readonly reason: string }

interface VersionTrial {
  readonly version: string
  readonly judgement: Judgement
}

export interface Bisection {
  /** The first wrong version; null if the newest version that could be tested is correct, or if no version could be tested. */
  readonly wrong: string | null
  /**
   * The last correct version before `wrong`; null if no tested version is correct. If `wrong` is null: the newest version that could be
   * tested, or null if no version could be tested.
   */
  readonly right: string | null
  /** Versions between `right` and `wrong` that could not be tested. One of these versions may be the first wrong version. */
  readonly between: readonly string[]
  readonly trials: readonly VersionTrial[]
}

/**
 * Finds the first wrong version by bisection. Skips versions that cannot be tested. @param versions oldest first; if a version has the
 * fault, all later versions must have the fault
 */
export async function bisectVersions(versions: readonly string[], judge: (version: string) => Promise<Judgement>): Promise<Bisection> {
  const trials: VersionTrial[] = []
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

interface BisectionFacts {
  readonly bisection: Bisection & { readonly wrong: string }
  readonly title: string
  readonly package: string
  readonly kind: 'keeps' | 'drops'
  readonly text: string
  readonly dates: ReadonlyMap<string, string>
  readonly versions: readonly string[]
  readonly page: string
  readonly reduced: { readonly html: string; readonly whyWrong: string; readonly whyRight: string } | null
  readonly tools: readonly string[]
}

export function bisectionReport(facts: BisectionFacts): string {
  const { bisection, title, kind, text, dates, versions, reduced } = facts
  const { wrong, right, between, trials } = bisection
  const dated = (version: string): string => `${version}${dates.has(version) ? ` (${dates.get(version) ?? ''})` : ''}`
  const verbs = { right: kind === 'drops' ? 'keeps it' : 'drops it', wrong: `${kind} it`, broken: 'could not be tested' }
  const paragraphs = [
    `# ${title} wrongly ${kind} a text of a page since ${wrong}`,
    [
      right === null
        ? `The oldest version that could be tested, ${dated(wrong)}, already ${kind} the text.`
        : `The first version that ${kind} the text is **${dated(wrong)}**; ${dated(right)} ${verbs.right}.`,
      between.length > 0 ? `Versions between these two could not be tested: ${between.join(', ')}.` : '',
    ]
      .filter(Boolean)
      .join('\n'),
    '**The text.**',
    codeBlock(text, 'text'),
    reduced && reduced.whyWrong !== '' ? `**Why ${wrong} ${kind} the text.** ${escapeMarkdown(reduced.whyWrong)}` : '',
    reduced && reduced.whyRight !== '' ? `**Why ${right ?? ''} ${verbs.right}.** ${escapeMarkdown(reduced.whyRight)}` : '',
    reduced && `**Minimal example.**${right === null ? '' : ` ${wrong} ${kind} the text of this page, ${right} ${verbs.right}.`}`,
    reduced && codeBlock(reduced.html, 'html'),
    `**Method.** A bisection tested ${trials.length} of ${versions.length} versions of ${facts.package} on ${escapeMarkdown(facts.page)}.`,
    [
      '| version | published | the text |',
      '| --- | --- | --- |',
      ...trials.map(({ version, judgement }) => {
        const reason = judgement.kind === 'broken' ? `: ${escapeMarkdown(judgement.reason)}` : ''
        return `| ${version} | ${dates.get(version) ?? ''} | ${verbs[judgement.kind]}${reason} |`
      }),
    ].join('\n'),
    facts.tools.map((line) => `- ${line}`).join('\n'),
  ]
  return `${paragraphs.filter(Boolean).join('\n\n')}\n`
}
