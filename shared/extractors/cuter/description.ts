import { linkQuota as linkQuotaTerm } from '../../base/glossary.json'
import type { Measures, Run } from '../core/define'
import type { Paper } from '../core/extractor'
import { boolean, choice, numberIn, type ParamValues, proportion } from '../core/params'
import { ruleTable } from '../core/rule-table'

export const paper: Paper = {
  authors: 'George Adam, Christos Bouras, Vassilis Poulopoulos',
  title: 'CUTER: an Efficient Useful Text Extraction Mechanism',
  venue: 'AINA Workshops',
  year: 2009,
  doi: '10.1109/WAINA.2009.60',
  except:
    'the paper prints no numbers for minTP, AL and “close”; a group of exactly the acceptable length is long enough; formatting tags and the title from RSS are not used; hidden elements are removed.',
}

const ofPseudocode = { param: 'procedure', values: ['pseudocode'] } as const

export const params = {
  procedure: choice({
    label: 'Procedure',
    default: 'pseudocode',
    options: [
      { value: 'pseudocode', label: 'pseudocode (first long group)' },
      { value: 'prose', label: 'prose (growth from the largest node)' },
    ],
    origin: 'paper',
    cites: ['cuter-first', 'cuter-largest', 'cuter-rest'],
    description:
      'The procedure of §IV to run. The pseudocode merges all valid nodes and keeps the first long group; the prose starts "from the node (nk) that has the higher TP" and unites it with close nodes; "the rest of the nodes are omitted".',
  }),
  maxLP: proportion({
    label: 'maxLP',
    word: 'link limit',
    default: 0.5,
    origin: 'paper',
    cites: ['cuter-maxLP'],
    description: 'Useful nodes have a link percentage below this value. The paper: "the limit of the LP should be placed at 50%" (§IV).',
  }),
  tpShare: proportion({
    label: 'minTP as a share of the largest TP',
    default: 0.25,
    origin: 'ours',
    onlyWith: ofPseudocode,
    cites: ['cuter-minTP'],
    description: 'minTP as a share of the largest text percentage. The paper gives no number: "depending on each webpage" (§IV).',
  }),
  tpFloor: numberIn(0, 0.2, 0.005, {
    label: 'least minTP',
    default: 0.01,
    asPrinted: 0,
    origin: 'ours',
    onlyWith: ofPseudocode,
    description: 'minTP is never below this share of the page’s text. The paper has no such minimum.',
  }),
  nearDivisor: numberIn(1, 10, 0.5, {
    label: 'divisor of the largest text percentage',
    default: 3,
    origin: 'paper',
    onlyWith: { param: 'procedure', values: ['prose'] },
    cites: ['cuter-near'],
    description: 'A close node is united with nk if its TP exceeds the TP of nk divided by this value: "greater than TP(nk)/3" (§IV).',
  }),
  maxGap: numberIn(1, 40, 1, {
    label: 'Largest gap',
    default: 6,
    origin: 'ours',
    cites: ['cuter-near'],
    description:
      'Nodes are close if their numbers differ by at most this value. The pseudocode merges close nodes, the prose unites them. The paper states only "nodes (nx) that are close to nk" (§IV).',
  }),
  AL: numberIn(0.3, 0.8, 0.05, {
    label: 'AL',
    word: 'group length',
    default: 0.5,
    origin: 'ours',
    onlyWith: ofPseudocode,
    cites: ['cuter-AL'],
    description:
      'The article is the first group with at least AL times the length of the longest group, “in order to avoid content that is derived from "comments"” (§IV). The paper gives no number.',
  }),
  unit: choice({
    label: 'Node',
    default: 'own-text',
    asPrinted: 'subtree',
    options: [
      { value: 'own-text', label: 'elements with direct text' },
      { value: 'subtree', label: 'every element with its whole subtree' },
    ],
    origin: 'ours',
    onlyWith: ofPseudocode,
    cites: ['cuter-subtrees', 'cuter-sizes'],
    description:
      'The elements that count as nodes. The pseudocode uses whole subtrees (§IV): body then has all the text, and almost everything is kept, unless the link percentage of body reaches maxLP. Table 1 of the paper measures only leaves.',
  }),
  prune: boolean({
    label: 'Omit children too',
    default: false,
    asPrinted: true,
    origin: 'paper',
    cites: ['cuter-omit'],
    description:
      'Whether a node over maxLP is dropped with its children: "we omit all the nodes (and their children)" (§IV). Body, and links and formatting inside a sentence, are exceptions.',
  }),
  titleHint: boolean({
    label: 'Start at the title',
    default: false,
    origin: 'paper',
    cites: ['cuter-title'],
    description:
      'Drop nodes before the headline: "the useful text is more likely to be after the article’s title" (§IV). The paper reads the headline from RSS, Boilerscope from a heading of the page.',
  }),
} as const

