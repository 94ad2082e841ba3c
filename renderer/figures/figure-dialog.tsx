import type { MeasureText } from '../../shared/scene/scene'
import { useEffect, useMemo, useRef, useState, type ReactNode } from 'react'
import { z } from 'zod'
import type { Failure } from '../../shared/base/failure'
import { Check } from '../components/fields'
import { Button, Segments } from '../components/button'
import { Dialog } from '../components/dialog'
import { FailureNote } from '../components/panel/panel'
import { Select } from '../components/select'
import { readValue, writeText } from '../window/host/storage'
import { dataUrl, saveFigure } from './figure-file'
import { drawnFont, fontRules, measureIn } from './figure-fonts'
import { composeFigure, type FigureContent } from './figure-frame'
import {
  COLOURS,
  DEFAULT_FIGURE,
  FONTS,
  FORMATS,
  PALETTES,
  WIDTHS,
  type FigureFont,
  type FigureFormat,
  type FigureOptions,
  type FigurePalette,
} from './figure-style'
import './figure-dialog.css'

const KEY = 'boilerscope.figure'
const Stored = z.object({
  format: z.enum(FORMATS),
  width: z.number().min(20).max(1000),
  height: z.number().min(20).max(1000),
  pageHeight: z.number().min(20).max(1000),
  font: z.enum(FONTS),
  fontSize: z.number().min(4).max(36),
  palette: z.enum(PALETTES),
  title: z.boolean(),
  caption: z.boolean(),
})

const FORMAT_NAMES: Readonly<Record<FigureFormat, string>> = { svg: 'SVG', pdf: 'PDF', png: 'PNG' }
const FONT_NAMES: Readonly<Record<FigureFont, string>> = {
  sans: 'Helvetica or Arial',
  serif: 'Times',
  mono: 'Courier',
  inter: 'Inter (in the file)',
}
const PALETTE_NAMES: Readonly<Record<FigurePalette, string>> = {
  colour: 'As on the screen',
  print: 'Print (Okabe and Ito)',
  mono: 'Black and grey',
}

/** Which font is measured and embedded, where the choice leaves it open. */
function fontWords(font: FigureFont, drawn: string | null): string {
  if (drawn === null) return 'This machine has none of this name: its own font is measured and embedded.'
  return FONT_NAMES[font].includes(drawn)
    ? `${drawn} is measured and embedded.`
    : `Not on this machine: ${drawn} is measured and embedded instead.`
}

interface FigureDialogProps {
  readonly label: string
  /** What the file is called. */
  readonly name: string
  /** Null while what is drawn is still on its way. */
  readonly content: ((options: FigureOptions, measure: MeasureText) => FigureContent) | null
  /** What is on its way, or why it does not come. */
  readonly waiting?: string | undefined
  readonly failure?: Failure | null
  /** As high as it is, up to a height, as a page is. */
  readonly isPage?: boolean
  /** What else there is to choose, above the rest. */
  readonly children?: ReactNode
  readonly onAgain?: () => void
  readonly onClose: () => void
}

