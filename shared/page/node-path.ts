import { ELEMENT, isRootName, tagName, type NodeId, type PageModel } from './page-model'

/**
 * Returns paths of all nodes like `body>div[0]>p[2]`: index among element siblings; text nodes end in `#text[i]`, i among all child text
 * nodes. Shadow roots and documents of frames are separate steps without a number: `body>x-card[0]>#shadow-root>p[1]`,
 * `body>iframe[0]>#document>html[0]>body[1]`. Built in one pass, so printing every path of a deep page costs only the printing.
 * @returns a function from node to path
 */
export function nodePaths(page: PageModel): (node: NodeId) => string {
  const index = new Int32Array(page.count)
  const elements = new Int32Array(page.count)
  const texts = new Int32Array(page.count)
  for (let n = 1; n < page.count; n++) {
    const p = page.parent[n]
    if (p < 0) continue
    if (isRootName(tagName(page, n))) continue
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
      const name = tagName(page, n)
      steps.push(page.parent[n] === -1 || isRootName(name) ? name : `${name}[${index[n]}]`)
    }
    return steps.reverse().join('>')
  }
}
