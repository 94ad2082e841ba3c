/**
 * Finds elements by CSS selectors. css-what parses a selector, css-select tests single elements, and one pass over the page combines the
 * steps.
 */
import { _compileUnsafe } from 'css-select'
import { isTraversal, parse, SelectorType, type Selector as Token } from 'css-what'
import { attribute, ELEMENT, tagName, type NodeId, type PageModel } from '../../../shared/page/page-model'

interface Step {
  readonly tokens: readonly Token[]
  readonly after: 'descendant' | 'child' | 'adjacent' | 'sibling' | null
}

export interface Selector {
  readonly list: readonly (readonly Step[])[]
}

/** Each step is one bit of a number. */
const MOST_STEPS = 30
const CHANGING = ['hover', 'active', 'visited']
/** Maximum number of nodes that pseudo-classes visit. More visits would block the window. */
const MOST_LOOKS = 20_000_000

export class SelectorTooCostly extends Error {}

function isUnderstood(token: Token): boolean {
  // `.x` and `#x` are also attribute tokens. css-what accepts names that CSS forbids, such as `.1`, so reject such names.
  if (token.type === SelectorType.Attribute) return token.ignoreCase !== 'quirks' || /^(?:-?[a-z_\u0080-\uffff]|--)/i.test(token.value)
  if (token.type !== SelectorType.Pseudo) return true
  return !CHANGING.includes(token.name) && !(Array.isArray(token.data) && !token.data.flat().every(isUnderstood))
}

function stepsOf(tokens: readonly Token[]): Step[] | null {
  const steps: Step[] = []
  let compound: Token[] = []
  let after: Step['after'] = null
  for (const token of tokens) {
    if (!isTraversal(token)) {
      compound.push(token)
      continue
    }
    if (compound.length === 0 || token.type === SelectorType.Parent || token.type === SelectorType.ColumnCombinator) return null
    steps.push({ tokens: compound, after })
    compound = []
    after = token.type
  }
  if (compound.length === 0) return null
  steps.push({ tokens: compound, after })
  return steps.length <= MOST_STEPS ? steps : null
}

export function parseSelector(query: string): Selector | null {
  try {
    // `selectorOf` writes `>>>` between shadow trees, but the model is one tree.
    const list = parse(query.trim().replace(/\s*>>>\s*/g, ' ')).map((tokens) => (tokens.every(isUnderstood) ? stepsOf(tokens) : null))
    const supported = list.filter((steps) => steps !== null)
    if (supported.length === 0 || supported.length < list.length) return null
    // Compile each step, because only compiling checks the names of pseudo-classes.
    const { compile } = testsOf(null)
    for (const step of supported.flat()) compile(step)
    return { list: supported }
  } catch {
    return null
  }
}

/** A node as an object, because css-select caches results by object. */
interface TreeNode {
  readonly id: NodeId
}

function testsOf(model: PageModel | null) {
  const nodes: TreeNode[] = Array.from({ length: model?.count ?? 0 }, (_, id) => ({ id }))
  let checks = 0
  const countChecks = (count: number): void => {
    checks += count
    if (checks > MOST_LOOKS) throw new SelectorTooCostly()
  }
  const childrenOf = (first: number, end: number): TreeNode[] => {
    const children: TreeNode[] = []
    for (let n = first; model && n < end; n = model.subtreeEnd[n] as number) children.push(nodes[n] as TreeNode)
    countChecks(children.length + 1)
    return children
  }
  const parentOf = ({ id }: TreeNode): TreeNode | null => {
    countChecks(1)
    return nodes[model?.parent[id] ?? -1] ?? null
  }
  const valueOf = ({ id }: TreeNode, name: string): string | undefined => (model ? (attribute(model, id, name) ?? undefined) : undefined)
  let siblings: { readonly of: TreeNode | null; readonly nodes: TreeNode[] } | null = null
  const adapter = {
    isTag: (node: TreeNode): node is TreeNode => model?.kind[node.id] === ELEMENT,
    getAttributeValue: valueOf,
    hasAttrib: (node: TreeNode, name: string) => valueOf(node, name) !== undefined,
    getName: ({ id }: TreeNode) => (model ? tagName(model, id).toLowerCase() : ''),
    getParent: parentOf,
    getChildren: ({ id }: TreeNode) => (model ? childrenOf(id + 1, model.subtreeEnd[id] as number) : []),
    getSiblings: (node: TreeNode) => {
      const parent = parentOf(node)
      if (siblings?.of !== parent || siblings === null)
        siblings = { of: parent, nodes: parent ? adapter.getChildren(parent) : childrenOf(0, model?.count ?? 0) }
      countChecks(siblings.nodes.length)
      return siblings.nodes
    },
    getText: ({ id }: TreeNode) => {
      const texts: string[] = []
      for (let n = id; model && n < (model.subtreeEnd[id] as number); n++) texts.push(model.text[n] ?? '')
      countChecks(texts.length)
      return texts.join('')
    },
    removeSubsets: (some: TreeNode[]) => some,
  }
  return {
    nodes,
    // Compile a copy, because compiling changes the tokens of `:has`.
    compile: ({ tokens }: Step) => _compileUnsafe<TreeNode, TreeNode>([structuredClone(tokens) as Token[]], { adapter }),
  }
}

/** Bit i of `here[n]` means that node n matches the steps 0 to i. Ancestors and earlier siblings precede n, so their bits are complete. */
function mark(model: PageModel, steps: readonly Step[], { nodes, compile }: ReturnType<typeof testsOf>, marks: Uint8Array): void {
  const here = new Int32Array(model.count)
  const above = new Int32Array(model.count)
  // The index is the parent plus 1; entry 0 is for nodes without a parent.
  const last = new Int32Array(model.count + 1)
  const earlier = new Int32Array(model.count + 1)
  const tests = steps.map(compile)
  const subject = steps.length - 1
  for (let n = 0; n < model.count; n++) {
    if (model.kind[n] !== ELEMENT) continue
    const p = model.parent[n] as number
    const reach = {
      descendant: p < 0 ? 0 : (above[p] as number),
      child: p < 0 ? 0 : (here[p] as number),
      adjacent: last[p + 1] as number,
      sibling: earlier[p + 1] as number,
    }
    let bits = 0
    for (let i = 0; i <= subject; i++) {
      const { after } = steps[i] as Step
      const reached = after === null || ((reach[after] >> (i - 1)) & 1) === 1
      if (reached && tests[i]?.(nodes[n] as TreeNode)) bits |= 1 << i
    }
    here[n] = bits
    above[n] = bits | reach.descendant
    last[p + 1] = bits
    earlier[p + 1] = bits | reach.sibling
    if (((bits >> subject) & 1) === 1) marks[n] = 1
  }
}

/** Returns 1 for every element that the selector matches. @throws SelectorTooCostly if pseudo-classes visit too many nodes */
export function matchSelector(model: PageModel, { list }: Selector): Uint8Array {
  const marks = new Uint8Array(model.count)
  const tests = testsOf(model)
  for (const steps of list) mark(model, steps, tests, marks)
  return marks
}
