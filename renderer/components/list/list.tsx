import {
  Fragment,
  useEffect,
  useId,
  useImperativeHandle,
  useRef,
  type HTMLAttributes,
  type KeyboardEvent,
  type ReactNode,
  type Ref,
} from 'react'
import { defaultRangeExtractor, useVirtualizer, type Range } from '@tanstack/react-virtual'
import { rowOfKey, rowOfTyping, TypedText } from './list-keys'
import { useRowSelection, type RowTexts } from './row-selection'

export interface ListHandle {
  /** The element that scrolls. */
  readonly element: HTMLDivElement
  /** Brings a row into view; without a place by the rule of `List`. */
  show(row: number, place?: 'start' | 'center'): void
  /** The first row in view. */
  firstRow(): number
}

/** What a row's element takes. */
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

interface ListProps extends Omit<HTMLAttributes<HTMLDivElement>, 'role' | 'children'> {
  readonly label: string
  /** `listbox`, `tree` and `grid` have a current row and keys that move it; `region` and `group` are read and scrolled. */
  readonly role: 'listbox' | 'tree' | 'grid' | 'region' | 'group'
  readonly count: number
  /** Pixels that each row takes; where rows are `measured`, those of a row not yet seen. */
  readonly rowHeight: number
  /** Rows are as high as what they hold. */
  readonly measured?: boolean
  /** The row that has the cursor, -1 where none has it. */
  readonly current?: number
  /** What the current row stands for: the row comes into view when this changes. The row itself, where nothing is given. */
  readonly follow?: unknown
  /** More than one row can be selected. */
  readonly multiple?: boolean
  /** A row's id in the document, the same as long as it shows the same. */
  readonly idOf?: (row: number) => string
  /** What is typed to go to a row; without it letters mean nothing. */
  readonly nameOf?: (row: number) => string
  /** The keys that are the list's, where others mean something in what is around it; all by default. */
  readonly keys?: ReadonlySet<string>
  /** The cursor goes to a row, by a key or the pointer. */
  readonly onMove?: (row: number) => void
  /** Enter, or a double click. */
  readonly onOpen?: (row: number) => void
  /** The text behind the rows, where it can be selected and copied as if all of them were drawn. */
  readonly texts?: RowTexts
  readonly ref?: Ref<ListHandle>
  /** Shown where there are no rows. */
  readonly empty?: ReactNode
  /** Draws a row; its element takes the properties. */
  readonly children: (row: number, props: RowProps) => ReactNode
}

const ITEMS: Readonly<Partial<Record<ListProps['role'], NonNullable<RowProps['role']>>>> = {
  listbox: 'option',
  tree: 'treeitem',
  grid: 'row',
}

/**
 * Rows of which only those in view are drawn. The row that becomes the current one comes into view: it stays where it
 * is if it is seen, comes in at the nearer edge from less than a page away, and to the middle from farther.
 */
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
  const typed = useRef(new TypedText())
  /** The list's own keys moved the cursor. */
  const walked = useRef(false)
  const ownId = useId()
  const selection = useRowSelection(scroller, texts ?? null)
  const item = ITEMS[role]
  // The current row and the ends of selected text stay drawn out of view: what refers to an element finds it.
  const kept = [...(item ? [current] : []), ...(selection.ends ?? [])].filter((row) => row >= 0 && row < count)
  const virtual = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 12,
    // Not rounded: rows follow each other, and halves of pixels would add up.
    measureElement: (element, entry) => entry?.borderBoxSize[0]?.blockSize ?? element.getBoundingClientRect().height,
    rangeExtractor: (range: Range) => [...new Set([...defaultRangeExtractor(range), ...kept])].sort((a, b) => a - b),
  })
  const items = virtual.getVirtualItems()
  const nameOfRow = (row: number): string => idOf?.(row) ?? `${ownId}-${row}`

  /** @param near rows out of view from which on a row is brought to the middle, not just into view; a screen of them unless it is given */
  function show(row: number, place?: 'start' | 'center', near?: number): void {
    const { startIndex, endIndex } = virtual.range ?? { startIndex: 0, endIndex: 0 }
    const away = Math.max(startIndex - row, row - endIndex)
    virtual.scrollToIndex(row, { align: place ?? (away > (near ?? endIndex - startIndex) ? 'center' : 'auto') })
  }

  useImperativeHandle(ref, () => ({
    element: scroller.current as HTMLDivElement,
    show,
    firstRow: () => virtual.getVirtualItemForOffset(virtual.scrollOffset ?? 0)?.index ?? 0,
  }))

  useEffect(() => {
    // A key walks on from the row before; what was chosen elsewhere is seen among its neighbours.
    const near = walked.current ? undefined : 1
    walked.current = false
    if (current >= 0 && current < count) show(current, undefined, near)
    // oxlint-disable-next-line react/exhaustive-deps -- a list that only grows or is drawn again stays where it is
  }, [follow])

  function takeKey(event: KeyboardEvent<HTMLDivElement>): void {
    onKeyDown?.(event)
    if (event.defaultPrevented || event.target !== event.currentTarget || selection.onKeyDown(event)) return
    if (event.ctrlKey || event.metaKey || event.altKey || !item) return
    const { key, timeStamp } = event
    if (keys && !keys.has(key)) return
    let next = rowOfKey(key, current, count, Math.max(1, (virtual.range?.endIndex ?? 0) - (virtual.range?.startIndex ?? 0) - 1))
    if (key === 'Enter' && onOpen && current >= 0) onOpen(current)
    else if (nameOf && key.length === 1 && (key !== ' ' || typed.current.goesOn(timeStamp)))
      next = rowOfTyping(typed.current.add(key, timeStamp), current, count, nameOf)
    else if (next === null) return
    event.preventDefault()
    if (next === null) return
    walked.current = next !== current
    onMove?.(next)
  }

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

  // Rows follow each other in one box that moves: nothing is placed row by row. Where rows are left out, a space stands for them.
  const rows: ReactNode[] = []
  let end = items[0]?.start ?? 0
  for (const { index, start, end: next } of items) {
    if (start > end) rows.push(<div key={`before-${index}`} role="presentation" style={{ blockSize: start - end }} />)
    rows.push(<Fragment key={nameOfRow(index)}>{children(index, propsOf(index))}</Fragment>)
    end = next
  }

  return (
    <div
      {...rest}
      ref={scroller}
      className={`list ${className ?? ''}`}
      // A listbox or tree without rows would promise what it does not have.
      role={item && count === 0 ? 'region' : role}
      aria-label={label}
      aria-multiselectable={(multiple && count > 0) || undefined}
      tabIndex={0}
      aria-activedescendant={item && current >= 0 && current < count ? nameOfRow(current) : undefined}
      onCopy={selection.onCopy}
      onKeyDown={takeKey}
    >
      {count === 0 ? empty : null}
      <div className="list-space" role="presentation" style={{ blockSize: virtual.getTotalSize() }}>
        <div className="list-rows" role="presentation" style={{ insetBlockStart: items[0]?.start ?? 0 }}>
          {rows}
        </div>
      </div>
    </div>
  )
}
