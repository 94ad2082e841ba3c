/**
 * Grid-Center-Expand: Jung, Han, Kim, Kim, Cha 2021/22, arXiv 2110.14164. Built from the two published abstracts (v1, v2): they
 * name the steps; every number and every test that they leave open is a parameter here, said to be ours.
 */
import { attribute, attributesOf } from '../../page/page-model'
import { sumUp, type ContentTree } from '../../page/content-tree'
import { tagTable } from '../../page/tags'
import type { Candidate } from '../core/extractor'
import { defineExtractor } from '../core/define'
import { boolean, choice, number } from '../core/params'
import { areasOf, boxOf, distance, gridCentres, middle, type Box, type Point } from './places'

/** Areas of a page that are minor wherever they stand, by tag and by role. */
const MINOR_TAGS: ReadonlySet<string> = new Set(['nav', 'header', 'footer', 'aside', 'dialog', 'search'])
const MINOR_ROLES: ReadonlySet<string> = new Set([
  'navigation',
  'banner',
  'contentinfo',
  'complementary',
  'search',
  'dialog',
  'alertdialog',
  'menu',
  'menubar',
])
/** Inside these, a header or footer belongs to the content. */
const CONTENT_TAGS: ReadonlySet<string> = new Set(['main', 'article'])
/** What attributes say of a main content: whole words of class and id, roles, microdata. */
const SAYS_CONTENT = /(?:^|[\s_-])(?:article|main|content|post|entry|story)(?:$|[\s_-])/i
const CONTENT_ROLES: ReadonlySet<string> = new Set(['main', 'article'])

const CENTRES = ['window', 'first', 'document'] as const
type CentreName = (typeof CENTRES)[number]
const NAMES: Readonly<Record<CentreName, string>> = {
  window: 'the window',
  first: 'the first browsing area',
  document: 'the document',
}

/** How a climb ended; its place is its rank where candidates are compared. */
const STOPS = ['top', 'width', 'attribute', 'article'] as const
type Stop = (typeof STOPS)[number]

interface Climb {
  readonly centre: CentreName
  readonly point: Point
  readonly leaf: number
  /** From the centre to the leaf, in CSS pixels. */
  readonly away: number
  readonly entry: number
  readonly stop: Stop
}

