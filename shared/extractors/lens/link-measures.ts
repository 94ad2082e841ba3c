import { attribute } from '../../page/page-model'
import { category, perBlock, type BlockContext } from './block-context'

const ADDRESS = /^(?:(?:https?:)?\/\/([^/?#]+))?([^?#]*)/i
const NO_PAGE = /^(?:#|$|(?:javascript|mailto|tel):)/i

const hostOf = (host: string | undefined): string => (host ?? '').toLowerCase().replace(/^www\./, '')
const partsOf = (path: string | undefined): string[] => (path ?? '').split('/').filter((part) => part !== '')

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

/** Returns, per entry, the link that is the entry or contains the entry, else the first link inside, else −1. */
function linksOf({ tree, page }: BlockContext): Int32Array {
  const anchor = page.tagNames.indexOf('a')
  const links = new Int32Array(tree.size).fill(-1)
  for (let e = tree.size - 1; e > 0; e--) {
    if (tree.isText[e] === 0 && page.tag[tree.node[e]] === anchor) links[e] = e
    if (links[e] >= 0) links[tree.parent[e]] = links[e]
  }
  for (let e = 1; e < tree.size; e++) {
    const around = links[tree.parent[e]]
    if (around >= 0 && around <= tree.parent[e]) links[e] = around
  }
  return links
}

const CLIMB = 4

export const targets = perBlock(
  {
    'link-kind': category(
      'target of the nearest link',
      [
        'none',
        'to no page',
        'to another site',
        'unknown without the page’s address',
        'to the site’s home page',
        'to the page itself',
        'below the page',
        'beside the page',
        'as deep elsewhere',
        'to another page of the same part of the site',
        'deeper elsewhere',
        'higher elsewhere',
      ],
      `Target of the nearest link. The search starts at the block’s element, covers at most ${CLIMB - 1} levels upwards, and stops at the first element that is in a link or contains a link. `,
    ),
  },
  (context, columns) => {
    const { tree, blocks, page } = context
    const kindOf = kindsBeside(page.url)
    const links = linksOf(context)
    const known = new Map<number, number>()
    return (b) => {
      let up = blocks.element[b]
      for (let levels = 0; up > 0 && links[up] < 0 && levels < CLIMB - 1; levels++) up = tree.parent[up]
      const link = links[up]
      let kind = link < 0 ? 0 : known.get(link)
      if (kind === undefined) known.set(link, (kind = kindOf((attribute(page, tree.node[link], 'href') ?? '').trim())))
      columns['link-kind'][b] = kind
    }
  },
)
