import type { Measures } from '../core/define'
import type { Paper } from '../core/extractor'
import { boolean, choice, numberIn, paperSwitch, proportion } from '../core/params'
import { removedRule } from '../core/removals'
import { ruleTable } from '../core/rule-table'

export const paper: Paper = {
  authors: 'Heinz-Peter Lang, Gerhard Wohlgenannt, Albert Weichselbraun',
  title: 'TextSweeper – A System for Content Extraction and Overview Page Detection',
  venue: 'CONF-IRM',
  year: 2012,
  except:
    'the paper prints no weights and no minimum lengths; the text of an overview page is shown, with its verdict; hidden elements are removed; teaser lengths of 2,000 and 100,000 characters mean no limit.',
}

export const params = {
  tolerance: proportion({
    label: 'Tolerance',
    default: 0.7,
    asPrinted: 0.9,
    origin: 'ours',
    cites: ['textsweeper-tolerance'],
    description: 'Nodes whose ratio exceeds this share of the best ratio are relevant. The paper’s 0.9 is "for example" (§3).',
  }),
  minTextLength: numberIn(0, 500, 5, {
    label: 'Minimum text of a block',
    default: 25,
    origin: 'ours',
    cites: ['textsweeper-cleanup'],
    description: 'The cleanup deletes blocks with fewer characters of net text than this number, which is "predefined" in the paper (§3).',
  }),
  maxLinkShare: proportion({
    label: 'Maximum share of links',
    default: 0.5,
    origin: 'ours',
    cites: ['textsweeper-cleanup'],
    description: 'The cleanup deletes blocks with a share of link text above this value. The paper: "which mainly contain links" (§3).',
  }),
  spare: boolean({
    label: 'Spare headings, tables and lists',
    default: true,
    asPrinted: false,
    origin: 'ours',
    description: 'Headings, table cells and list items are usually short, so the cleanup deletes them only with the block around them.',
  }),
  minNetText: numberIn(0, 2000, 10, {
    label: 'Minimum net text of an article',
    default: 400,
    origin: 'ours',
    cites: ['textsweeper-verdict'],
    description:
      'A page with less net text than this number after the cleanup is an overview page. The paper: "a given minimum threshold" (§3).',
  }),
  headingWeight: numberIn(0.5, 3, 0.1, {
    label: 'Weight of headings',
    default: 1.5,
    origin: 'ours',
    cites: ['textsweeper-weights'],
    description: 'Text weight of h1 to h3. The paper: headings "are considered more important" (§3), without a number.',
  }),
  subheadingWeight: numberIn(0.5, 3, 0.1, {
    label: 'Weight of small headings',
    default: 1.3,
    origin: 'ours',
    description: 'Text weight of h4 to h6. The paper gives no number.',
  }),
  boldWeight: numberIn(0.5, 3, 0.1, {
    label: 'Weight of bold text',
    default: 1.2,
    origin: 'ours',
    description: 'Text weight of b and strong. The paper gives no number.',
  }),
  lengthBias: boolean({
    label: 'Bias towards long text',
    default: true,
    origin: 'ours',
    description:
      'Weight of text: 0.5 below 25 characters, 1 below 100, 1.2 below 250, 1.5 for longer text. The paper mentions a bias without numbers.',
  }),
  readMore: paperSwitch({
    label: '"Read more" rule',
    cites: ['textsweeper-links'],
    description: 'An element that ends in a phrase such as "read more" or in "…", and its parent, count as links (§3).',
  }),
  phrases: choice({
    label: 'Phrases of teasers',
    default: 'list',
    asPrinted: 'printed',
    options: [
      { value: 'list', label: 'a list in several languages' },
      { value: 'printed', label: '“Read more” only' },
    ],
    origin: 'ours',
    cites: ['textsweeper-links'],
    description: 'The phrases that end a teaser, in addition to “…”. The paper: "a phrase like “Read more” or “...”" (§3).',
  }),
  ellipsisLimit: numberIn(0, 2000, 10, {
    label: 'Longest teaser with "…"',
    default: 300,
    asPrinted: 2000,
    origin: 'ours',
    description:
      'An element that ends in "…" is a teaser only up to this number of characters. The paper has no limit. The largest value disables this limit.',
  }),
  parentLimit: numberIn(100, 100_000, 100, {
    label: 'Longest "read more" element',
    default: 1000,
    asPrinted: 100_000,
    origin: 'ours',
    description:
      'Elements and parents with more characters than this number are not link elements. Otherwise, one link could turn a whole article into a link. The paper has no limit. The largest value disables this limit.',
  }),
  spareMain: boolean({
    label: 'Spare body, main and article',
    default: true,
    asPrinted: false,
    origin: 'ours',
    description: 'body, main and article never become link elements by the "read more" rule.',
  }),
  deleteForms: boolean({
    label: 'Delete forms whole',
    default: false,
    asPrinted: true,
    origin: 'paper',
    cites: ['textsweeper-remove'],
    description: 'In the paper, form is one of the tags that never contain content (§3). Today, some sites wrap the whole page in a form.',
  }),
} as const

