import { expect, test } from 'vitest'
import { readGroundTruth, writeGroundTruth, jsonOfLine, pageOfRecord, writeJsonLine } from '../../shared/gold/formats/exchange-pages'
import { newGoldFile, readGoldFile, writeGoldFile, pageTypeOf } from '../../shared/gold/gold-file'

test.each([
  ['article', 'article'],
  [' recipe ', 'recipe'],
  ['unknown', null],
  ['None', null],
  ['', null],
  [7, null],
  [undefined, null],
])('%j of a collection is the type %j', (written, type) => expect(pageTypeOf(written)).toBe(type))

test.each(['service', 'listing', 'recipe'])('the type %s is unchanged after writing and reading in every format', (pageType) => {
  const line = JSON.stringify({ id: 'a', text: 'words', pageType })
  const page = pageOfRecord(jsonOfLine(line))
  expect(page.pageType).toBe(pageType)
  expect(writeJsonLine(page)).toBe(line)
  expect(readGroundTruth(writeGroundTruth([page]))[0]?.pageType).toBe(pageType)
  const gold = { ...newGoldFile('a', '0'.repeat(64), 'ann', '2026-01-01T00:00:00Z'), pageType }
  expect(readGoldFile(writeGoldFile(gold), 'ann.json').pageType).toBe(pageType)
})
