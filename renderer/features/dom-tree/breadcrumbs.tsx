import { useEffect, useRef } from 'react'
import { Code, Copy, Hash } from 'lucide-react'
import { ancestors, type NodeId, type PageModel } from '../../../shared/page/page-model'
import { Button, IconButton } from '../../components/button'
import { copyText } from '../../window/host/clipboard'
import { htmlOf, selectorOf, textOf } from '../../window/page/selector'
import { actions } from '../../window/window'
import { nodeName } from './tree-structure'

/** Ancestors shown at most; a page may be nested 100,000 deep. */
const LONGEST = 60

/** The way from the root to the selected node, and what can be copied of it. */
export function Breadcrumbs({ model, selected }: { readonly model: PageModel; readonly selected: NodeId | null }) {
  const list = useRef<HTMLOListElement>(null)
  useEffect(() => {
    list.current?.scrollTo({ left: list.current.scrollWidth })
  }, [selected])
  if (selected === null || selected >= model.count) return null
  const above = ancestors(model, selected)
  const shown = [selected, ...above].slice(0, LONGEST).reverse()
  return (
    <nav className="breadcrumbs" aria-label="Path to the selected node">
      <ol ref={list}>
        {above.length >= LONGEST ? <li>…</li> : null}
        {shown.map((node) => (
          <li key={node}>
            <Button
              tone="bare"
              aria-current={node === selected ? 'true' : undefined}
              onClick={() => actions.select(node)}
              onPointerEnter={() => actions.hover(node)}
              onPointerLeave={() => actions.hover(null)}
            >
              {nodeName(model, node)}
            </Button>
          </li>
        ))}
      </ol>
      <IconButton icon={Hash} label="Copy CSS selector" onClick={() => copyText(selectorOf(model, selected), 'Selector')} />
      <IconButton icon={Code} label="Copy HTML" onClick={() => copyText(htmlOf(model, selected), 'HTML')} />
      <IconButton icon={Copy} label="Copy text" onClick={() => copyText(textOf(model, selected), 'Text')} />
    </nav>
  )
}
