import { useEffect, type ComponentProps, type RefObject } from 'react'
import { WRITTEN_VIEW } from '../window/host/host'
import { once } from '../../shared/base/once'
import { fitWidth, type FrameSize } from './viewport'
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
  return width > 0 ? Math.min(1, width / (captured + scrollbarWidth(document.documentElement))) : 1
}

/** Pixels that a scrollbar of this browser takes from a page. */
const scrollbarWidth = once((parent: HTMLElement): number => {
  const probe = document.createElement('div')
  probe.style.cssText = 'position: absolute; visibility: hidden; inline-size: 100px; overflow-y: scroll'
  parent.append(probe)
  const width = probe.offsetWidth - probe.clientWidth
  probe.remove()
  return width
})

interface Fitted extends FrameSize {
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
    style.height = `${height / scale}px`
    style.transform = `scale(${scale})`
    fitWidth(frame.current, { width, scale, captured })
    mounted.current?.resize({ width, height, scale, captured })
  }, [frame, mounted, width, height, scale, captured, shown])
}
