import { attribute, type PageModel } from '../../page/page-model'
import { category, perBlock, type BlockContext, type MeasureGroup } from './block-context'
import { MARKS, NOWHERE } from './marks'

const MARK = `levels up | Levels from the block up to the nearest element with the mark; ${NOWHERE} if missing. | ${NOWHERE} = no`

export const MARK_GROUPS: readonly MeasureGroup[] = MARKS.map(({ id, label }) =>
  perBlock({ [id]: `${label} | ${MARK}` }, ({ levels, tree, blocks }, columns) => {
    const [column, toMark] = [columns[id], levels(id)]
    return (b) => {
      column[b] = toMark[tree.parent[blocks.texts[blocks.first[b]]]]
    }
  }),
)

/** Creates a measure for the landmark `mark`: 0 on a page without the landmark, 1 inside the landmark, 2 outside. */
export function landmark(id: string, mark: string, label: string): MeasureGroup {
  return perBlock({ [id]: category(label, ['the page has none', 'inside', 'outside']) }, ({ isMarked, levels, blocks }, columns) => {
    const [isPresent, toMark] = [isMarked(mark), levels(mark)]
    return (b) => {
      columns[id][b] = !isPresent ? 0 : toMark[blocks.element[b]] < NOWHERE ? 1 : 2
    }
  })
}

const KINDS = [
  ['p', 'p'],
  ['li', 'li ul ol'],
  ['cell', 'td th table tr'],
  ['heading', 'h1 h2 h3 h4 h5 h6'],
  ['link or button', 'a button'],
  ['description list', 'dt dd dl'],
  ['quotation or preformatted', 'blockquote pre'],
  ['section, article, main', 'section article main'],
  ['label, option, legend', 'label option legend select'],
  ['caption', 'figcaption caption'],
] as const

const KIND_OF: ReadonlyMap<string, number> = new Map(KINDS.flatMap(([, tags], k) => tags.split(' ').map((tag) => [tag, k + 1])))
const KIND_NAMES = ['div or another', ...KINDS.map(([name]) => name)]

function kindsOf(page: PageModel): number[] {
  return page.tagNames.map((name) => KIND_OF.get(name) ?? 0)
}

function hostIn(address: string, pattern: RegExp): string | null {
  const host = pattern.exec(address)?.[1]
  return host === undefined ? null : host.toLowerCase().replace(/^www\./, '')
}

