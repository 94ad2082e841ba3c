import { describe, expect, it } from 'vitest'
import { registry } from '../../electron/peers/registry'
import type { Preset } from '../../shared/extractors/core/params'
import type { Extraction } from '../../shared/extractors/core/run'
import { sourceLines, textToTagRatios } from '../../shared/extractors/kit/source-lines'
import { emRound } from '../../shared/extractors/ttr/gaussian-mixture'
import { near, runOnHtml } from './run-on-html'

const TWENTY = 'four words are here. '
const FORTY = 'A line of text without tags, forty long.'
const SIXTY = 'This paragraph of the article has exactly sixty characters..'
const HUNDRED = `${SIXTY}${FORTY}`

/** Twelve lines. The comments give the ratio x / y of each line. */
const PAGE = [
  '<html><body>', //                       0 / 2 = 0
  '<ul>', //                               0 / 1 = 0
  '<li><a href="/">Home</a></li>', //      4 / 4 = 1
  '<li><a href="/n">News</a></li>', //     4 / 4 = 1
  '</ul>', //                              0 / 1 = 0
  `<p>${SIXTY}</p>`, //                   60 / 2 = 30
  FORTY, //                               40, no tag: 40
  `<p>${HUNDRED}</p>`, //                100 / 2 = 50
  '<hr>', //                               0 / 1 = 0
  '<p>About us</p>', //                    8 / 2 = 4
  '<p>&copy; 2008</p>', //                 6 / 2 = 3, the reference is one character
  '</body></html>', //                     0 / 2 = 0
].join('\n')

const traced = (html: string, params: Record<string, unknown> = {}, preset: Preset = 'default') =>
  runOnHtml('ttr', html, { preset, params, sourcePositions: true })
const run = (...given: Parameters<typeof traced>): Extraction => traced(...given).extraction
const line = (result: Extraction, id: string): number[] => [...(result.lines?.measures[id] ?? [])]
const centres = ({ values }: Extraction) => [values.centre0, values.centre1, values.centre2]

const contentLines = (result: Extraction): number[] => [...(result.lines?.content ?? [])].flatMap((c, k) => (c === 1 ? [k + 1] : []))

type LineOptions = Partial<Parameters<typeof sourceLines>[1]>
const lines = (html: string, options: LineOptions = {}) => sourceLines(html, { removeStyle: true, characters: 'all', wrap: 0, ...options })
const counts = (html: string): string => Array.from(lines(html).x, (x, k) => `${x}/${lines(html).y[k]}`).join(' ')

const sources = (html: string, options: LineOptions = {}): string[] => {
  const found = lines(html, options)
  return Array.from(found.start, (start, k) => html.slice(start, found.end[k]))
}

