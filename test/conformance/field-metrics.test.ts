import { describe, expect, test } from 'vitest'
import { measureAgainst } from '../fixtures/measured-page'
import type { MetricId } from '../../shared/evaluation/metric-list'
import { editSimilarity } from '../../shared/metrics/levenshtein'
import { segmenterTokens, wordRuns } from '../../shared/metrics/tokens'
import { near } from './run-on-html'

const measure = (metric: MetricId, extracted: string, gold: string) => measureAgainst(gold, [metric], extracted)[metric]

describe('word F1 (WCXB)', () => {
  // Values from Python 3.13: re.findall(r"\w+", text.lower()), counted by collections.Counter.
  test.each([
    ['a b b c', 'b b b d', 0.5],
    ['The naïve café’s ΣΟΦΟΣ, İstanbul ½ Ⅳ done_1', 'the NAÏVE cafe\u0301 σοφος i\u0307stanbul ½ ⅳ done_1 10', 0.8],
    ['正文抽取 テスト 한국어', '正文抽取 한국어', 0.8],
    ['', '', 1],
    ['words', '', 0],
    ['', 'words', 0],
  ])('of %j against %j is %d', (extracted, gold, f1) => expect(measure('wordF1', extracted, gold)).toBeCloseTo(f1, 12))

  test('separates words like Python’s \\w+: marks end a word, digits of every alphabet and underscores belong to a word', () =>
    expect(wordRuns('cafe\u0301s ½ done_1 ٣')).toEqual(['cafe', 's', '½', 'done_1', '٣']))
})

describe('snippets (WCXB)', () => {
  // evaluate.py computes per kind of snippet: sum(1 for s in snippets if s.lower() in text.lower()) / len(snippets).
  const text = 'Straße Zürich: THE  Title\nand İstanbul'
  const snippets = {
    with: ['the  title', 'The Title', 'title and', 'i̇stanbul', 'STRASSE', 'Title and'],
    without: ['zürich', 'menu', 'AND'],
  }
  const measured = measureAgainst(text, ['wcxbWith', 'wcxbWithout', 'snippetsWith', 'snippetsWithout'], text, snippets)

  test('are found in any case, with exactly their white space', () =>
    expect(measured).toMatchObject({ wcxbWith: 2 / 6, wcxbWithout: 2 / 3 }))

  test('in our metric keep their case, and any white space equals one space', () =>
    expect(measured).toMatchObject({ snippetsWith: 1 / 6, snippetsWithout: 1 }))
})

describe('ROUGE-N (WebMainBench)', () => {
  // Expected tokens from jieba 0.42.1.
  test.each([
    [
      'is 3.5% of $1,200 — café “x” state-of-the-art...\n  done_1 v2.0.1',
      'is| |3.5%| |of| |$|1|,|200| |—| |caf|é| |“|x|”| |state|-|of|-|the|-|art|...|\n| | |done|_|1| |v2.0|.|1',
    ],
    ["Hello, world! It's 10.5.", "Hello|,| |world|!| |It|'|s| |10.5|."],
  ])('splits %j like the segmenter', (text, tokens) => expect(segmenterTokens(text)).toEqual(tokens.split('|')))

  // Expected values from rouge-score 0.1.2 on jieba's tokens.
  const extracted = 'A quick brown fox jumps over the lazy cat, again and again; 3.5% of the day.'
  const gold = 'The quick brown fox jumps over the lazy dog, again and again; 3.5% of the time.'
  test.each([
    ['rouge1', 0.9117647058823529],
    ['rouge2', 0.8484848484848485],
    ['rouge5', 0.7333333333333333],
  ] as const)('%s of a sentence with four other words is %d', (metric, f1) => expect(measure(metric, extracted, gold)).toBeCloseTo(f1, 12))

  test('of two empty texts is 1, of one empty text 0, and of texts shorter than N 0', () =>
    expect([measure('rouge5', '', ' \n'), measure('rouge5', 'a b c', ''), measure('rouge5', 'a b', 'a b')]).toEqual([1, 0, 0]))
})

describe('shingles, edit similarity and ratio', () => {
  test('shingle F1 counts runs of four words; a shorter text is one run', () => {
    // Sequences of four words: abcd bcde cdef in the gold text, abcd bcdx cdxy in the extracted text. One of three sequences is in both
    // texts.
    expect(measure('shingleF1', 'a b c d x y', 'a b c d e f')).toBeCloseTo(1 / 3, 12)
    expect(measure('shingleF1', 'a b', 'a b')).toBe(1)
  })

  test('edit similarity and Levenshtein ratio count characters, not UTF-16 units', () => {
    // kitten → sitting: 3 edits of 7 characters. The longest common subsequence "ittn" has 4 characters: ratio 2 · 4 / (6 + 7).
    expect(editSimilarity('kitten', 'sitting')).toEqual({ edit: 1 - 3 / 7, ratio: 8 / 13 })
    expect(editSimilarity('😀a', '😀b')).toEqual({ edit: 0.5, ratio: 0.5 })
    expect(editSimilarity('', '')).toEqual({ edit: 1, ratio: 1 })
    // Expected values from rapidfuzz 3: 1 − Levenshtein.distance / max, and fuzz.ratio / 100.
    const similarity = editSimilarity(
      'A quick brown fox jumps over the lazy cat, again and again; 3.5% of the day.',
      'The quick brown fox jumps over the lazy dog, again and again; 3.5% of the time.',
    )
    expect(similarity).toEqual({ edit: near(0.8734177215189873, 12), ratio: near(0.8903225806451612, 12) })
  })
})
