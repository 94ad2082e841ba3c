import { Fragment } from 'react'
import { nodeLabel } from '../../../shared/explain/node-label'
import { ancestors, type NodeId, type PageModel } from '../../../shared/page/page-model'
import { Button } from '../../components/button'
import { actions } from '../../window/window'

/** Number of named ancestors nearest to the node. */
const NEAREST = 3

/** The path from the page to a node: the first link returns to the whole page. */
export function Breadcrumb({ model, node }: { readonly model: PageModel; readonly node: NodeId }) {
  const above = ancestors(model, node).filter((n) => model.body < 0 || n >= model.body)
  const near = above.slice(0, NEAREST).reverse()
  const link = (name: string, to: NodeId | null, title?: string) => (
    <Button tone="link" title={title} onClick={() => actions.select(to)}>
      {name}
    </Button>
  )
  return (
    <nav className="why-crumb" aria-label="Breadcrumb">
      {link('Page', null, 'Back to the page (Escape)')}
      {above.length > NEAREST ? ' / …' : null}
      {near.map((n) => (
        <Fragment key={n}> / {link(nodeLabel(model, n, 20), n, nodeLabel(model, n, 200))}</Fragment>
      ))}{' '}
      / <strong>{nodeLabel(model, node, 28)}</strong>
    </nav>
  )
}