export const inside = perBlock(
  {
    'only-link': 'is one link | Whether one link contains the whole text.',
    links: 'links | links | Number of links in the block.',
    'starts-bold': 'begins in bold | Whether the first text is bold.',
    'has-code': 'contains code | Whether a part of the text is code.',
    'text-nodes': 'text nodes | Number of text nodes in the block.',
    'own-tag': category('element of the block', KIND_NAMES),
    'parent-tag': category('element around the block', KIND_NAMES, 'Element around the block’s element. '),
    'only-child': 'only text of the parent | Whether the parent of the block’s element has no other text.',
    'first-child': 'first text of the parent | Whether the parent has no text before the block.',
    children: 'children of the parent | elements | Number of element children of the parent of the block’s element.',
    paragraphs: 'paragraphs of the parent | elements | Number of <p> children of the parent of the block’s element.',
    'paragraph-share': 'paragraph share of the parent’s text | Share of the parent’s characters in its <p> children.',
    'hash-link': 'link within the page | Whether the first text of the block is in a link to a place on the same page.',
    'away-link': 'link to another site | Whether the first text of the block is in a link to another host.',
  },
  ({ page, tree, blocks, counts }, columns) => {
    const kind = kindsOf(page)
    const a = page.tagNames.indexOf('a')
    const bold = [page.tagNames.indexOf('b'), page.tagNames.indexOf('strong')]
    const code = [page.tagNames.indexOf('code'), page.tagNames.indexOf('pre'), page.tagNames.indexOf('kbd'), page.tagNames.indexOf('samp')]
    const p = page.tagNames.indexOf('p')
    const inBold = new Uint8Array(tree.size)
    const inCode = new Uint8Array(tree.size)
    const link = new Int32Array(tree.size).fill(-1)
    const children = new Int32Array(tree.size)
    const paragraphs = new Int32Array(tree.size)
    const paragraphChars = new Int32Array(tree.size)
    for (let e = 1; e < tree.size; e++) {
      const up = tree.parent[e]
      const t = tree.isText[e] === 1 ? -2 : page.tag[tree.node[e]]
      inBold[e] = bold.includes(t) ? 1 : inBold[up]
      inCode[e] = code.includes(t) ? 1 : inCode[up]
      link[e] = t === a ? e : link[up]
      if (t === -2) continue
      children[up]++
      if (t === p) {
        paragraphs[up]++
        paragraphChars[up] += counts.C[e]
      }
    }
    const host = hostIn(page.url ?? '', /^[a-z]+:\/\/([^/?#]+)/i)
    return (b) => {
      const from = blocks.first[b]
      const to = blocks.first[b + 1]
      let links = 0
      let single = true
      let hasCode = 0
      let last = -2
      for (let k = from; k < to; k++) {
        const e = blocks.texts[k]
        if (link[e] !== last) {
          if (link[e] >= 0) links++
          if (last !== -2) single = false
          last = link[e]
        }
        if (inCode[e] === 1) hasCode = 1
      }
      const e = blocks.element[b]
      const up = e > 0 ? tree.parent[e] : 0
      const firstText = blocks.texts[from]
      columns['only-link'][b] = single && last >= 0 ? 1 : 0
      columns.links[b] = links
      columns['starts-bold'][b] = inBold[firstText]
      columns['has-code'][b] = hasCode
      columns['text-nodes'][b] = to - from
      columns['own-tag'][b] = kind[page.tag[tree.node[e]]]
      columns['parent-tag'][b] = kind[page.tag[tree.node[up]]]
      columns['only-child'][b] = counts.C[up] === blocks.characters[b] ? 1 : 0
      columns['first-child'][b] = b === 0 || blocks.texts[from - 1] <= up ? 1 : 0
      columns.children[b] = children[up]
      columns.paragraphs[b] = paragraphs[up]
      columns['paragraph-share'][b] = counts.C[up] === 0 ? 0 : paragraphChars[up] / counts.C[up]
      const anchor = link[firstText]
      const href = anchor >= 0 ? (attribute(page, tree.node[anchor], 'href') ?? '') : ''
      columns['hash-link'][b] = href.startsWith('#') ? 1 : 0
      const target = hostIn(href, /^(?:https?:)?\/\/([^/?#]+)/i)
      columns['away-link'][b] = target !== null && host !== null && target !== host ? 1 : 0
    }
  },
)

const AGAINST =
  'role-navigation role-contentinfo role-complementary role-dialog role-search role-button class-nav class-footer class-sidebar class-comment class-related class-share class-ad class-cookie class-modal class-breadcrumb class-pagination class-login class-newsletter class-cart class-toc class-hidden class-filter class-legal class-language class-logo class-tag class-signature'.split(
    ' ',
  )
const FOR =
  'role-main role-article class-content class-article class-post class-body class-main class-text class-description class-thread class-doc item-articleBody'.split(
    ' ',
  )

/**
 * Returns a function that finds the nearest of several marks on an entry and its ancestors. `mark` is an index into `ids`, or −1. If an
 * element has several marks, the smallest index counts.
 */
function nearestOf({ isMarked, levels }: BlockContext, ids: readonly string[]) {
  const present = ids.flatMap((id, mark) => (isMarked(id) ? { mark, toMark: levels(id) } : []))
  return (entry: number) => {
    const nearest = { levels: NOWHERE, mark: -1, count: 0 }
    for (const { mark, toMark } of present) {
      const up = toMark[entry]
      if (up < NOWHERE) nearest.count++
      if (up >= nearest.levels) continue
      nearest.levels = up
      nearest.mark = mark
    }
    return nearest
  }
}

const markNames = (ids: readonly string[]): string[] => ids.map((id) => id.slice(id.indexOf('-') + 1))

export const zones = perBlock(
  {
    'against-levels': `nearest mark of boilerplate | levels up | Levels up to the nearest element whose tag, role, class or id suggests navigation, footer, sidebar, comments, sharing, advertising, dialogs and similar; ${NOWHERE} if missing. | ${NOWHERE} = none`,
    'for-levels': `nearest mark of content | levels up | Levels up to the nearest element whose tag, role, class or id suggests main, article, content, post, text, description and similar; ${NOWHERE} if missing. | ${NOWHERE} = none`,
    zone: 'nearer mark | levels | Levels to the nearest mark of boilerplate minus levels to the nearest mark of content, within ±20: negative if the mark of boilerplate is nearer.',
    'against-mark': category('nearest mark of boilerplate, by kind', markNames(AGAINST), 'Nearest mark of boilerplate. ', 'none'),
    'for-mark': category('nearest mark of content, by kind', markNames(FOR), 'Nearest mark of content. ', 'none'),
    'against-count': 'marks of boilerplate | Number of different marks of boilerplate on the block’s ancestors.',
    'for-count': 'marks of content | Number of different marks of content on the block’s ancestors.',
    'text-kind': category(
      'words and links',
      ['to 1 word', 'to 4 words', 'to 9 words', 'to 19 words', 'to 49 words', 'more words'].flatMap((words) =>
        ['no link', 'less than half in links', 'at least half in links'].map((links) => `${words}, ${links}`),
      ),
    ),
    'tag-kind': category(
      'element and its length',
      KIND_NAMES.flatMap((kind) => ['to 5 words', 'to 19 words', 'more words'].map((words) => `${kind}, ${words}`)),
    ),
  },
  (context, columns) => {
    const { blocks, tree, page } = context
    const nearestBad = nearestOf(context, AGAINST)
    const nearestGood = nearestOf(context, FOR)
    const kind = kindsOf(page)
    return (b) => {
      const e = tree.parent[blocks.texts[blocks.first[b]]]
      const bad = nearestBad(e)
      const good = nearestGood(e)
      columns['against-levels'][b] = bad.levels
      columns['for-levels'][b] = good.levels
      columns.zone[b] = Math.max(-20, Math.min(20, bad.levels - good.levels))
      columns['against-mark'][b] = bad.mark
      columns['for-mark'][b] = good.mark
      columns['against-count'][b] = bad.count
      columns['for-count'][b] = good.count
      const w = blocks.words[b]
      const links = blocks.linkCharacters[b] / blocks.characters[b]
      const size = w <= 1 ? 0 : w <= 4 ? 1 : w <= 9 ? 2 : w <= 19 ? 3 : w <= 49 ? 4 : 5
      columns['text-kind'][b] = size * 3 + (links === 0 ? 0 : links < 0.5 ? 1 : 2)
      columns['tag-kind'][b] = kind[page.tag[tree.node[blocks.element[b]]]] * 3 + (w <= 5 ? 0 : w <= 19 ? 1 : 2)
    }
  },
)
