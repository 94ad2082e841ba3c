import {
  Fragment,
  useEffect,
  useId,
  useImperativeHandle,
  useRef,
  type HTMLAttributes,
  type ReactNode,
  type Ref,
  type RefObject,
} from 'react'
import type { VirtualItem } from '@tanstack/react-virtual'
import { watchTab } from '../../window/store'
import { useDrawnRows, useListCursor, type ListCursor } from './list-cursor'
import { useRowSelection, type RowTexts } from './row-selection'

export interface ListHandle {
  readonly element: HTMLDivElement
  show(row: number, place?: 'start' | 'center'): void
  firstRow(): number
}

export interface RowProps {
  readonly 'data-index': number
  readonly id?: string
  readonly ref?: (element: HTMLElement | null) => void
  readonly role?: 'option' | 'treeitem' | 'row'
  readonly 'aria-selected'?: boolean
  readonly 'aria-posinset'?: number
  readonly 'aria-setsize'?: number
  readonly onClick?: () => void
  readonly onDoubleClick?: () => void
}

interface ListProps
  extends Omit<HTMLAttributes<HTMLDivElement>, 'role' | 'children'>, Pick<ListCursor, 'count'>, Partial<Omit<ListCursor, 'count'>> {
  readonly label: string
  readonly role: 'listbox' | 'tree' | 'grid' | 'region' | 'group'
  /** Height of each row in pixels. With `measured`, the estimated height of a row before its measurement. */
  readonly rowHeight: number
  readonly measured?: boolean
  readonly multiple?: boolean
  /** The id must stay the same while the row shows the same content. */
  readonly idOf?: (row: number) => string
  readonly texts?: RowTexts
  readonly ref?: Ref<ListHandle>
  readonly empty?: ReactNode
  /** The root element of the row must use `props`. */
  readonly children: (row: number, props: RowProps) => ReactNode
}

const ITEMS: Readonly<Partial<Record<ListProps['role'], NonNullable<RowProps['role']>>>> = {
  listbox: 'option',
  tree: 'treeitem',
  grid: 'row',
}

export function List({
  label,
  role,
  count,
  rowHeight,
  measured = false,
  current = -1,
  follow = current,
  multiple = false,
  idOf,
  nameOf,
  keys,
  onMove,
  onOpen,
  texts,
  ref,
  empty,
  children,
  className,
  onKeyDown,
  ...rest
}: ListProps) {
  const scroller = useRef<HTMLDivElement>(null)
  const ownId = useId()
  const selection = useRowSelection(scroller, texts ?? null)
  const item = ITEMS[role]
  const kept = [...(item ? [current] : []), ...(selection.ends ?? [])].filter((row) => row >= 0 && row < count)
  const drawn = useDrawnRows(scroller, count, rowHeight, kept)
  const { virtual, show } = drawn
  const items = virtual.getVirtualItems()
  const nameOfRow = (row: number): string => idOf?.(row) ?? `${ownId}-${row}`

  useImperativeHandle(ref, () => ({
    element: scroller.current as HTMLDivElement,
    show,
    firstRow: () => virtual.getVirtualItemForOffset(virtual.scrollOffset ?? 0)?.index ?? 0,
  }))

  const handleKey = useListCursor({ count, current, follow, nameOf, keys, onMove, onOpen }, drawn)

  function propsOf(row: number): RowProps {
    return {
      'data-index': row,
      ref: measured ? virtual.measureElement : undefined,
      ...(item ? { id: nameOfRow(row), role: item, 'aria-selected': row === current } : {}),
      ...(item === 'option' ? { 'aria-posinset': row + 1, 'aria-setsize': count } : {}),
      onClick: onMove && (() => onMove(row)),
      onDoubleClick: onOpen && (() => onOpen(row)),
    }
  }

  return (
    <div
      {...rest}
      ref={scroller}
      className={`list ${className ?? ''}`}
      // A listbox or tree without rows would be an accessibility error.
      role={item && count === 0 ? 'region' : role}
      aria-label={label}
      aria-multiselectable={(multiple && count > 0) || undefined}
      tabIndex={0}
      aria-activedescendant={item && current >= 0 && current < count ? nameOfRow(current) : undefined}
      onCopy={selection.onCopy}
      onKeyDown={(event) => {
        onKeyDown?.(event)
        if (event.defaultPrevented || event.target !== event.currentTarget || selection.onKeyDown(event)) return
        if (item) handleKey(event)
      }}
    >
      {count === 0 ? empty : null}
      <div className="list-space" role="presentation" style={{ blockSize: virtual.getTotalSize() }}>
        <div className="list-rows" role="presentation" style={{ insetBlockStart: items[0]?.start ?? 0 }}>
          {withSpaces(items, (row) => (
            <Fragment key={nameOfRow(row)}>{children(row, propsOf(row))}</Fragment>
          ))}
        </div>
      </div>
    </div>
  )
}

/** While a node is hovered, gives its drawn parts a class. Does not use React's state, so that a hover causes no render. */
export function useHoverClass(
  list: RefObject<ListHandle | null>,
  { parts, name, isOf }: { readonly parts: string; readonly name: string; readonly isOf: (part: DOMStringMap, node: number) => boolean },
): void {
  useEffect(() =>
    watchTab(
      (tab) => tab.hovered,
      (node) => {
        for (const part of list.current?.element.querySelectorAll<HTMLElement>(parts) ?? [])
          part.classList.toggle(name, node !== null && isOf(part.dataset, node))
      },
    ),
  )
}

function withSpaces(items: readonly VirtualItem[], draw: (row: number) => ReactNode): ReactNode[] {
  const rows: ReactNode[] = []
  let end = items[0]?.start ?? 0
  for (const { index, start, end: next } of items) {
    if (start > end) rows.push(<div key={`before-${index}`} role="presentation" style={{ blockSize: start - end }} />)
    rows.push(draw(index))
    end = next
  }
  return rows
}
