import { useEffect, useRef, useState } from 'react'
import { ChevronDown, ChevronUp, Columns3, Code, Copy, Hash } from 'lucide-react'
import { DropdownMenu } from 'radix-ui'
import type { TreeHits, searchTree } from './tree-search'
import { IconButton, Button } from '../../components/button'
import { useTyped, Select, type Option } from '../../components/fields'
import { MenuButton } from '../../components/menu'
import { formatNumber } from '../../components/number-format'
import { treeActions, useTree, useTreeQuery, type TreeFilter } from '../../window/page/tree-view'
import { actions, useTab, useExtractor, useTabFields } from '../../window/window'
import { ancestors, type NodeId, type PageModel } from '../../../shared/page/page-model'
import { copyText } from '../../window/host/clipboard'
import { selectAmong } from '../../window/result/gold-hits'
import { htmlOf, selectorOf, textOf } from '../../window/page/selector'
import { nodeName } from './tree-rows'

const FILTERS: readonly Option<TreeFilter>[] = [
  { value: 'all', label: 'All nodes' },
  { value: 'kept', label: 'Only kept' },
  { value: 'text', label: 'Only text' },
  { value: 'changed', label: 'Only changed' },
]

function ColumnMenu({ extractor, columns }: { readonly extractor: string; readonly columns: readonly string[] }) {
  const measures = useExtractor(extractor)?.measures.filter((m) => m.per === 'node') ?? []
  if (measures.length < 2) return null
  return (
    <MenuButton icon={Columns3} label="Columns" narrow>
      {measures.map((measure) => (
        <DropdownMenu.CheckboxItem
          key={measure.id}
          className="menu-item menu-check"
          checked={columns.includes(measure.id)}
          onSelect={(event) => event.preventDefault()}
          onCheckedChange={(on) => {
            const shown = measures.filter(({ id }) => (id === measure.id ? on : columns.includes(id))).map(({ id }) => id)
            treeActions.setColumns(extractor, shown)
          }}
        >
          <span className="menu-tick" aria-hidden="true">
            <DropdownMenu.ItemIndicator>✓</DropdownMenu.ItemIndicator>
          </span>
          <span>
            <span className="menu-item-title">{measure.label}</span> <span className="quiet menu-item-note">{measure.id}</span>
          </span>
        </DropdownMenu.CheckboxItem>
      ))}
    </MenuButton>
  )
}

function hitWords(at: number, hits: number): string {
  if (hits === 0) return 'none'
  return at >= 0 ? `${formatNumber(at + 1)} of ${formatNumber(hits)}` : formatNumber(hits)
}

const NOTHING: TreeHits = { nodes: [], best: 0, note: null }

interface TreeToolbarProps {
  readonly found: TreeHits | null
  readonly columns: readonly string[]
  readonly onLeave: () => void
}

export function TreeToolbar({ found, columns, onLeave }: TreeToolbarProps) {
  const query = useTreeQuery()
  const filter = useTree((state) => state.filter)
  const { selected, extractor } = useTabFields('selected', 'extractor')
  const comparable = useTab((tab) => tab.previous !== null)
  const { nodes: hits, best, note } = found ?? NOTHING
  const at = selected === null ? -1 : hits.indexOf(selected)
  const go = (step: 1 | -1): void => {
    if (hits.length > 0) selectAmong(hits, step, best)
  }
  return (
    <div className="bar line-below tree-toolbar">
      <h2>Tree</h2>
      <SearchField found={found} onStep={go} onLeave={onLeave} />
      {query.trim() === '' ? null : (
        <>
          <span className="quiet tree-hits cut" role="status" title={note ?? undefined}>
            {found === null ? '…' : (note ?? hitWords(at, hits.length))}
          </span>
          <IconButton icon={ChevronUp} label="Previous hit" disabled={hits.length === 0} onClick={() => go(-1)} />
          <IconButton icon={ChevronDown} label="Next hit" disabled={hits.length === 0} onClick={() => go(1)} />
        </>
      )}
      <Select
        className="tree-filter"
        label="Filter"
        value={filter}
        options={FILTERS.map((option) => ({ ...option, disabled: option.value === 'changed' && !comparable && filter !== 'changed' }))}
        onChange={treeActions.setFilter}
      />
      <ColumnMenu extractor={extractor} columns={columns} />
    </div>
  )
}

