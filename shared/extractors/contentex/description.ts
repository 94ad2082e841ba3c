import type { Measures } from '../core/define'
import type { Paper } from '../core/extractor'
import { boolean, choice, numberIn, paperSwitch } from '../core/params'
import { removedRule } from '../core/removals'
import { ruleTable } from '../core/rule-table'

export const paper: Paper = {
  authors: 'Linhai Song, Xueqi Cheng, Yan Guo, Yue Liu, Guodong Ding',
  title: 'ContentEx: A Framework for Automatic Content Extraction Programs',
  venue: 'ISI',
  year: 2009,
  except:
    'the paper does not define thresholds, statements and the forms of dates; form tags are replaced by their contents; hidden elements are removed; the database and the web service are omitted.',
}

export const params = {
  ignoreForms: paperSwitch({
    label: 'Ignoring form tags',
    cites: ['contentex-forms'],
    description:
      'Drop input fields, buttons and selection lists, and replace a form by its contents: "usually these tags don’t contain content" (§II.A).',
  }),
  removeScripts: paperSwitch({
    label: 'Removing scripts',
    cites: ['contentex-scripts'],
    description:
      'Drop scripts: "codes executed by browsers, and they are not content we care" (§II.A). If this parameter is off, the code of scripts counts as text.',
  }),
  toXhtml: paperSwitch({
    label: 'Converting to XHTML',
    cites: ['contentex-xhtml'],
    description: 'Makes an error-free tree (§II.A). The switch has no effect, because the HTML5 parser already repairs every error.',
  }),
  removeStatements: paperSwitch({
    label: 'Removing statements',
    cites: ['contentex-statements'],
    description: 'Drop short blocks that state copyright, a disclaimer or compliance with local laws (§II.A).',
  }),
  statementLength: numberIn(50, 1000, 10, {
    label: 'Longest statement',
    default: 300,
    origin: 'ours',
    description:
      'A block with more characters than this number is not a statement. The paper does not describe how statements are recognised.',
  }),
  linkTable: paperSwitch({
    label: 'Link table filter',
    cites: ['contentex-link-tables', 'contentex-found'],
    description: 'Find and delete link tables: navigation, advertisements, related links (§III.A, Figure 3).',
  }),
  threshold: numberIn(0.5, 0.9, 0.01, {
    label: 'Threshold',
    default: 0.75,
    origin: 'ours',
    cites: ['contentex-found'],
    description:
      'A link is in a link table if the score of its parent is below this value. The paper’s threshold is "pre-defined", but not printed (§III.A).',
  }),
  time: paperSwitch({
    label: 'Time pattern',
    cites: ['contentex-time'],
    description: 'Delete text nodes of a few words that contain only the time of a post (§III.B).',
  }),
  ip: paperSwitch({
    label: 'IP pattern',
    cites: ['contentex-ip'],
    description: 'Delete short text nodes with an IP address (§III.B).',
  }),
  colon: paperSwitch({
    label: 'Colon pattern',
    cites: ['contentex-colon'],
    description: 'Delete "text nodes with a colon as their last non-blank word" (§III.B).',
  }),
  colonCap: boolean({
    label: 'Colon pattern for short text only',
    default: true,
    asPrinted: false,
    origin: 'ours',
    description:
      'Keep text with more than 10 words and more than 30 characters, because a paragraph may introduce a list. The paper has no such limit.',
  }),
  copyright: paperSwitch({
    label: 'Copyright pattern',
    cites: ['contentex-copyright'],
    description:
      'Delete copyright messages in the form of the next parameter. The paper deletes text nodes with "all right reserved" (§III.B).',
  }),
  copyrightForms: choice({
    label: 'Copyright messages',
    default: 'short',
    asPrinted: 'printed',
    options: [
      { value: 'short', label: 'short messages in many forms' },
      { value: 'printed', label: '“all right(s) reserved” at any length' },
    ],
    origin: 'ours',
    cites: ['contentex-copyright'],
    description:
      'The form of copyright messages. The paper deletes every text node with "all right reserved" (§III.B). The translations, © with a year and the limit of 200 characters are ours.',
  }),
  repeated: paperSwitch({
    label: 'Repeated short text pattern',
    cites: ['contentex-repeated'],
    description: 'Delete short texts that occur several times: "usually generated automatically" (§III.B).',
  }),
  repeats: numberIn(2, 10, 1, {
    label: 'Repeats',
    default: 3,
    origin: 'ours',
    description: 'Minimum occurrences of a repeated text of at most 4 words or 15 characters. The paper gives no number.',
  }),
} as const

