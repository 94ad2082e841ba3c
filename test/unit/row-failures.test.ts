import { describe, expect, it } from 'vitest'
import { failure } from '../../shared/base/failure'
import { scoredPage } from '../fixtures/scored-pages'
import { failedPage } from '../../shared/evaluation/evaluate-page'
import type { PageResult } from '../../shared/evaluation/evaluation-row'
import { MOST_PAGES, pagesSentence, RowFailures } from '../../shared/evaluation/noted-pages'

const gold = { text: null, with: [], without: [], pageType: 'article' }
const broken = failure('extractor.failed', 'It divided by zero.', 'Report it.')

/** A page on which the second of two rows failed. */
const halfFailed = (id: string, reason = broken): PageResult =>
  scoredPage(id, [{}, {}], { row: (i) => ({ failure: i === 1 ? reason : null }) })

describe('failures of rows', () => {
  it('says each reason of a row once, with its pages', () => {
    const failures = new RowFailures()
    failures.add(halfFailed('a'))
    failures.add(halfFailed('b'))
    failures.add(halfFailed('c', failure('evaluation.timeout', 'Too long.', 'Raise the limit.')))
    expect(failures.list().map(({ configuration, code, count, pages }) => ({ configuration, code, count, pages }))).toEqual([
      { configuration: 1, code: 'extractor.failed', count: 2, pages: ['a', 'b'] },
      { configuration: 1, code: 'evaluation.timeout', count: 1, pages: ['c'] },
    ])
  })

  it('excludes unreadable pages: they are reported as pages', () => {
    const failures = new RowFailures()
    failures.add(failedPage({ id: 'a', url: null, gold }, 2, broken))
    expect(failures.list()).toEqual([])
  })

  it('names the first pages and counts the others', () => {
    const failures = new RowFailures()
    for (let i = 0; i < MOST_PAGES + 5; i++) failures.add(halfFailed(`p${i}`))
    const [first] = failures.list()
    expect(first?.pages).toHaveLength(MOST_PAGES)
    expect(first && pagesSentence(first)).toMatch(/^25 pages: p0, .* and 5 more$/)
    expect(pagesSentence({ count: 1, pages: ['a'] })).toBe('1 page: a')
  })
})
