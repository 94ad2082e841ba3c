/** The language guide in strings, documents and comments: no area has more rejected phrases than its budget. */
import { expect, test } from 'vitest'
import { countByArea, findAll, findPhrases, readBudgets } from '../../scripts/lint/plain-english.mjs'

test('no area exceeds its budget of rejected phrases', () => {
  const budgets = readBudgets()
  const over = Object.entries(countByArea(findAll())).flatMap(([area, count]) => {
    const { prose, comment } = budgets[area] ?? { prose: 0, comment: 0 }
    return [
      ...(count.prose > prose ? [`${area}: ${count.prose} in strings and documents, budget ${prose}`] : []),
      ...(count.comment > comment ? [`${area}: ${count.comment} in comments, budget ${comment}`] : []),
    ]
  })
  expect(over, 'node scripts/lint/plain-english.mjs AREA lists the phrases').toEqual([])
})

test.each([
  ['a.ts', "const a = 'Of each page the labels'", ['Of e']],
  ['a.tsx', 'const a = <p>It tells no reasons.</p>', ['tells']],
  ['a.ts', '// Where there is one,\n// whoever asks is told.', ['Where there ', 'Where there is', 'whoever', 'asks', 'told']],
  ['a.ts', "const a = 'What would change this?'", []],
  ['a.ts', "import { told } from './asked'\nconst told = 'told'", []],
  ['a.md', '## Gold text\n\n`alone` and\n\n```\nalone\n```\n\nthe gold', ['gold']],
  ['test/a.test.ts', "test('is told', () => expect('it was told').toBe(1))", ['told']],
])('finds the phrases of %s: %s', (path, code, phrases) =>
  expect(
    findPhrases(path, code)
      .map(({ phrase }) => phrase)
      .toSorted(),
  ).toEqual(phrases.toSorted()),
)