export const measures = {
  textCnt: {
    label: 'words',
    unit: 'words',
    cites: ['contentex-words'],
    description: 'textCnt: words of the subtree; a link counts as one word (Figure 3, lines 2–15).',
    sum: { over: 'children', of: 'textCnt', rest: 'own words' },
  },
  linkCnt: {
    label: 'links',
    unit: 'links',
    cites: ['contentex-links'],
    description: 'linkCnt: links of the subtree (Figure 3, lines 2–16).',
    sum: { over: 'children', of: 'linkCnt', rest: 'the link itself' },
  },
  score: {
    label: 'text-to-link score',
    tex: String.raw`\frac{@{textCnt}-@{linkCnt}}{@{textCnt}}`,
    share: true,
    cites: ['contentex-score'],
    description: 'Score: share of words outside links (Figure 3, lines 17–18). 1 for elements without words (our choice).',
  },
} satisfies Measures

export const rules = ruleTable(
  {
    ...removedRule,
    left: 'not filtered | No filter removed this text.',
    statement:
      'statement | !≤ length (characters) | It is a statement about copyright, a disclaimer or local laws ({value} characters, at most {limit}).',
    'link-table':
      'link table | < first-link score | It is a link table. The element around its first link has score {value}, below {limit}. The table extends upwards while the score falls.',
    'link-in-table':
      'link in a table | < surrounding score | It is a link in a link table. The element around it has score {value}, below {limit}.',
    'table-begins':
      'link table begins | < score | It has score {value}, below {limit}. A link table starts here and grows upwards while the score falls.',
    'table-grows':
      'link table grows | < score | It has score {value}, lower than the element inside it ({limit}). The link table grows up to here.',
    'table-ends':
      'link table ends | < score | It has score {value}, not lower than the element inside it ({limit}). The link table ends inside it.',
    'link-in-text':
      'link in text | < surrounding score | The element around this link has score {value}. A link table begins at an element with a score below {limit}.',
    time: 'time pattern | !≤ text besides the time (characters) | It is a date or time with {value} other characters (at most {limit}).',
    ip: 'IP pattern | !≤ length (characters) | It is a short text with an IP address ({value} characters, at most {limit}).',
    colon: 'colon pattern | It ends in a colon, so it counts as a label.',
    copyright: 'copyright pattern | !≤ length (characters) | It is a copyright message ({value} characters, at most {limit}).',
    'copyright-string': 'copyright pattern | length (characters) | It contains “all right(s) reserved” ({value} characters, no limit).',
    repeated:
      'repeated short text | ≥ occurrences (times) | The same short text occurs {value} times. A text that occurs at least {limit} times is navigation.',
    emptied: { label: 'emptied by the filters', follows: true, sentence: 'The filters removed all text of this element.' },
    'nothing-left': 'nothing left | All text of the page is kept, because the filters would remove all text.',
  },
  {
    'first-link score': {
      how: 'Share of words outside links, in the element around the first link of the table (first-link score). The score of the table may be lower.',
      share: true,
    },
    'surrounding score': { measure: 'score', ofParent: true },
    score: { measure: 'score' },
  },
)

export const charts = [
  { id: 'score', title: 'Text-to-link score by node', per: 'node', series: ['score'], threshold: 'threshold', movedBy: 'threshold' },
  { id: 'words', title: 'Words and links by node', per: 'node', series: ['textCnt', 'linkCnt'] },
] as const

const COUNTING = {
  dom: 'Construct DOM tree T for the input page;',
  terminals: 'for each terminal node N of T:',
  ifText: '  if N is a text node:',
  textWords: '    textCnt(N) = word count of text in N;',
  textLinks: '    linkCnt(N) = 0;',
  ifLink: '  else if N is a link node:',
  linkWords: '    textCnt(N) = 1;',
  linkLinks: '    linkCnt(N) = 1;',
  else: '  else:',
  noWords: '    textCnt(N) = 0;',
  noLinks: '    linkCnt(N) = 0;',
  inner: 'for each non-terminal node N of T:',
  start: '  Initialize textCnt(N) = 0 and linkCnt(N) = 0;',
  children: '  for each child C of N:',
  sumWords: '    textCnt(N) = textCnt(N) + textCnt(C);',
  sumLinks: '    linkCnt(N) = linkCnt(N) + linkCnt(C);',
} as const
export const COUNTING_LINES = Object.keys(COUNTING) as (keyof typeof COUNTING)[]

export const PSEUDOCODE = {
  title: '# Figure 3, with the climb and the deletion inside the “if”',
  ...COUNTING,
  calculate: '  Calculate',
  score: '  Score(N) = (textCnt(N) - linkCnt(N)) / textCnt(N)',
  visit: 'for each node N of T in DFS order:',
  isLink: '  if N is a link node:',
  low: '    if score(parent(N)) < Threshold:',
  up: '      N = parent(N);',
  climb: '      while score(parent(N)) < score(N):',
  climbUp: '        N = parent(N);',
  delete: '      Delete N from T;',
} as const
