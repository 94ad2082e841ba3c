import type { RefObject } from 'react'
import { defaultRangeExtractor, useVirtualizer, type Range } from '@tanstack/react-virtual'

interface RowsToDraw {
  readonly count: number
  /** Pixels of a row that was not measured yet. */
  readonly rowHeight: number
  /** Rows that stay drawn out of view. */
  readonly kept: readonly number[]
}

/** Which rows of a list are drawn: those in view, and some around them; and how another comes into view. */
export function useDrawnRows(scroller: RefObject<HTMLDivElement | null>, { count, rowHeight, kept }: RowsToDraw) {
  const virtual = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 12,
    // Not rounded: rows follow each other, and halves of pixels would add up.
    measureElement: (element, entry) => entry?.borderBoxSize[0]?.blockSize ?? element.getBoundingClientRect().height,
    rangeExtractor: (range: Range) => [...new Set([...defaultRangeExtractor(range), ...kept])].sort((a, b) => a - b),
  })

  /** @param near rows out of view from which on a row is brought to the middle, not just into view; a screen of them unless it is given */
  function show(row: number, place?: 'start' | 'center', near?: number): void {
    const { startIndex, endIndex } = virtual.range ?? { startIndex: 0, endIndex: 0 }
    const away = Math.max(startIndex - row, row - endIndex)
    virtual.scrollToIndex(row, { align: place ?? (away > (near ?? endIndex - startIndex) ? 'center' : 'auto') })
  }
  return { virtual, show }
}

export type DrawnRows = ReturnType<typeof useDrawnRows>