export const measures = {
  IX: { label: 'number', description: 'IX: the node’s number in document order (Table 1).', cites: ['cuter-sizes', 'cuter-depth-first'] },
  SL: { label: 'text size', unit: 'bytes', description: 'SL: bytes of the node’s text (Table 1).', cites: ['cuter-sizes'] },
  SA: {
    label: 'link text size',
    unit: 'bytes',
    description: 'SA: bytes of the node’s text inside links (Table 1).',
    cites: ['cuter-sizes'],
  },
  LP: {
    label: 'link percentage',
    tex: String.raw`\frac{@{SA}}{@{SL}}`,
    share: true,
    description: `${linkQuotaTerm.text} LP in equation 1.`,
    cites: ['cuter-LP'],
  },
  TP: {
    label: 'text percentage',
    tex: String.raw`\frac{@{SL}}{@{SH}}`,
    share: true,
    description: 'TP: share of the page’s text in this node (equation 2).',
    cites: ['cuter-TP'],
  },
  group: {
    label: 'group',
    description: 'Number of the group of neighbouring valid nodes, from 1; 0 for a node without a group (§IV).',
    cites: ['cuter-merge'],
  },
} satisfies Measures

const linkPercentage =
  'link percentage | < link percentage | It has link percentage {value}. A node with at least {limit} is navigation or an advertisement.'

export const rules = ruleTable(
  {
    'link-percentage': linkPercentage,
    'omit-links': linkPercentage,
    'largest-text':
      'largest text percentage | text percentage | It has the highest text percentage of the nodes that are not excluded ({value}). The article grows from this node, nk.',
    'near-text':
      'text percentage compared with nk | > text percentage | It has text percentage {value}. It needs more than {limit}, a fraction of the text percentage of nk.',
    close: 'close to nk | ≤ node distance (nodes) | It has distance {value} to the nodes merged with nk. The limit is {limit}.',
    'text-percentage': 'text percentage | > text percentage | It has text percentage {value}. A candidate needs more than {limit}.',
    'before-title': 'before the title | ≥ node number | It is node number {value}. Nodes before the headline, number {limit}, are dropped.',
    neighbour:
      'neighbour | ≤ node distance (nodes) | It has distance {value} to the previous valid node. At distances up to {limit}, both nodes are in one group.',
    'in-gap': 'in a gap | < link percentage | It is between two merged nodes. Its link percentage is {value}, and must be below {limit}.',
    'first-long-group':
      'first long group | ≥ group length (bytes) | Its group has {value} bytes. The first group of at least {limit} is the article.',
    'after-article':
      'after the article | group length (bytes) | Its group of {value} bytes comes after the article. Such groups are probably comments.',
    'no-candidate':
      'no candidate | text size without links (bytes) | It has the most text outside links ({value} bytes). No node passed both tests.',
    'no-candidate-after-title':
      'no candidate after the title | text size without links (bytes) | It has the most text outside links on the page ({value} bytes). No node after the headline passed both tests.',
    media: 'media of the article | It is an image, sound, video or frame inside the article text (c2).',
  },
  {
    'text percentage': { measure: 'TP' },
    'node number': { measure: 'IX' },
    'link percentage': { measure: 'LP' },
  },
)

export const charts = [
  { id: 'TP', title: 'Text percentage by node', per: 'node', series: ['TP'], threshold: 'minTP', cluster: 'group' },
  { id: 'LP', title: 'Link percentage by node', per: 'node', series: ['LP'], threshold: 'maxLP', movedBy: 'maxLP', cluster: 'group' },
] as const

export const PSEUDOCODE = {
  title: '# The paper’s algorithm',
  empty: 'DeleteAllEmptyNodes(xml)',
  SH: 'SH = length(getAllContent(xml))',
  nodes: 'nodes[] = getAllNodesDepthFirst(xml)',
  id: 'nextNodeID = 1',
  each: 'for_each (nodes[] as currentNode) {',
  SL: '  SLx = length(getAllContent(currentNode))',
  SA: '  SAx = length(getContentFromAtags(currentNode))',
  LP: '  LP = SAx / SLx',
  TP: '  TP = SLx / SH',
  IX: '  IX = nextNodeID++',
  test: '  if (LP < maxLP AND TP > minTP) then',
  valid: '    addToValidNodes(currentNode)',
  end: '}',
  merge: 'groupedNodes[] = mergeNeighbouringNodes(validNodes[])',
  maxLength: 'maxLength = findTheMaximumTextLength(groupedNodes[])',
  acceptable: 'acceptableLength = AL * maxLength',
  article: 'article = firstNodeWithLengthGreaterThan(acceptableLength)',
  prose: '# The paper’s prose (§IV), as steps',
  omit: 'omit all nodes (and their children) with LP ≥ maxLP',
  sort: 'measure the TP of all nodes; sort them according to their ID',
  largest: 'nk = the node that has the higher TP',
  near: 'for each node nx, the closest to nk first:',
  unite: '  if nx is close and TP(nx) > TP(nk) / 3 then unite nk with nx',
  again: '  repeat the procedure',
  rest: 'omit the rest of the nodes',
} as const

export type CuterRun = Run<ParamValues<typeof params>, keyof typeof measures, keyof typeof rules, keyof typeof PSEUDOCODE>