describe('Algorithm 1: text-to-tag ratio', () => {
  const result = run(PAGE)

  it('x is the number of characters outside tags', () => expect(line(result, 'x')).toEqual([0, 0, 4, 4, 0, 60, 40, 100, 0, 8, 6, 0]))

  it('y is the number of tags that open on the line', () => expect(line(result, 'y')).toEqual([2, 1, 4, 4, 1, 2, 0, 2, 1, 2, 2, 2]))

  it('"if y = 0 then x else x / y"', () => expect(line(result, 'ratio')).toEqual([0, 0, 1, 1, 0, 30, 40, 50, 0, 4, 3, 0]))

  it('"remove all script, remark tags and empty lines": a line break inside scripts and comments begins no line', () => {
    const html = 'one<script>\nif (a < b) "</p>"\n</script>two\n\n<!-- a\n<b>comment</b>\n-->\n  \nthree<style>\np{}\n</style>'
    expect(counts(html)).toBe('6/0 5/0')
  })

  it('as printed, style sheets stay', () => expect([...lines('<style>\np{}\n</style>', { removeStyle: false }).x]).toEqual([0, 3, 0]))

  it('a tag over several lines counts on its first line, and no part of it is text', () =>
    expect(counts('ab<a\n title="x > y"\n>cd</a>')).toBe('2/1 0/0 2/1'))

  it('a "<" that begins no tag is text; a doctype is neither text nor tag', () =>
    expect(counts('<!DOCTYPE html>\n1 < 2 <3')).toBe('0/0 8/0'))

  it('references are decoded, and the ends of lines are trimmed', () => {
    // "a & b" has 5 characters and "é" has 1. The unknown &nosuch; is unchanged: 8.
    expect([...lines('  a &amp; b \n&eacute;\n&nosuch;').x]).toEqual([5, 1, 8])
  })

  it('as printed, only ASCII characters count', () => {
    expect([...lines('Größe &amp; Ö', { characters: 'ascii' }).x]).toEqual([6])
    expect([...lines('日本語\nabc', { characters: 'ascii' }).x]).toEqual([0, 3])
  })

  it('lines end at LF, CR LF and CR', () => expect(sources('a\r\nb\rc\nd')).toEqual(['a', 'b', 'c', 'd']))

  it.each(['\n', '\r', '\r\n'])('lines also end inside a tag, where an empty line is a line: %j', (end) => {
    const html = ['ab<a', ' title="x"', '', ' id=a>cd</a>'].join(end)
    expect(sources(html)).toEqual(['ab<a', ' title="x"', '', ' id=a>cd</a>'])
  })

  it('no part of an unclosed comment, script or tag is text', () => {
    expect(['a<!-- b', 'a<script>b'].map((html) => sources(html))).toEqual([['a'], ['a']])
    expect([...lines('a<!-- b --!>c<!--->d<!-- e -->f').x]).toEqual([4])
    expect([...lines('a<b title="c').x]).toEqual([1])
  })
})

describe('wrapping (our addition)', () => {
  it('breaks at the first word boundary at or after the width', () =>
    expect(sources('aaa bbb ccc ddd', { wrap: 5 })).toEqual(['aaa bbb', ' ccc ', 'ddd']))

  it('the end of a space at the limit is a word boundary', () => {
    expect(sources('aaaa bbbb', { wrap: 5 })).toEqual(['aaaa ', 'bbbb'])
    expect(sources('aaaa&nbsp;bbbb cc', { wrap: 5 })).toEqual(['aaaa&nbsp;bbbb', ' cc'])
  })

  it('breaks before and after tags, never inside one', () =>
    expect(sources('abcdef<b title="long long">ghi</b>', { wrap: 6 })).toEqual(['abcdef', '<b title="long long">', 'ghi</b>']))

  it('applies to a page of few or long lines, but not as printed', () => {
    const html = `<body><p>${TWENTY.repeat(20)}</p></body>`
    // 420 characters of text fill lines of 65 to 70 characters.
    expect(run(html).lines?.start.length).toBeGreaterThanOrEqual(6)
    expect([run(html, {}, 'as-printed').lines?.start.length, run(PAGE).lines?.start.length]).toEqual([1, 12])
  })
})

describe('Smoothing: a moving average over 2r + 1 lines', () => {
  it('e_k is the sum of the ratios in the window, divided by its number of lines', () => {
    // e_1 = (0+0+1)/3, e_2 = (0+0+1+1)/4, e_6 = (1+0+30+40+50)/5, e_11 = (0+4+3+0)/4, e_12 = (4+3+0)/3
    const expected = [1 / 3, 0.5, 0.4, 6.4, 14.4, 24.2, 24, 24.8, 19.4, 11.4, 1.75, 7 / 3]
    expect(line(run(PAGE), 'smoothed')).toEqual(expected.map((value) => near(value)))
  })

  it('radius 0 does not change the ratios', () => {
    const result = run(PAGE, { radius: 0 })
    expect(line(result, 'smoothed')).toEqual(line(result, 'ratio'))
  })
})

