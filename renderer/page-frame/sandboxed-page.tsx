import { useEffect, type ComponentProps, type RefObject } from 'react'
import { WRITTEN_VIEW } from '../window/host/host'
import type { FrameSize } from './viewport'
import './sandboxed-page.css'

/**
 * The frame that shows somebody's page, the one place that says how far it is shut in: the window may look into it, the page may
 * run nothing, send nothing and go nowhere.
 */
export function SandboxedPage({
  src,
  ...props
}: Omit<ComponentProps<'iframe'>, 'sandbox' | 'referrerPolicy' | 'srcDoc'> & { readonly title: string }) {
  const place = src?.startsWith(WRITTEN_VIEW) ? { srcDoc: src.slice(WRITTEN_VIEW.length) } : { src }
  return <iframe className="sandboxed-page" {...props} {...place} sandbox="allow-same-origin" referrerPolicy="no-referrer" />
}

/** Scale at which a page laid out at a width fits into another; never larger than it was. */
export function fittingScale(width: number, captured: number): number {
  return width > 0 ? Math.min(1, width / captured) : 1
}

interface Fitted extends FrameSize {
  /** CSS pixels of the window that the page was captured in; 0 where it may be laid out as there is room. */
  readonly captured?: number
  /** What is shown in the frame: another is fitted anew. */
  readonly shown: unknown
}

/**
 * Gives a frame, and what is mounted on it, its size: the page in it is laid out as wide as it was captured, whatever the scale, so that a
 * larger one magnifies. What then does not fit is reached by scrolling the element around the frame.
 */
export function useFittedFrame(
  frame: RefObject<HTMLIFrameElement | null>,
  mounted: RefObject<{ resize(size: FrameSize): void } | null>,
  { width, height, scale, captured = 0, shown }: Fitted,
): void {
  useEffect(() => {
    if (!frame.current || width === 0) return
    const { style } = frame.current
    style.width = `${Math.max(width / scale, captured)}px`
    style.height = `${height / scale}px`
    style.transform = `scale(${scale})`
    mounted.current?.resize({ width, height, scale })
  }, [frame, mounted, width, height, scale, captured, shown])
}
