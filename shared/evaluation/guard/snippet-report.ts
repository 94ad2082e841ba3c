/** Lists pages on which a wanted snippet is dropped or an unwanted snippet is kept. */
import { failed } from '../../base/failure'
import { junitText, type JunitCase, type JunitSuite } from './guard-output'
import { snippetSentence, changesKey, type KnownChanges } from './page-changes'
import type { GuardedEntry } from './guard-report'
import { escapeMarkdown } from '../../base/escape'
import { counted } from '../../base/written-number'

interface SnippetPage {
  readonly page: string
  readonly entry: number
  readonly accuracy: number | null
  readonly failure: string | null
}

export type SnippetReport = ReturnType<typeof snippetReport>

/**
 * Returns, per row, the pages with a snippet score, and the failed pages with a gold standard. `wrong` lists the pages with a wrong snippet
 * or a failure. @throws FailureError `guard.no-snippets` if no page has a snippet score
 */
export function snippetReport(names: readonly string[], entries: readonly Pick<GuardedEntry, 'result'>[]) {
  const rows = names.map((name, configuration) => {
    const pages = entries.flatMap(({ result: { facts, rows: all, failure } }, entry): SnippetPage[] => {
      const row = all[configuration]
      const reason = failure ?? row?.failure
      const { page } = facts
      if (reason) return facts.gold === 'none' ? [] : [{ page, entry, accuracy: null, failure: reason.message }]
      const accuracy = row?.metrics.snippetAccuracy
      return typeof accuracy === 'number' ? [{ page, entry, accuracy, failure: null }] : []
    })
    return { configuration, name, pages, wrong: pages.filter(({ accuracy }) => accuracy !== 1) }
  })
  if (rows.every(({ pages }) => pages.every(({ accuracy }) => accuracy === null)))
    throw failed(
      'guard.no-snippets',
      'No snippet was checked: no page has snippets, or the extractors failed on all pages with snippets.',
      'Use a folder with snippets: Boilerscope’s snippets.json, trafilatura’s evaldata.json, or WCXB’s ground truth.',
    )
  const unread = entries.flatMap(({ result: { facts, failure } }) =>
    failure && facts.gold === 'none' ? [{ page: facts.page, reason: failure.message }] : [],
  )
  return { rows, unread, broken: rows.some(({ wrong }) => wrong.length > 0) }
}

const sentences = ({ failure }: SnippetPage, changes: ReturnType<KnownChanges['get']>, quote?: (text: string) => string): string[] =>
  failure !== null ? [quote ? quote(failure) : failure] : (changes?.snippets ?? []).map((one) => snippetSentence(one, quote))

export function snippetSuites({ rows, unread }: SnippetReport, known: KnownChanges): JunitSuite[] {
  return rows.map(({ name, configuration, pages }) => {
    const judged = pages.map((page): JunitCase => {
      if (page.accuracy === 1) return { name: page.page, result: null }
      const details = sentences(page, known.get(changesKey(configuration, page)))
      const message = page.failure ?? details[0] ?? 'a snippet is wrongly kept or dropped'
      return { name: page.page, result: { kind: 'failure', message, text: junitText(details) } }
    })
    const lost = unread.map(({ page, reason }): JunitCase => ({ name: page, result: { kind: 'error', message: reason } }))
    return { name: `${name}, snippets`, notes: [], cases: [...judged, ...lost] }
  })
}

const MOST_PAGES = 50

export function snippetsMarkdown({ rows, unread, broken }: SnippetReport, known: KnownChanges): string {
  const lines = rows.flatMap(({ name, configuration, pages, wrong }) => [
    `## ${escapeMarkdown(name)}`,
    '',
    `${pages.length - wrong.length} of ${pages.length} pages are correct.`,
    '',
    ...wrong
      .slice(0, MOST_PAGES)
      .flatMap((page) => [
        `#### ${escapeMarkdown(page.page)}`,
        '',
        ...sentences(page, known.get(changesKey(configuration, page)), escapeMarkdown).map((sentence) => `- ${sentence}`),
        '',
      ]),
    ...(wrong.length > MOST_PAGES ? [`And ${counted(wrong.length - MOST_PAGES, 'more page')}.`, ''] : []),
  ])
  const title = broken
    ? 'Snippets are wrongly kept or dropped, or an extractor failed'
    : unread.length > 0
      ? 'Some pages cannot be read'
      : 'All snippets are correctly kept or dropped'
  const lost = unread.slice(0, MOST_PAGES).map(({ page, reason }) => `- ${escapeMarkdown(page)}: ${escapeMarkdown(reason)}`)
  return [`# ${title}`, '', ...(lost.length > 0 ? ['Not read:', '', ...lost, ''] : []), ...lines].join('\n')
}
