import { useEffect, type ComponentProps, type RefObject } from 'react'
import { WRITTEN_VIEW } from '../window/host/host'
import { once } from '../../shared/base/once'
import { fitWidth, type FrameSize } from './viewport'
import './sandboxed-page.css'

/** The sandbox prevents scripts, forms and new windows. The window can read the page. */
export function SandboxedPage({
  src,
  ...props
}: Omit<ComponentProps<'iframe'>, 'sandbox' | 'referrerPolicy' | 'srcDoc'> & { readonly title: string }) {
  const place = src?.startsWith(WRITTEN_VIEW) ? { srcDoc: src.slice(WRITTEN_VIEW.length) } : { src }
  return <iframe className="sandboxed-page" {...props} {...place} sandbox="allow-same-origin" referrerPolicy="no-referrer" />
}

export function fittingScale(width: number, captured: number): number {
  return width > 0 ? Math.min(1, width / (captured + scrollbarWidth(document.documentElement))) : 1
}

const scrollbarWidth = once((parent: HTMLElement): number => {
  const probe = document.createElement('div')
  probe.style.cssText = 'position: absolute; visibility: hidden; inline-size: 100px; overflow-y: scroll'
  parent.append(probe)
  const width = probe.offsetWidth - probe.clientWidth
  probe.remove()
  return width
})

interface Fitted extends FrameSize {
  /** When this value changes, the frame is fitted again. */
  readonly shown: unknown
}

/** At every scale, the layout is at least as wide as the captured page. The container may therefore scroll sideways. */
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