export const gce = defineExtractor({
  id: 'gce',
  title: 'GCE',
  family: 'baseline',
  paper: {
    authors: 'Geunseong Jung, Sungjae Han, Hansung Kim, Kwanguk Kim, Jaehyuk Cha',
    title: 'Don’t read, just look: Main content extraction from web pages using visual features',
    venue: 'arXiv 2110.14164',
    year: 2022,
  },
  summary:
    'Grid, centre, expand: takes the text nearest to the centre of what a reader sees, and climbs until an article, a telling attribute or a sudden change of width. Needs a page with layout. Built from the paper’s abstracts; open points are parameters.',
  needsLayout: true,
  params: {
    centres: choice({
      label: 'Centres',
      default: 'all',
      origin: 'paper',
      cites: 'not at hand',
      options: [
        { value: 'all', label: 'all three' },
        { value: 'window', label: 'the window' },
        { value: 'first', label: 'the first browsing area' },
        { value: 'document', label: 'the document' },
      ],
      description:
        'Where a reader may look: the abstract of the second version names the centres of the browser window, the document and the first browsing area, and takes the best of the three candidates.',
    }),
    firstArea: number({
      label: 'First browsing area',
      default: 2,
      min: 0.5,
      max: 10,
      step: 0.5,
      origin: 'ours',
      description: 'Its height, in heights of the window. The abstract says "the top side of a web document" and gives no height.',
    }),
    minorAreas: boolean({
      label: 'Leave out minor areas',
      default: true,
      origin: 'ours',
      description:
        'On: nav, header, footer, aside, dialog and their roles go before centres are sought, and are not kept. The abstract of the first version removes "minor areas" and does not say how they are found.',
    }),
    centring: choice({
      label: 'Centre of an area',
      default: 'grid',
      origin: 'ours',
      options: [
        { value: 'grid', label: 'mean of its covered cells' },
        { value: 'middle', label: 'its middle' },
      ],
      description:
        'By the grid: the mean of the cells that text of the remaining page covers. The abstracts speak of a grid and of centroids, and do not define them.',
    }),
    cell: number({
      label: 'Cell of the grid',
      default: 40,
      min: 10,
      max: 400,
      step: 10,
      origin: 'ours',
      description: 'Its side in CSS pixels; larger where a page would have more than 262,144 cells. The abstracts give none.',
    }),
    widthChange: number({
      label: 'Sudden change of width',
      default: 1.25,
      min: 1,
      max: 10,
      step: 0.05,
      origin: 'ours',
      description:
        'The climb stops below a parent at least this many times as wide. The abstract of the first version names a "sudden width change" and gives no number.',
    }),
    leastWidth: number({
      label: 'Least width to stop at',
      default: 0.25,
      min: 0,
      max: 1,
      step: 0.05,
      origin: 'ours',
      description:
        'Widths are compared only from elements on that are this share of the window’s width, so that a link or a cell does not end the climb.',
    }),
    choose: choice({
      label: 'Best candidate',
      default: 'stop',
      origin: 'ours',
      options: [
        { value: 'stop', label: 'by how it stopped, then by text' },
        { value: 'text', label: 'by text' },
      ],
      description:
        'By how the climb stopped: article before attribute before width before the top of the page, then most characters outside links. By text: most characters outside links times their share. The abstract of the second version selects "the best among the three" and does not say by what.',
    }),
  },
  measures: {
    width: { label: 'width', unit: 'px', description: 'Width of the element’s box.' },
    widthChange: {
      label: 'change of width',
      unit: '×',
      tex: String.raw`\frac{\text{width of the parent}}{@{width}}`,
      description: 'Width of the nearest ancestor with a box by the element’s own.',
    },
    distance: {
      label: 'distance',
      unit: 'px',
      description:
        'Distance from the nearest of the centres to the element’s box; 0 where the centre lies inside. Of elements with text of their own.',
    },
    text: { label: 'text outside links', unit: 'characters', description: 'Characters outside links and minor areas in the element.' },
  },
  rules: {
    minor: {
      label: 'minor area',
      sentence:
        'It stands in a navigation, header, footer, aside or dialog: a minor area, which is left out before anything is looked for.',
    },
    nearest: {
      label: 'nearest text',
      measure: 'distance',
      relation: '≤',
      quantity: 'distance',
      unit: 'px',
      sentence: 'It is the text nearest to a centre: {value} px away, the next one {limit} px.',
    },
    article: { label: 'article', sentence: 'The climb stopped here: it is an article.' },
    attribute: {
      label: 'attribute',
      sentence: 'The climb stopped here: its role, class, id or microdata speaks of content.',
    },
    width: {
      label: 'change of width',
      measure: 'widthChange',
      relation: '≥',
      quantity: 'change of width',
      unit: '×',
      sentence: 'The climb stopped here: the element above is {value} times as wide, and {limit} times is sudden.',
    },
    top: { label: 'top', sentence: 'The climb came to the top of the page.' },
    candidate: {
      label: 'chosen candidate',
      sentence: 'It stands in the candidate that was chosen.',
    },
    outside: {
      label: 'outside the candidate',
      sentence: 'It stands outside the candidate that was chosen.',
    },
  },
  charts: [{ id: 'distance', title: 'Distance from the nearest centre by node', per: 'node', series: ['distance'] }],
  mainMeasure: 'distance',
  pseudocode: {
    title: '# Ours, after the abstract',
    grid: 'leave out minor areas; lay a grid over the page; mark the cells that text covers',
    centre: 'for each of window, first browsing area, document:',
    centroid: '  c ← the mean of the area’s marked cells',
    leaf: '  n ← the text nearest to c',
    climb: '  until n is an article, or says so in an attribute, or its parent is suddenly wider: n ← parent(n)',
    best: 'return the best of the candidates',
  },
  run({ page, tree, p, active, step, decide, warn }) {
    const { size, node, parent, end, isText, length } = tree
    const { layout } = page
    if (!layout) throw new Error('The extractor was run on a page without layout.')
    const boxes = Array.from({ length: size }, (_, e) => boxOf(tree, layout, e))
    const minor = p.minorAreas ? minorAreas(tree) : new Uint8Array(size)
    const anchor = page.tagNames.indexOf('a')
    const inLink = new Uint8Array(size)
    const own = new Uint8Array(size)
    const text = new Int32Array(size)
    const linkText = new Int32Array(size)
    for (let e = 1; e < size; e++) {
      inLink[e] = inLink[parent[e]] === 1 || (isText[e] === 0 && page.tag[node[e]] === anchor) ? 1 : 0
      if (isText[e] === 0) continue
      own[parent[e]] = 1
      if (minor[e] === 1) continue
      if (inLink[e] === 1) linkText[e] = length[e]
      else text[e] = length[e]
    }
    sumUp(tree, text)
    sumUp(tree, linkText)
    // Texts of body itself have no smaller box: body is the page, and no leaf of it.
    const leaves: number[] = []
    for (let e = 1; e < size; e++) if (own[e] === 1 && minor[e] === 0 && boxes[e]) leaves.push(e)
    const width = Float64Array.from(boxes, (box) => box?.width ?? Number.NaN)
    const around = widerAround(tree, boxes)
    const widthChange = width.map((w, e) => around[e] / w)

    const areas = areasOf(layout, boxes, p.firstArea)
    step('grid', 'Minor areas are left out, and a grid is laid over the page: the cells that text covers are marked.', {
      measures: ['width', 'text'],
      lines: ['grid'],
    })
    if (active) for (let e = 0; e < size; e++) if (isText[e] === 1 && minor[e] === 1) decide(e, 'dropNode', 'minor', 0, 0)
    const centreOf =
      p.centring === 'grid'
        ? gridCentres(
            areas.document,
            leaves.flatMap((e) => boxes[e] ?? []),
            p.cell,
          )
        : middle
    const wanted = CENTRES.filter((name) => p.centres === 'all' || p.centres === name)
    const points = wanted.map((name) => ({ name, point: centreOf(areas[name]) }))
    const away = new Float64Array(size).fill(Number.NaN)
    for (const e of leaves) {
      const box = boxes[e]
      if (box) away[e] = Math.min(...points.map(({ point }) => distance(point, box)))
    }
    step('centre', `A reader may look at the centre of ${wanted.map((name) => NAMES[name]).join(', of ')}.`, {
      measures: ['distance'],
      values: Object.fromEntries(points.flatMap(({ name, point }) => [[`${name}X`, point.x] as const, [`${name}Y`, point.y] as const])),
      lines: ['centre', 'centroid'],
    })

    const climbs: Climb[] = []
    for (const { name, point } of points) {
      const found = nearestLeaf(leaves, boxes, point)
      if (!found) continue
      step('leaf', `The text nearest to the centre of ${NAMES[name]} is where the climb begins.`, { entry: found.leaf, lines: ['leaf'] })
      decide(found.leaf, 'pass', 'nearest', found.distance, found.next)
      let e = found.leaf
      let stop: Stop = 'top'
      for (; e > 0; e = parent[e]) {
        const sign = page.tagNames[page.tag[node[e]]] === 'article' ? 'article' : saysContent(tree, e) ? 'attribute' : null
        const wide = width[e] >= p.leastWidth * layout.viewport.width && widthChange[e] >= p.widthChange
        if (sign || wide) {
          stop = sign ?? 'width'
          break
        }
      }
      step('climb', 'From it the climb goes up until an article, a telling attribute, or a sudden change of width.', {
        entry: e,
        measures: ['widthChange'],
        lines: ['climb'],
      })
      decide(e, 'pass', stop, stop === 'width' ? widthChange[e] : 0, stop === 'width' ? p.widthChange : 0)
      climbs.push({ centre: name, point, leaf: found.leaf, away: found.distance, entry: e, stop })
    }

    const worth = ({ entry, stop }: Climb): number =>
      p.choose === 'text'
        ? text[entry] * (text[entry] / Math.max(1, text[entry] + linkText[entry]))
        : STOPS.indexOf(stop) * 1e9 + text[entry]
    const ranked = climbs.toSorted((a, b) => worth(b) - worth(a))
    const best = ranked[0]
    const texts = new Uint8Array(size)
    step('best', 'The best of the candidates is kept, without the minor areas in it.', {
      ...(best && { entry: best.entry }),
      lines: ['best'],
    })
    for (let e = 0; e < size; e++) {
      if (isText[e] === 0 || minor[e] === 1) continue
      texts[e] = best && e >= best.entry && e < end[best.entry] ? 1 : 0
      if (active) decide(e, texts[e] === 1 ? 'keepNode' : 'dropNode', texts[e] === 1 ? 'candidate' : 'outside', 0, 0)
    }
    if (!best) warn('No text outside minor areas has a box on this page: nothing was kept.')
    return {
      kept: { texts },
      measures: { width, widthChange, distance: away, text: text.map((n, e) => (isText[e] === 1 ? 0 : n)) },
      values: Object.fromEntries(points.flatMap(({ name, point }) => [[`${name}X`, point.x] as const, [`${name}Y`, point.y] as const])),
      candidates: ranked.map(({ entry, stop, centre, away: pixels }): Candidate => ({
        node: node[entry],
        score: text[entry],
        terms: [
          { label: `centre of ${NAMES[centre]}`, value: pixels },
          { label: `stopped: ${stop}`, value: STOPS.indexOf(stop) },
        ],
      })),
    }
  },
})

