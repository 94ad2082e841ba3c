import { attribute, children, ELEMENT, isRootName, tagName, type NodeId, type PageModel } from '../../../shared/page/page-model'

const PLAIN = /^[a-z_][\w-]*$/i

function placeAmongSiblings(page: PageModel, node: NodeId): { readonly index: number; readonly total: number } {
  const parent = page.parent[node] ?? -1
  const siblings = parent < 0 ? [] : children(page, parent)
  const alike = siblings.filter((s) => page.kind[s] === page.kind[node] && page.tag[s] === page.tag[node])
  return { index: alike.indexOf(node) + 1, total: alike.length }
}

/**
 * Returns a selector that begins at the nearest id, at body or at the root. `>>>` marks a step into a shadow root or a frame's document.
 * For a text, returns the selector of its element.
 */
export function selectorOf(page: PageModel, node: NodeId): string {
  const trees: string[] = []
  let steps: string[] = []
  const close = (): void => {
    if (steps.length > 0) trees.push(steps.reverse().join(' > '))
    steps = []
  }
  let n = page.kind[node] === ELEMENT ? node : (page.parent[node] ?? -1)
  let isFound = false
  for (; n >= 0; n = page.parent[n] ?? -1) {
    const tag = tagName(page, n)
    if (isRootName(tag)) {
      close()
      isFound = false
      continue
    }
    if (isFound) continue
    const id = attribute(page, n, 'id')
    if (id && PLAIN.test(id)) {
      steps.push(`#${id}`)
      isFound = true
      continue
    }
    const parent = page.parent[n] ?? -1
    if (parent < 0 || tag === 'body') {
      steps.push(tag)
      isFound = tag === 'body'
      continue
    }
    const { index, total } = placeAmongSiblings(page, n)
    steps.push(total > 1 ? `${tag}:nth-of-type(${index})` : tag)
  }
  close()
  return trees.reverse().join(' >>> ')
}

/**
 * Returns an XPath from the root, such as `/html/body/div[2]/p`. For a node in a shadow root or frame, returns the path of the host or
 * frame element, because XPath cannot enter shadow roots or frames.
 */
export function xpathOf(page: PageModel, node: NodeId): string {
  let steps: string[] = []
  for (let n = node; n >= 0; n = page.parent[n] ?? -1) {
    const tag = page.kind[n] === ELEMENT ? tagName(page, n) : ''
    if (isRootName(tag)) {
      steps = []
      continue
    }
    const { index, total } = placeAmongSiblings(page, n)
    steps.push(`${tag === '' ? 'text()' : tag}${total > 1 ? `[${index}]` : ''}`)
  }
  return `/${steps.reverse().join('/')}`
}

export function htmlOf(page: PageModel, node: NodeId): string {
  const start = page.sourceStart[node] ?? -1
  return start >= 0 ? page.html.slice(start, page.sourceEnd[node]) : (page.text[node] ?? '')
}

export function textOf(page: PageModel, node: NodeId): string {
  return page.text.slice(node, page.subtreeEnd[node]).join('').replace(/\s+/g, ' ').trim()
}