/** Size, type and colours of a figure, seen as it will be, and saved as SVG, PDF or PNG. What was chosen is remembered. */
export function FigureDialog({
  label,
  name,
  content,
  waiting,
  failure = null,
  isPage = false,
  children,
  onAgain,
  onClose,
}: FigureDialogProps) {
  const [options, setOptions] = useState<FigureOptions>(() => readValue(KEY, Stored) ?? DEFAULT_FIGURE)
  const [fonts, setFonts] = useState<{ readonly of: FigureFont; readonly rules: string; readonly drawn: string | null } | null>(null)
  const [saving, setSaving] = useState<AbortController | null>(null)
  const [told, setTold] = useState('')
  const [failed, setFailed] = useState<Failure | null>(null)
  const running = useRef<AbortController | null>(null)
  useEffect(() => () => running.current?.abort(), [])
  useEffect(() => {
    let wanted = true
    void Promise.all([fontRules(options.font), drawnFont(options.font)]).then(([rules, drawn]) => {
      if (wanted) setFonts({ of: options.font, rules, drawn })
    })
    return () => {
      wanted = false
    }
  }, [options.font])
  const figure = useMemo(() => {
    if (!content || fonts?.of !== options.font) return null
    const measure = measureIn(options.font)
    return composeFigure(content(options, measure), options, COLOURS[options.palette].text, measure, fonts.rules)
  }, [content, options, fonts])
  const { format } = options
  const set = (change: Partial<FigureOptions>): void => {
    const next = { ...options, ...change }
    setOptions(next)
    setTold('')
    writeText(KEY, JSON.stringify(next))
  }
  const save = async (): Promise<void> => {
    if (!figure) return
    const own = new AbortController()
    running.current = own
    setSaving(own)
    setFailed(null)
    const wrong = await saveFigure(figure, format, name, own.signal)
    if (running.current !== own) return
    setSaving(null)
    if (wrong && wrong.code !== 'cancelled') setFailed(wrong)
    setTold(wrong ? '' : 'Saved.')
  }
  const size = (key: 'width' | 'height' | 'pageHeight' | 'fontSize', text: string, unit: string, least: number, most: number, step = 1) => (
    <label className="figure-field">
      <span>{text}</span>
      <span className="figure-number">
        <input
          type="number"
          min={least}
          max={most}
          step={step}
          value={options[key]}
          onChange={({ target }) => {
            if (target.valueAsNumber >= least && target.valueAsNumber <= most) set({ [key]: target.valueAsNumber })
          }}
        />{' '}
        {unit}
      </span>
    </label>
  )
  return (
    <Dialog label={label} onClose={onClose}>
      <div className="figure-dialog">
        <div className="figure-preview">
          {figure ? (
            <img src={dataUrl(figure.svg)} alt={`${label}, as it will be`} />
          ) : failure ? (
            <div>
              <FailureNote failure={failure} />
              {onAgain ? <Button onClick={onAgain}>Try again</Button> : null}
            </div>
          ) : (
            <p role="status">{waiting ?? 'Drawing …'}</p>
          )}
        </div>
        <div className="figure-choices">
          {children}
          <Segments
            label="Format"
            value={format}
            options={FORMATS.map((value) => ({ value, label: FORMAT_NAMES[value] }))}
            onChange={(chosen) => set({ format: chosen })}
          />
          <label className="figure-field">
            <span>Place</span>
            <Select
              small
              value={WIDTHS.some(({ width }) => width === options.width) ? options.width : 0}
              options={[{ value: 0, label: 'Own width' }, ...WIDTHS.map(({ width, label: value }) => ({ value: width, label: value }))]}
              onChange={(width) => {
                if (width > 0) set({ width })
              }}
            />
          </label>
          {size('width', 'Width', 'mm', 20, 1000)}
          {isPage ? size('pageHeight', 'Height', 'mm at most', 20, 1000) : size('height', 'Height', 'mm', 20, 1000)}
          <label className="figure-field">
            <span>Font</span>
            <Select
              small
              value={options.font}
              options={FONTS.map((value) => ({ value, label: FONT_NAMES[value] }))}
              onChange={(font) => set({ font })}
            />
          </label>
          <p className="quiet figure-font">{fonts?.of === options.font ? fontWords(options.font, fonts.drawn) : ''}</p>
          {size('fontSize', 'Type', 'pt', 4, 36, 0.5)}
          <label className="figure-field">
            <span>Colours</span>
            <Select
              small
              value={options.palette}
              options={PALETTES.map((value) => ({ value, label: PALETTE_NAMES[value] }))}
              onChange={(palette) => set({ palette })}
            />
          </label>
          <Check checked={options.title} onChange={(title) => set({ title })}>
            Title
          </Check>
          <Check checked={options.caption} onChange={(caption) => set({ caption })}>
            Line with page, parameters and date
          </Check>
          {failed ? <FailureNote failure={failed} /> : null}
          <div className="figure-buttons">
            <Button tone="strong" disabled={!figure || saving !== null} onClick={() => void save()}>
              Save {FORMAT_NAMES[format]}
            </Button>
            {saving ? <Button onClick={() => saving.abort()}>Cancel</Button> : null}
            <span role="status" className="quiet">
              {saving ? 'Drawing …' : told}
            </span>
          </div>
        </div>
      </div>
    </Dialog>
  )
}
