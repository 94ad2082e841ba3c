import { describe, expect, it } from 'vitest'
import { near, runOnHtml } from './run-on-html'

const text = (letter: string, length: number): string => letter.repeat(length)

describe('FE: the block with most text among those whose dominant feature is text', () => {
  // Maxima of the page: 120 characters, 4 images. Text features: a 100/120, b 60/120, `pictures` 1. `pictures` also has the image
  // feature 1, so its text share is 1/2. a and b have the share 1.
  const html = `<body><p id=a>${text('a', 100)}</p><p id=b>${text('b', 60)}</p><p id=pictures>${text('c', 120)}${'<img src=x>'.repeat(4)}</p></body>`
  const result = runOnHtml('fe', html)

  it('counts text, images, links, scripts and list elements of each block', () => {
    const html = '<div id=block>word <a href=/>link</a><img src=x><ol><li>item</ol><script>1</script><p>not of this block</p></div>'
    const features = runOnHtml('fe', html).measures('block', 'text', 'images', 'links', 'scripts', 'lists')
    expect(features).toEqual([12, 1, 1, 1, 2])
  })

  it.each([
    ['a', 100 / 120, 1],
    ['b', 60 / 120, 1],
    ['pictures', 1, 1 / 2],
  ])('%s has text feature %d and share %d', (name, feature, share) => {
    expect(result.measures(name, 'textFeature', 'textShare')).toEqual([near(feature), near(share)])
  })

  it('`pictures` has most text, but text is only half of its features: a is kept', () => {
    expect(['pictures', 'b'].map((name) => result.rules(name, 'dropNode'))).toEqual([['dominant-text'], ['most-text']])
    expect(result.extraction.text).toBe(text('a', 100))
  })

  it('with dominance 0.4, `pictures` is kept', () =>
    expect(runOnHtml('fe', html, { params: { dominance: 0.4 } }).extraction.text).toBe(text('c', 120)))

  it('a rule (hr) begins a new block', () => expect(runOnHtml('fe', '<div>aaa<hr>bbbb <b>bb</b></div>').extraction.text).toBe('bbbb bb'))

  it('keeps nothing if text dominates no block, and reports this', () => {
    const { text, warnings } = runOnHtml('fe', '<body><a href=/>link</a></body>').extraction
    expect([text, warnings.length]).toEqual(['', 1])
  })
})

describe('KFE: k-means of the blocks, the cluster with the highest text feature is kept', () => {
  /*
   * Characters of the blocks: body 0, b 10, c 12, e 90, d 100. Text features: 0, 0.1, 0.12, 0.9, 1. There are no other features.
   * The centres start at the quantiles 0, ½ and 1: 0, 0.12, 1.
   * Round 1: {0} {0.1, 0.12} {0.9, 1}, with the centres 0, 0.11, 0.95. Round 2 changes no block.
   */
  const html = `<body><p id=b>${text('b', 10)}</p><p id=c>${text('c', 12)}</p><p id=d>${text('d', 100)}</p><p id=e>${text('e', 90)}</p></body>`
  const result = runOnHtml('kfe', html)

  it('has one step per round, with the centres', () => {
    const rounds = result.trace.steps.filter(({ name }) => name === 'cluster')
    expect(rounds).toHaveLength(2)
    expect(rounds[0]?.centres?.map(([first]) => first)).toEqual([0, near(0.11), near(0.95)])
  })

  it('puts d and e into one cluster and keeps it', () => {
    expect(result.measureEach(['body', 'b', 'c', 'd', 'e'], 'cluster')).toEqual([0, 1, 1, 2, 2])
    expect(result.extraction.text).toBe(`${text('d', 100)}\n${text('e', 90)}`)
  })

  it('the first of two clusters with the same text feature is kept, and the other is not reported as lower', () => {
    const same = text('a', 100)
    const tied = runOnHtml('kfe', `<body><div><p>${same}</p></div><div><p id=second>${same}<img></p></div></body>`)
    expect(tied.rules('second', 'dropNode')).toEqual(['as-high-cluster'])
  })

  it('works with fewer blocks than clusters', () =>
    expect(runOnHtml('kfe', '<body>Only text</body>', { params: { k: 8 } }).extraction.text).toBe('Only text'))
})
