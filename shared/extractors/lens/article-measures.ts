/** Measures of whether another article begins: articles, dates, headings and repeats before a block. */
import { attribute } from '../../page/page-model'
import { category, measure, perBlock } from './block-context'
import { NOWHERE } from './marks'

export const articles = perBlock(
  {
    'article-number': measure(
      'number of its article',
      '',
      'Articles (elements or roles) that begin before the innermost one around the block; −1 outside of all, −2 on a page without any.',
    ),
    'article-size': measure(
      'its article by the largest',
      '',
      'Characters of the innermost article around the block by those of the page’s largest; −1 outside of all, −2 on a page without any.',
    ),
    'article-nested': measure('articles around it', 'elements', 'Articles around the block, one in another; −1 on a page without any.'),
    'article-side': category(
      'before or after the largest article',
      '0: the page has no article; 1: before the largest; 2: in it; 3: after it.',
    ),
  },
  ({ tree, blocks, page, counts }, columns) => {
    const isArticle = page.tagNames.map((name) => name === 'article')
    const innermost = new Int32Array(tree.size).fill(-1)
    const nested = new Uint8Array(tree.size)
    const number = new Int32Array(tree.size)
    let count = 0
    let largest = -1
    for (let e = 1; e < tree.size; e++) {
      const up = tree.parent[e]
      innermost[e] = innermost[up]
      nested[e] = nested[up]
      if (tree.isText[e] === 1 || counts.C[e] === 0) continue
      if (!isArticle[page.tag[tree.node[e]]] && attribute(page, tree.node[e], 'role') !== 'article') continue
      innermost[e] = e
      nested[e] = Math.min(9, nested[up] + 1)
      number[e] = count++
      if (largest < 0 || counts.C[e] > counts.C[largest]) largest = e
    }
    return (b) => {
      const e = blocks.element[b]
      const own = innermost[e]
      columns['article-number'][b] = count === 0 ? -2 : own < 0 ? -1 : number[own]
      columns['article-size'][b] = count === 0 ? -2 : own < 0 ? -1 : counts.C[own] / counts.C[largest]
      columns['article-nested'][b] = count === 0 ? -1 : nested[e]
      columns['article-side'][b] = count === 0 ? 0 : e < largest ? 1 : e < tree.end[largest] ? 2 : 3
    }
  },
)

/** A text shorter than this is repeated for other reasons than that it is shown twice. */
const REPEATED_CHARACTERS = 12
const DATE_WORDS = 12
const DATE = /\b(?:19|20)\d\d\b|\bago\b/

export const before = perBlock(
  {
    'repeat-before': measure(
      'its text stood before',
      'blocks',
      `Blocks before with the same text; −1 for texts of fewer than ${REPEATED_CHARACTERS} characters.`,
    ),
    'times-before': measure('times before', 'elements', 'Elements <time> that begin before the block’s element.'),
    'h1s-before': measure('main headings before', 'elements', 'Elements <h1> that begin before the block’s element, itself included.'),
    'aria-hidden': measure(
      'hidden from screen readers',
      'levels up',
      `Elements to climb from the block’s to one with aria-hidden="true"; ${NOWHERE} where there is none.`,
    ),
    'dates-before': measure(
      'dates before',
      'blocks',
      `Blocks of at most ${DATE_WORDS} words before that hold a year, or how long ago something was.`,
    ),
  },
  ({ tree, blocks, page, texts }, columns) => {
    const time = page.tagNames.indexOf('time')
    const h1 = page.tagNames.indexOf('h1')
    const times = new Int32Array(tree.size)
    const headings = new Int32Array(tree.size)
    const hidden = new Uint8Array(tree.size).fill(NOWHERE)
    for (let e = 0; e < tree.size; e++) {
      times[e] = e === 0 ? 0 : times[e - 1]
      headings[e] = e === 0 ? 0 : headings[e - 1]
      if (tree.isText[e] === 1) continue
      const tag = page.tag[tree.node[e]]
      if (tag === time) times[e]++
      if (tag === h1) headings[e]++
      if (attribute(page, tree.node[e], 'aria-hidden') === 'true') hidden[e] = 0
      else if (e > 0) hidden[e] = Math.min(NOWHERE, hidden[tree.parent[e]] + 1)
    }
    const seen = new Map<string, number>()
    let dates = 0
    return (b) => {
      const e = blocks.element[b]
      const text = texts[b]
      const repeated = text.length < REPEATED_CHARACTERS ? -1 : (seen.get(text) ?? 0)
      if (repeated >= 0) seen.set(text, repeated + 1)
      columns['repeat-before'][b] = repeated
      columns['times-before'][b] = times[e]
      columns['h1s-before'][b] = headings[e]
      columns['aria-hidden'][b] = hidden[e]
      columns['dates-before'][b] = dates
      if (blocks.words[b] <= DATE_WORDS && DATE.test(text)) dates++
    }
  },
)
