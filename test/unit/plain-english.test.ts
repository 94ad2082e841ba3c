import { expect, test } from 'vitest'
import { findAll, findPhrases } from '../../scripts/lint/plain-english.mjs'

test('strings, documents and comments have no rejected phrase', () =>
  expect(
    findAll().map(({ path, line, phrase, advice }) => `${path}:${line} "${phrase}": ${advice}`),
    'node scripts/lint/plain-english.mjs PATH lists the phrases',
  ).toEqual([]))

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
