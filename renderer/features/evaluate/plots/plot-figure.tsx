import { cloneElement, useEffect, useMemo, useRef, useState, type ReactElement } from 'react'
import { drawingWidth, type FigureContent } from '../../../figures/figure-frame'
import { FigureDialog } from '../../../figures/figure-dialog'
import { figureOptions, type FigureOptions, type FigureTheme } from '../../../figures/figure-style'
import type { LegendItem } from './plot-marks'
import { colourToken } from '../../../components/density-scale'
import styles from './plots.module.css'

export interface PlotFigureProps {
  readonly title: string
  readonly note: string
  readonly legend: readonly LegendItem[]
  readonly height: number
  readonly plot: ReactElement
  readonly onClose: () => void
}

/** Widths in millimetres of a column, a wide column and a page. */
const WIDTHS = [85, 120, 180]
/** Pixels per point, so that 11 px become 8 pt. */
const PIXELS = 11 / 8

/** Renders the plot at each width, so that all figures have nearly the same type size. */
export function PlotFigure({ title, note, legend, plot, height, onClose }: PlotFigureProps) {
  const copies = useRef<HTMLDivElement>(null)
  const [drawings, setDrawings] = useState<readonly SVGSVGElement[]>([])
  useEffect(() => {
    // Charts compute their axes in effects, so wait for a frame.
    const frame = requestAnimationFrame(() =>
      setDrawings([...(copies.current?.children ?? [])].flatMap((copy) => copy.querySelector<SVGSVGElement>('svg[viewBox]') ?? [])),
    )
    return () => cancelAnimationFrame(frame)
  }, [])
  const content = useMemo(
    () =>
      (options: FigureOptions): FigureContent => {
        const off = (mm: number): number => Math.abs(Math.log(mm / options.width))
        const nearest = WIDTHS.reduce((best, mm) => (off(mm) < off(best) ? mm : best))
        const drawing = drawings[WIDTHS.indexOf(nearest)] as SVGSVGElement
        const { width, height: drawn } = drawing.viewBox.baseVal
        const serializer = new XMLSerializer()
        const inner = inTheme([...drawing.childNodes].map((node) => serializer.serializeToString(node)).join(''), options.theme)
        return {
          title,
          caption: `${title}. ${note}`,
          legend: legend.map(({ colour, kind = 'area', ...item }) => ({ ...item, kind, colour: inTheme(colour, options.theme) })),
          draw: (room) => `<svg width="${room.width}" height="${room.height}" viewBox="0 0 ${width} ${drawn}">${inner}</svg>`,
          ownHeight: () => (drawn * drawingWidth(options)) / width,
        }
      },
    [title, note, legend, drawings],
  )
  return (
    <>
      <div ref={copies} className={styles.copies} aria-hidden="true" inert>
        {WIDTHS.map((mm) => {
          const width = Math.round(drawingWidth(figureOptions({ width: mm, theme: 'light' })) * PIXELS)
          return (
            <div key={mm} style={{ inlineSize: width, blockSize: height }}>
              {cloneElement(plot as ReactElement<{ width: number; height: number }>, { width, height })}
            </div>
          )
        })}
      </div>
      {drawings.length > 0 ? <FigureDialog label={`Export: ${title}`} name={title} content={content} onClose={onClose} /> : null}
    </>
  )
}

function inTheme(text: string, theme: FigureTheme): string {
  const { dataset } = document.documentElement
  const before = dataset.theme
  dataset.theme = theme
  const written = text.replace(/var\((--[\w-]+)\)/g, (_, name: string) => colourToken(name))
  if (before === undefined) delete dataset.theme
  else dataset.theme = before
  return written
}