export const measures = {
  textLength: {
    label: 'text length',
    unit: 'weighted characters',
    symbol: String.raw`\mathrm{text}`,
    tex: String.raw`\sum_{\text{text}}\text{length}\cdot\text{weight}\cdot\text{parent weight}`,
    cites: ['textsweeper-weights'],
    description: 'Weighted length of all text in the node (equation 1).',
    sum: { over: 'children', of: 'textLength', rest: 'own text' },
  },
  linkTextLength: {
    label: 'link text length',
    unit: 'weighted characters',
    symbol: String.raw`\mathrm{link}`,
    cites: ['textsweeper-ratio'],
    description: 'The part of the text length in link elements (equation 2).',
    sum: { over: 'children', of: 'linkTextLength', rest: 'own text' },
  },
  tagCount: {
    label: 'tags',
    unit: 'tags',
    cites: ['textsweeper-ratio'],
    description: 'Number of elements in the node, without inline text tags (equation 2).',
  },
  nodeLevel: {
    label: 'level',
    cites: ['textsweeper-ratio'],
    description: 'Depth of the node (equation 2). Body has level 1 (our choice).',
  },
  ratio: {
    label: 'text-to-tag ratio',
    unit: 'weighted characters per tag',
    tex: String.raw`\frac{@{textLength}-@{linkTextLength}}{@{tagCount}+@{nodeLevel}}`,
    cites: ['textsweeper-ratio'],
    description: 'Net text length, divided by the sum of tags and level (equation 2).',
  },
} satisfies Measures

export const rules = ruleTable(
  {
    ...removedRule,
    'read-more':
      'read more | length of its text (characters) | The text has {value} characters and ends in a phrase such as "read more", so the element and its parent count as links.',
    'read-more-alone':
      'read more | length of its text (characters) | The text has {value} characters and ends in a phrase such as "read more", so the element counts as a link.',
    'best-node': 'best ratio | ratio | It has the highest text-to-tag ratio on the page ({value}).',
    tolerance: 'tolerance | > ratio | It has ratio {value}. It needs more than {limit}, the tolerated fraction of the best ratio.',
    'content-node': 'common path | ratio | It is the content node: the innermost element around all relevant nodes, with ratio {value}.',
    'none-relevant':
      'no relevant node | ratio | It is the content node, because it has the best ratio ({value}). No ratio is above {limit}, so no node is relevant.',
    'min-text-length': 'least text | ≥ net text | It has {value} characters of net text, and needs {limit}.',
    'max-link-share': 'link share | ≤ link share | It has link share {value}. The limit is {limit}.',
    'nothing-left': 'nothing left | net text (characters) | The whole content node is kept, because the cleanup would leave no text.',
  },
  {
    ratio: { measure: 'ratio' },
    'net text': { unit: 'characters', how: 'Net text: the remaining characters of the block outside links, without weights.' },
    'link share': { how: 'Link share: characters in links, divided by all remaining characters of the block, without weights.' },
  },
)

export const charts = [
  { id: 'ratio', title: 'Text-to-tag ratio by node', per: 'node', series: ['ratio'], threshold: 'limit', movedBy: 'tolerance' },
  { id: 'text', title: 'Text and link text by node', per: 'node', series: ['textLength', 'linkTextLength'] },
] as const

export const PSEUDOCODE = {
  title: '# Our pseudocode of Figure 2',
  remove: 'parse HTML and remove known non-content nodes',
  text: 'for each text: text_length = actual_text_length * text_weight * parent_text_weight',
  links: 'for each node: if it is a link (tag, attributes, "read more"): link_text_length = text_length',
  ratio: 'for each node: ratio = (text_length - link_text_length) / (tag_count + node_level)',
  best: 'best = node with the highest ratio',
  relevant: 'relevant = nodes with ratio > tolerance * ratio(best)',
  content: 'content = common path of the relevant nodes',
  delete: 'delete nodes below content that are too short or mainly links',
  reject: 'if net text length(content) < minimum: reject (overview page)',
} as const
