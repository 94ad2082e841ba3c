import { ELEMENT, tagName, type NodeId, type PageModel } from './page-model'

/**
 * Paths of all nodes like `body>div[0]>p[2]`: index among element siblings; text nodes end in `#text[i]`, i among all
 * child text nodes. Built in one pass, so printing every path of a deep page costs what it prints.
 * @returns a function from node to path.
 */
export function nodePaths(page: PageModel): (node: NodeId) => string {
  const index = new Int32Array(page.count)
  const elements = new Int32Array(page.count)
  const texts = new Int32Array(page.count)
  for (let n = 1; n < page.count; n++) {
    const p = page.parent[n]
    if (p < 0) continue
    const counter = page.kind[n] === ELEMENT ? elements : texts
    index[n] = counter[p]
    counter[p] += 1
  }
  return (node) => {
    const steps: string[] = []
    for (let n: number = node; n >= 0; n = page.parent[n]) {
      if (n === page.body) {
        steps.push('body')
        break
      }
      steps.push(page.parent[n] === -1 ? tagName(page, n) : `${tagName(page, n)}[${index[n]}]`)
    }
    return steps.reverse().join('>')
  }
}
