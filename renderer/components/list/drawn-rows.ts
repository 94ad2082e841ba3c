import type { RefObject } from 'react'
import { defaultRangeExtractor, useVirtualizer, type Range } from '@tanstack/react-virtual'

interface RowsToDraw {
  readonly count: number
  /** Height in pixels of a row that is not yet measured. */
  readonly rowHeight: number
  /** Rows that stay drawn out of view. */
  readonly kept: readonly number[]
}

/** Returns the rows to draw (rows in view and some around them) and a function that scrolls a row into view. */
export function useDrawnRows(scroller: RefObject<HTMLDivElement | null>, { count, rowHeight, kept }: RowsToDraw) {
  const virtual = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 12,
    // Not rounded: half pixels would add up over many rows.
    measureElement: (element, entry) => entry?.borderBoxSize[0]?.blockSize ?? element.getBoundingClientRect().height,
    rangeExtractor: (range: Range) => [...new Set([...defaultRangeExtractor(range), ...kept])].sort((a, b) => a - b),
  })

  /** @param near distance in rows out of view from which a row is scrolled to the middle; one screen by default */
  function show(row: number, place?: 'start' | 'center', near?: number): void {
    const { startIndex, endIndex } = virtual.range ?? { startIndex: 0, endIndex: 0 }
    const away = Math.max(startIndex - row, row - endIndex)
    virtual.scrollToIndex(row, { align: place ?? (away > (near ?? endIndex - startIndex) ? 'center' : 'auto') })
  }
  return { virtual, show }
}

export type DrawnRows = ReturnType<typeof useDrawnRows>
