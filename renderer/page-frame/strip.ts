/** A strip beside a page. The strip shows an overview of the whole page. */
import type { FrameGeometry } from './geometry'
import type { PageFrame } from './page-frame'
import { fitCanvas } from './paint'

/** Returns the rows of the strip that show a part of the page. `end` is excluded. */
export type RowsOfPart = (y: number, height: number) => { readonly from: number; readonly end: number }

interface StripClient {
  readonly width: () => number
  /** Inputs of the rows besides the layout. The rows are computed again only if an input or the layout changes. */
  readonly about: () => readonly unknown[]
  readonly rowsOf: (geometry: FrameGeometry, rows: number, rowsOfPart: RowsOfPart) => ArrayLike<number>
  readonly paint: (context: CanvasRenderingContext2D, value: number, row: number, rows: number) => void
  readonly windowColour: () => string
}

export function mountStrip(canvas: HTMLCanvasElement, page: PageFrame, client: StripClient) {
  let cached: { readonly key: readonly unknown[]; readonly rows: ArrayLike<number> } | null = null
  const ending = new AbortController()
  // A frameset, and some pages in quirks mode, have no scrolling element.
  const heightOfPage = (): number | undefined => {
    const doc = page.element.contentWindow?.document
    return (doc?.scrollingElement ?? doc?.documentElement)?.scrollHeight
  }
  const heightOfView = (): number => page.size.height / page.size.scale

  function follow(event: PointerEvent): void {
    if (event.buttons !== 1) return
    const share = event.offsetY / Math.max(1, canvas.clientHeight)
    page.element.contentWindow?.scrollTo({ top: share * (heightOfPage() ?? 0) - heightOfView() / 2, behavior: 'instant' })
  }
  canvas.addEventListener('pointermove', follow, { signal: ending.signal })
  canvas.addEventListener(
    'pointerdown',
    (event) => {
      canvas.setPointerCapture(event.pointerId)
      follow(event)
    },
    { signal: ending.signal },
  )

  function draw(): void {
    const context = canvas.getContext('2d')
    // While a frame loads another page, its document may briefly have no element.
    const documentHeight = heightOfPage()
    const view = page.element.contentWindow
    const { geometry } = page
    if (!context || !view || !geometry || documentHeight === undefined) return
    fitCanvas(canvas, { width: client.width(), height: page.size.height })
    const { width, height } = canvas
    const key = [geometry, documentHeight, height, ...client.about()]
    if (!cached || cached.key.some((part, i) => part !== key[i])) {
      const rowsOfPart: RowsOfPart = (y, tall) => {
        const from = Math.max(0, Math.floor((y / documentHeight) * height))
        return { from, end: Math.min(height, Math.max(from + 2, Math.ceil(((y + tall) / documentHeight) * height))) }
      }
      cached = { key, rows: documentHeight > 0 ? client.rowsOf(geometry, height, rowsOfPart) : [] }
    }
    context.clearRect(0, 0, width, height)
    const { rows } = cached
    for (let row = 0; row < rows.length;) {
      let end = row + 1
      while (end < rows.length && rows[end] === rows[row]) end++
      client.paint(context, rows[row] as number, row, end - row)
      row = end
    }
    const share = heightOfView() / documentHeight
    if (share >= 1) return
    context.fillStyle = client.windowColour()
    context.fillRect(0, Math.round((view.scrollY / documentHeight) * height), width, Math.max(4, Math.round(share * height)))
  }

  function below(): number | null {
    const view = page.element.contentWindow
    const documentHeight = heightOfPage()
    if (!cached || !view || !documentHeight) return null
    const { rows } = cached
    let first = 0
    while (first < rows.length && rows[first] === 0) first++
    return first < rows.length && first / rows.length > (view.scrollY + heightOfView()) / documentHeight ? first / rows.length : null
  }

  const goTo = (share: number): void => page.scrollTo(Math.max(0, share * (heightOfPage() ?? 0) - 80))

  return {
    draw,
    below,
    goTo,
    destroy() {
      ending.abort()
      canvas.width = 0
    },
  }
}