describe('Clustering', () => {
  // Sum of e = 129.9167, mean 10.8264; sum of squares 2540.348; σ² = 211.6957 − 117.2109 = 94.4848; σ = 9.7203.
  it('threshold: content where e ≥ c·σ', () => {
    const result = run(PAGE, { cluster: 'threshold' })
    expect(result.values.threshold).toBeCloseTo(9.7203, 3)
    // Lines 5 to 10 have 14.4, 24.2, 24, 24.8, 19.4 and 11.4.
    expect(contentLines(result)).toEqual([5, 6, 7, 8, 9, 10])
  })

  it('threshold: c scales σ; 0 keeps all lines', () => {
    // 2σ = 19.44. Lines 6 to 8 have 24.2, 24 and 24.8.
    expect(contentLines(run(PAGE, { cluster: 'threshold', c: 2 }))).toEqual([6, 7, 8])
    expect(contentLines(run(PAGE, { cluster: 'threshold', c: 0 })).length).toBe(12)
  })

  it('k-means: starts at 0, mean, maximum; every cluster except the lowest is content', () => {
    // The centres start at 0, 10.8264 and 24.8, with the borders 5.413 and 17.813. Clusters: {.333 .5 .4 1.75 2.333}, {6.4 14.4 11.4} and
    // {24.2 24 24.8 19.4}, with the means 1.06333, 10.73333 and 23.1. The new borders 5.898 and 16.917 change no cluster.
    const result = run(PAGE)
    expect(centres(result)).toEqual([near(1.06333, 4), near(10.73333, 4), near(23.1, 4)])
    expect(line(result, 'cluster')).toEqual([0, 0, 0, 1, 1, 2, 2, 2, 2, 1, 0, 0])
    expect(contentLines(result)).toEqual([4, 5, 6, 7, 8, 9, 10])
  })

  it('k-means: one step per round, with its centres and clusters', () => {
    const { trace } = traced(PAGE)
    const [start, ...rounds] = trace.steps.filter((s) => s.name === 'cluster')
    expect(start?.centres?.map(([c]) => c)).toEqual([0, near(10.8264, 4), near(24.8, 9)])
    expect([start?.series, rounds.length]).toEqual([undefined, 2])
    expect(rounds[0]?.centres?.map(([c]) => c?.toFixed(3))).toEqual(['1.063', '10.733', '23.100'])
    expect([...(rounds[1]?.series?.data ?? [])]).toEqual([0, 0, 0, 1, 1, 2, 2, 2, 2, 1, 0, 0])
    expect(trace.steps.map((s) => s.name)).toEqual(['remove', 'count lines', 'ratio', 'smooth', 'cluster', 'cluster', 'cluster', 'output'])
  })

  it('fewer distinct values than clusters: uses the threshold', () => {
    // Ten equal lines: σ = 0, and every e ≥ 0.
    const result = run(Array.from({ length: 10 }, () => '<p>same</p>').join('\n'))
    expect([result.values.threshold, contentLines(result).length]).toEqual([0, 10])
  })

  it('farthest first: the minimum, then each time the value that is farthest from all centres', () => {
    // The first centre is .3333. The second centre is 24.8, the value farthest from it. The third centre is 11.4: its distance of
    // 11.0667 to the nearest centre is the largest (14.4: 10.4; 6.4: 6.0667). The first border is (.3333 + 11.4) / 2 = 5.8667.
    const result = run(PAGE, { cluster: 'farthest-first' })
    expect(centres(result)).toEqual([near(1 / 3, 6), near(11.4, 6), near(24.8, 6)])
    expect(result.values.threshold).toBeCloseTo(5.86667, 4)
    expect(line(result, 'cluster')).toEqual([0, 0, 0, 1, 1, 2, 2, 2, 2, 1, 0, 0])
  })

  it('EM: one round shares the values by likelihood and fits each Gaussian to its share', () => {
    // Values 0 and 4, two Gaussians at 0 and 4, variance 1, weight 1/2. Likelihood of 0 under them: 1 : e^(−16/2).
    // p = 1 / (1 + e^−8) = 0.99966465; mean = 4 (1 − p) = 0.00134140;
    // variance = 16 (1 − p) − mean² = 0.00536560 − 0.00000180 = 0.00536380.
    const { mixture, logLikelihood } = emRound(Float64Array.of(0, 4), { weights: [0.5, 0.5], means: [0, 4], variances: [1, 1] }, 0)
    expect([...mixture.means, mixture.variances[0]]).toEqual([near(0.0013414, 7), near(3.9986586, 7), near(0.0053638, 7)])
    expect(mixture.weights[0]).toBeCloseTo(0.5, 12)
    // Log likelihood: 2 · ln( ½ · (1 + e^−8) / √(2π) ) = 2 · (−0.6931472 − 0.9189385 + 0.0003354) = −3.2235006
    expect(logLikelihood).toBeCloseTo(-3.2235006, 6)
  })

  it('EM: stops if the likelihood no longer increases; drops the cluster with the lowest mean', () => {
    // A separate program computed these means from the clusters of k-means, in 16 rounds.
    const result = run(PAGE, { cluster: 'em' })
    expect(centres(result)).toEqual([near(1.05055, 4), near(12.71882, 4), near(24.33291, 4)])
    expect(line(result, 'cluster')).toEqual([0, 0, 0, 1, 1, 2, 2, 2, 1, 1, 0, 0])
  })

  it('prediction: content begins at a jump above the mean of the last three values, and ends at a fall below it', () => {
    // Line 4: m = (.3333 + .5 + .4) / 3 = .4111, and 6.4 − .4111 = 5.989 ≤ σ. Line 5: m = (.5 + .4 + 6.4) / 3 = 2.4333, and 14.4 − 2.4333 =
    // 11.967 > 9.7203, so the content begins. The content continues down to 2.4333 + 9.7203 / 2 = 7.2935: line 10 (11.4) is content, line
    // 11 (1.75) is not.
    expect(contentLines(run(PAGE, { cluster: 'prediction' }))).toEqual([5, 6, 7, 8, 9, 10])
  })
})