/** 1 for every entry in a minor area. A header or footer of an article is none. Linear. */
function minorAreas(tree: ContentTree): Uint8Array {
  const { page, size, node, parent, isText } = tree
  const tags = tagTable(page.tagNames, MINOR_TAGS)
  const content = tagTable(page.tagNames, CONTENT_TAGS)
  const ends = tagTable(page.tagNames, new Set(['header', 'footer']))
  const minor = new Uint8Array(size)
  const inContent = new Uint8Array(size)
  for (let e = 1; e < size; e++) {
    const up = parent[e]
    minor[e] = minor[up]
    inContent[e] = inContent[up]
    if (isText[e] === 1) continue
    const tag = page.tag[node[e]]
    const role = attribute(page, node[e], 'role')?.trim().toLowerCase()
    if (content[tag] === 1 || (role !== undefined && CONTENT_ROLES.has(role))) inContent[e] = 1
    if (role !== undefined && MINOR_ROLES.has(role)) minor[e] = 1
    else if (tags[tag] === 1 && !(ends[tag] === 1 && inContent[e] === 1)) minor[e] = 1
  }
  return minor
}

/** Whether an element's role, class, id or microdata speaks of content. */
function saysContent({ page, node }: ContentTree, entry: number): boolean {
  if (page.tagNames[page.tag[node[entry]]] === 'main') return true
  for (const [name, value] of attributesOf(page, node[entry])) {
    if (name === 'role' && CONTENT_ROLES.has(value.trim().toLowerCase())) return true
    if (name === 'itemprop' && /\barticleBody\b/i.test(value)) return true
    if ((name === 'class' || name === 'id') && SAYS_CONTENT.test(value)) return true
  }
  return false
}