interface SearchFieldProps extends Pick<TreeToolbarProps, 'found' | 'onLeave'> {
  readonly onStep: (step: 1 | -1) => void
}

function SearchField({ found, onStep, onLeave }: SearchFieldProps) {
  const query = useTreeQuery()
  const [text, setText] = useTyped(query)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const waiting = useRef<{ readonly step: 1 | -1; readonly of: string } | null>(null)
  useEffect(() => () => clearTimeout(timer.current), [])
  useEffect(() => {
    // The effect of an earlier render may run late, with the hits of another query.
    if (waiting.current?.of !== query || found === null) return
    const { step } = waiting.current
    waiting.current = null
    onStep(step)
  })
  return (
    <input
      id="tree-search"
      type="search"
      className="tree-search"
      aria-label="Search the tree"
      placeholder="tag, .class, text, selector, words > 30"
      title="A tag, .class, #id or text; a CSS selector; or measures: words > 30 and characters < 500"
      spellCheck={false}
      autoComplete="off"
      value={text}
      onFocus={() => void loadTreeSearch()}
      onChange={(event) => {
        const { value } = event.target
        setText(value)
        clearTimeout(timer.current)
        timer.current = setTimeout(() => treeActions.setQuery(value), 120)
      }}
      onKeyDown={(event) => {
        if (event.key === 'Enter') {
          event.preventDefault()
          const step = event.shiftKey ? -1 : 1
          if (text === query && found !== null) return onStep(step)
          clearTimeout(timer.current)
          waiting.current = { step, of: text }
          treeActions.setQuery(text)
        } else if (event.key === 'Escape') {
          event.stopPropagation()
          clearTimeout(timer.current)
          treeActions.setQuery('')
          setText('')
          onLeave()
        } else if (event.key === 'ArrowDown') {
          event.preventDefault()
          onLeave()
        }
      }}
    />
  )
}

/** A page may have 100,000 nested elements. */
const MOST_ANCESTORS = 60

export function Breadcrumbs({ model, selected }: { readonly model: PageModel; readonly selected: NodeId | null }) {
  const list = useRef<HTMLOListElement>(null)
  useEffect(() => {
    list.current?.scrollTo({ left: list.current.scrollWidth })
  }, [selected])
  if (selected === null || selected >= model.count) return null
  const above = ancestors(model, selected)
  const shown = [selected, ...above].slice(0, MOST_ANCESTORS).reverse()
  return (
    <nav className="bar line-above breadcrumbs" aria-label="Path to the selected node">
      <ol ref={list} className="fill">
        {above.length >= MOST_ANCESTORS ? <li>…</li> : null}
        {shown.map((node) => (
          <li key={node}>
            <Button
              label={nodeName(model, node)}
              tone="bare"
              className="cut"
              aria-current={node === selected ? 'true' : undefined}
              onClick={() => actions.select(node)}
              onPointerEnter={() => actions.hover(node)}
              onPointerLeave={() => actions.hover(null)}
            />
          </li>
        ))}
      </ol>
      <IconButton icon={Hash} label="Copy CSS selector" onClick={() => copyText(selectorOf(model, selected), 'Selector')} />
      <IconButton icon={Code} label="Copy HTML" onClick={() => copyText(htmlOf(model, selected), 'HTML')} />
      <IconButton icon={Copy} label="Copy text" onClick={() => copyText(textOf(model, selected), 'Text')} />
    </nav>
  )
}

/** The CSS parser is large, and the first screen needs no search. */
const loadTreeSearch = async (): Promise<typeof searchTree> => (await import('./tree-search')).searchTree

export function useTreeSearch(query: string): typeof searchTree | null {
  const [search, setSearch] = useState<typeof searchTree | null>(null)
  const isWanted = search === null && query !== ''
  useEffect(() => {
    if (isWanted) void loadTreeSearch().then((loaded) => setSearch(() => loaded))
  }, [isWanted])
  return search
}
