import { describe, expect, it } from 'vitest'
import { smoothBySpread, slopesAhead, pinnedKMeans } from '../../shared/extractors/cetr/cetr'
import { near, runOnHtml } from './run-on-html'

const run = (html: string) => runOnHtml('cetr', html, { sourcePositions: true })

const close = (found: Iterable<number> | undefined, expected: readonly number[], digits = 5): void =>
  expect([...(found ?? [])]).toEqual(expected.map((value) => near(value, digits)))

// Four lines, T = 0, 0, 2, 2: mean 1, σ = 1, half-width ⌈σ⌉ = 1, weights 1 and e^(−1/2) = 0.6065307.
const SMALL = '<br>\n<br>\nab\nab'
// T'_1 = 0; T'_2 = 2·0.6065307 / (1 + 2·0.6065307) = 0.5481372; T'_3 = (2 + 2·0.6065307) / 2.2130613 = 1.4518628; T'_4 = 2
const SMOOTHED = [0, 0.5481372, 1.4518628, 2]
// G_1 = (0.5481372 + 1.4518628 + 2)/3 − 0; G_2 = (1.4518628 + 2)/2 − 0.5481372; G_3 = 2 − 1.4518628; no line follows line 4
const SLOPES = [1.3333333, 1.1777941, 0.5481372, 0]
// σ of G = 0.5304847, half-width 1, weight e^(−1/(2·0.2814140)) = 0.1691890:
// Ĝ_1 = (1.3333333 + 0.1691890·1.1777941) / 1.1691890 = 1.3108259, …
const SLOPE = [1.3108259, 1.1178594, 0.5584424, 0.0793187]

describe('Tag ratios and their slope', () => {
  const { extraction } = run(SMALL)
  it('T is the number of characters divided by the number of tags, per line', () => close(extraction.lines?.measures.ratio, [0, 0, 2, 2]))
  it('T′ is T under a Gaussian of the ratios’ own standard deviation, renormalised at the ends', () => {
    close(extraction.lines?.measures.smoothed, SMOOTHED)
    close(smoothBySpread(Float64Array.of(0, 0, 2, 2), 500), SMOOTHED)
  })
  it('G is the mean of the next three T′ minus T′', () => close(slopesAhead(Float64Array.from(SMOOTHED), 3), SLOPES))
  it('|Ĝ| is the absolute value of G, smoothed like T', () => close(extraction.lines?.measures.slope, SLOPE))
  it('equal ratios have no deviation and are not smoothed', () => close(smoothBySpread(Float64Array.of(3, 3, 3), 500), [3, 3, 3]))
})

describe('K-means with one centre at the origin', () => {
  it('moves every centre except the centre at the origin', () => {
    // Points (1,0) (0,1) (9,0) (11,0). The centres start at the origin, at the mean (5.25, 0.25) and at the farthest point (11, 0).
    // Round 1, squared distances: (1,0) has 1 to the origin and 18.1 to the mean; (9,0) has 14.1 to the mean and 4 to (11,0).
    // So (1,0) and (0,1) join the origin, (9,0) and (11,0) join centre 3, which moves to (10, 0). Centre 2 has no points and stays.
    // Round 2 changes nothing.
    const rounds: (readonly (readonly number[])[])[] = []
    const found = pinnedKMeans(Float64Array.of(1, 0, 9, 11), Float64Array.of(0, 1, 0, 0), 3, (_, centres) => rounds.push(centres))
    expect([...found.of]).toEqual([0, 0, 2, 2])
    expect(found.centres).toEqual([
      [0, 0],
      [5.25, 0.25],
      [10, 0],
    ])
    expect(rounds[0]).toEqual([
      [0, 0],
      [5.25, 0.25],
      [11, 0],
    ])
    expect(rounds.length).toBe(2)
  })

  it('on the small page, lines 1 and 2 form a cluster, lines 3 and 4 another, and no line is at the origin', () => {
    // The centres start at (0, 0), at the mean (1, 0.7666), and at the farthest point (2, 0.0793). In round 1, lines 1, 2 and 3 join the
    // mean, and line 4 joins the farthest point. The mean moves to (0.6667, 0.9957). The squared distance of line 3 is
    // now 0.808 to the mean and 0.530 to (2, 0.0793), so line 3 changes its cluster. The next round changes nothing.
    const { extraction, trace } = run(SMALL)
    expect([...(extraction.lines?.measures.cluster ?? [])]).toEqual([1, 1, 2, 2])
    const rounds = trace.steps.filter((s) => s.name === 'cluster' && s.series)
    expect(rounds.length).toBe(2)
    close(rounds[0]?.centres?.[1], [0.66667, 0.99571], 4)
    close(rounds[1]?.centres?.[1], [0.27407, 1.21434], 4)
    close(rounds[1]?.centres?.[2], [1.72593, 0.31888], 4)
    expect(rounds[1]?.centres?.[0]).toEqual([0, 0])
  })
})

describe('A page with an article', () => {
  const links = Array.from({ length: 12 }, (_, k) => `<li><a href="/${k}">Nav</a></li>`).join('\n')
  const article = Array.from({ length: 12 }, (_, k) => `<p>Paragraph ${k} says something that is long enough to stand out.</p>`).join('\n')
  const { extraction, trace, decisions } = run(`<body><ul>\n${links}\n</ul>\n${links}\n${article}\n${links}\n${links}</body>`)

  it('keeps the article and drops links far from it', () => {
    for (let k = 0; k < 12; k++) expect(extraction.text).toContain(`Paragraph ${k} says`)
    expect(extraction.text.match(/Nav/g)?.length ?? 0).toBeLessThan(48)
  })

  it('content lines are nearer to another centre than to the origin', () => {
    for (const { value = 0, limit = 0, subject } of decisions.filter((_, d) => trace.perLine[d] === 1))
      expect(extraction.lines?.content[subject]).toBe(value > limit ? 1 : 0)
  })
})

describe('A page of few words', () => {
  it('a warning reports an empty result for a page with text', () => {
    for (const html of ['a', '<p>a</p>', '<b>a</b>\n<b>b</b>', 'x'.repeat(100_000)]) {
      const { extraction } = run(html)
      if (extraction.text === '') expect(extraction.warnings[0]).toMatch(/Nothing was kept/)
    }
  })
})