describe('The worst case: "non-HTML or all content pages"', () => {
  const declaration = Array.from({ length: 41 }, (_, k) => (k === 0 ? '<pre>IN CONGRESS' : k % 2 ? 'it' : 'When in the Course')).join('\n')

  it('a page with fewer than one tag in 20 lines is all content', () => {
    // The page has 41 lines and only 1 tag. One tag per 20 lines would be 2.05 tags.
    expect(contentLines(run(declaration)).length).toBe(41)
  })

  it('as printed, some lines of this page are no content', () =>
    expect(contentLines(run(declaration, { radius: 0 }, 'as-printed')).length).toBeLessThan(41))
})

describe('From lines to the tree', () => {
  it('a text is kept if the majority of its characters are on content lines', () =>
    expect(run(PAGE).text).toBe(['News', SIXTY, FORTY, HUNDRED, 'About us'].join('\n')))

  it('a text over several lines is decided by the lines of its larger part', () => {
    const empty = Array.from({ length: 8 }, () => '<i></i><i></i>')
    const html = ['<body>', '<p>', 'x', 'y</p>', ...empty, '<div>a', HUNDRED, 'b</div>', '</body>'].join('\n')
    const result = run(html, { radius: 0, cluster: 'threshold' })
    expect([contentLines(result), result.text]).toEqual([[14], `a ${HUNDRED} b`])
  })

  it('each line has its range in the source', () => {
    const { lines } = run(PAGE)
    expect(PAGE.slice(lines?.start[6], lines?.end[6])).toBe(FORTY)
  })

  it('each line has a decision with value and limit', () => {
    const { trace, decisions } = traced(PAGE, { cluster: 'threshold' })
    const ids = registry.get('ttr')?.rules.map((r) => r.id)
    for (const rule of trace.rules) expect(ids).toContain(rule)
    expect(trace.perLine.filter((v) => v === 1)).toHaveLength(12)
    expect(decisions[4]).toMatchObject({ value: near(14.4), limit: near(9.7203, 3) })
  })
})

describe('Pages at the edge', () => {
  it.each(['k-means', 'threshold', 'farthest-first', 'em', 'prediction'])('%s never gives empty text for a page with text', (cluster) => {
    const titled = '<title>A long title of a page with little else to read on it</title><p>x</p>'
    const pages = ['a', '<p>a</p>', titled, '<table>a<tr><td>b</table>', '日本語', PAGE]
    for (const html of pages)
      for (const values of [{}, { c: 4 }, { c: 0 }, { k: 2 }, { k: 6 }, { radius: 10 }])
        for (const preset of ['default', 'as-printed'] as const) expect(run(html, { cluster, ...values }, preset).text).not.toBe('')
  })

  it('there are no ratios without lines', () => expect(textToTagRatios(lines('')).length).toBe(0))
})
