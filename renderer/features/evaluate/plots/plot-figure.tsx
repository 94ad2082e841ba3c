import { useMemo } from 'react'
import { drawingWidth, type FigureContent } from '../../../figures/figure-frame'
import { FigureDialog } from '../../../figures/figure-dialog'
import type { FigureOptions, FigureTheme } from '../../../figures/figure-style'
import type { LegendItem } from './plot-style'

interface PlotFigureProps {
  readonly title: string
  readonly note: string
  readonly legend: readonly LegendItem[]
  /** The plot of the window. */
  readonly drawing: SVGSVGElement
  readonly onClose: () => void
}

/** A plot as a figure: the drawing of the window at another width and in another theme. */
export default function PlotFigure({ title, note, legend, drawing, onClose }: PlotFigureProps) {
  const content = useMemo(
    () =>
      (options: FigureOptions): FigureContent => {
        const { width, height } = drawing.viewBox.baseVal ?? drawing.getBoundingClientRect()
        const scale = drawingWidth(options) / width
        const serializer = new XMLSerializer()
        const inner = inTheme([...drawing.childNodes].map((node) => serializer.serializeToString(node)).join(''), options.theme)
        return {
          title,
          caption: `${title}. ${note}`,
          legend: legend.map(({ label, colour, kind = 'area', dash }) => ({
            label,
            colour: inTheme(colour, options.theme),
            kind,
            ...(dash ? { dash } : {}),
          })),
          draw: (room) => `<svg width="${room.width}" height="${room.height}" viewBox="0 0 ${width} ${height}">${inner}</svg>`,
          ownHeight: () => height * scale,
        }
      },
    [title, note, legend, drawing],
  )
  return <FigureDialog label={`Export: ${title}`} name={title} content={content} onClose={onClose} />
}

/** Replaces the names of colours by their values in a theme, which the window has for that moment. */
function inTheme(text: string, theme: FigureTheme): string {
  const { dataset } = document.documentElement
  const before = dataset.theme
  dataset.theme = theme
  const style = getComputedStyle(document.documentElement)
  const written = text.replace(/var\((--[\w-]+)\)/g, (_, name: string) => style.getPropertyValue(name).trim())
  if (before === undefined) delete dataset.theme
  else dataset.theme = before
  return written
}
