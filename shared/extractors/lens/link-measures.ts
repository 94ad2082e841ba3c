/** Measures of where the links in and around a block lead, beside the page's own address. */
import { attribute } from '../../page/page-model'
import { category, measure, perBlock, type BlockContext } from './block-context'

const ADDRESS = /^(?:(?:https?:)?\/\/([^/?#]+))?([^?#]*)/i
const NO_PAGE = /^(?:#|$|(?:javascript|mailto|tel):)/i
const KINDS =
  '0: there is none; 1: it leads to no page; 2: to another site; 3: the page’s address is not known; 4: to the site’s start; 5: to the page itself; 6: below it; 7: beside it; 8: as deep elsewhere; 9: in a part of the site that they share; 10: deeper elsewhere; 11: higher elsewhere.'

const hostOf = (host: string | undefined): string => (host ?? '').toLowerCase().replace(/^www\./, '')
const partsOf = (path: string | undefined): string[] => (path ?? '').split('/').filter((part) => part !== '')

/** Makes the function that tells of what kind a link is, by its address; see `KINDS`. */
function kindsBeside(url: string | null): (href: string) => number {
  const own = ADDRESS.exec(url ?? '')
  const host = hostOf(own?.[1])
  const path = partsOf(own?.[2])
  return (href) => {
    if (NO_PAGE.test(href)) return 1
    const target = ADDRESS.exec(href)
    if (target?.[1] !== undefined && host !== '' && hostOf(target[1]) !== host) return 2
    if (url === null) return 3
    const parts = partsOf(target?.[2])
    if (target?.[1] === undefined && !href.startsWith('/')) parts.unshift(...path.slice(0, -1))
    if (parts.length === 0) return 4
    let shared = 0
    while (shared < parts.length && shared < path.length && parts[shared] === path[shared]) shared++
    if (shared === path.length && shared === parts.length) return 5
    if (shared === path.length && shared > 0) return 6
    if (parts.length === path.length) return shared === path.length - 1 ? 7 : 8
    if (shared > 0) return 9
    return parts.length > path.length ? 10 : 11
  }
}

/** For each entry the link around it and the first inside it, itself included; −1 where there is none. */
function linksOf({ tree, page }: BlockContext): { readonly around: Int32Array; readonly inside: Int32Array } {
  const anchor = page.tagNames.indexOf('a')
  const around = new Int32Array(tree.size).fill(-1)
  const inside = new Int32Array(tree.size).fill(-1)
  const isLink = (e: number): boolean => tree.isText[e] === 0 && page.tag[tree.node[e]] === anchor
  for (let e = 1; e < tree.size; e++) around[e] = isLink(e) ? e : around[tree.parent[e]]
  for (let e = tree.size - 1; e > 0; e--) {
    if (isLink(e)) inside[e] = e
    if (inside[e] >= 0) inside[tree.parent[e]] = inside[e]
  }
  return { around, inside }
}

/** Elements up to which a link beside the block is looked for. */
const CLIMB = 4

export const targets = perBlock(
  {
    'link-kind': category('where its link leads', `Of the first link in the block’s element or the one around it. ${KINDS}`),
    'card-link-kind': category(
      'where the nearest link leads',
      `Of the first link in the nearest element, fewer than ${CLIMB} levels up, that holds one or stands in one. ${KINDS}`,
    ),
    'link-levels': measure('levels to the nearest link', 'levels up', `Elements to climb to it; ${CLIMB + 1} where there is none.`),
    'heading-linked': measure(
      'last heading is a link',
      '',
      'Whether the last heading before the block, or its own, is a link as a whole; −1 where there is none.',
    ),
  },
  (context, columns) => {
    const { tree, blocks, page } = context
    const kindOf = kindsBeside(page.url)
    const { around, inside } = linksOf(context)
    const isHeading = page.tagNames.map((name) => /^h[1-6]$/.test(name))
    const headed = new Uint8Array(tree.size)
    for (let e = 1; e < tree.size; e++)
      headed[e] = headed[tree.parent[e]] === 1 || (tree.isText[e] === 0 && isHeading[page.tag[tree.node[e]]]) ? 1 : 0
    const known = new Map<number, number>()
    const kindAt = (link: number): number => {
      let kind = known.get(link)
      if (kind === undefined) known.set(link, (kind = kindOf((attribute(page, tree.node[link], 'href') ?? '').trim())))
      return kind
    }
    let heading = -1
    return (b) => {
      const e = blocks.element[b]
      if (headed[e] === 1) heading = around[e] >= 0 || blocks.linkCharacters[b] >= 0.9 * blocks.characters[b] ? 1 : 0
      const own = inside[e] >= 0 ? inside[e] : around[e]
      let up = e
      let levels = 0
      while (up > 0 && inside[up] < 0 && around[up] < 0 && levels < CLIMB) {
        up = tree.parent[up]
        levels++
      }
      const near = around[up] >= 0 ? around[up] : inside[up]
      columns['link-kind'][b] = own < 0 ? 0 : kindAt(own)
      columns['card-link-kind'][b] = near < 0 || levels >= CLIMB ? 0 : kindAt(near)
      columns['link-levels'][b] = near < 0 ? CLIMB + 1 : levels
      columns['heading-linked'][b] = heading
    }
  },
)
