import type { ComponentProps } from 'react'
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

/**
 * Gives a frame its size: the page in it is laid out as wide as it was captured, whatever the scale, so that a larger one magnifies. What
 * then does not fit is reached by scrolling the element around the frame.
 * @param captured CSS pixels of the window that the page was captured in; 0 where it may be laid out as there is room
 */
export function fitFrame(frame: HTMLIFrameElement, { width, height, scale }: FrameSize, captured = 0): void {
  frame.style.width = `${Math.max(width / scale, captured)}px`
  frame.style.height = `${height / scale}px`
  frame.style.transform = `scale(${scale})`
}