/** Width of the nearest ancestor with a box; NaN where there is none. */
function widerAround({ size, parent }: ContentTree, boxes: readonly (Box | null)[]): Float64Array {
  const around = new Float64Array(size).fill(Number.NaN)
  for (let e = 1; e < size; e++) around[e] = boxes[parent[e]]?.width ?? around[parent[e]]
  return around
}

/** The leaf nearest to a point, and how far it and the next are away. Ties go to the nearer middle, then to the first. */
function nearestLeaf(
  leaves: readonly number[],
  boxes: readonly (Box | null)[],
  point: Point,
): { readonly leaf: number; readonly distance: number; readonly next: number } | null {
  let leaf = -1
  let least = Number.POSITIVE_INFINITY
  let toMiddle = Number.POSITIVE_INFINITY
  let next = Number.POSITIVE_INFINITY
  for (const e of leaves) {
    const box = boxes[e]
    if (!box) continue
    const away = distance(point, box)
    const centre = middle(box)
    const off = Math.hypot(centre.x - point.x, centre.y - point.y)
    if (away < least || (away === least && off < toMiddle)) {
      next = least
      leaf = e
      least = away
      toMiddle = off
    } else next = Math.min(next, away)
  }
  return leaf < 0 ? null : { leaf, distance: least, next: Number.isFinite(next) ? next : least }
}
