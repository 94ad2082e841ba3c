import type { MeasureText } from '../../shared/scene/scene'
import { useEffect, useMemo, useRef, useState, type ReactNode } from 'react'
import type { Failure } from '../../shared/base/failure'
import { Check } from '../components/fields'
import { Button, Segments } from '../components/button'
import { Dialog } from '../components/dialog'
import { FailureNote } from '../components/panel/panel'
import { Select } from '../components/select'
import { readValue, writeText } from '../window/host/storage'
import { dataUrl, saveFigure, drawnFont, fontRules, measureIn } from './figure-file'
import { composeFigure, type FigureContent } from './figure-frame'
import {
  DEFAULT_FIGURE,
  FigureOptions,
  FONTS,
  FORMATS,
  PALETTES,
  SIDE,
  TYPE,
  WIDTHS,
  type FigureFont,
  type FigureFormat,
  type FigurePalette,
} from './figure-style'
import { heightWords } from './figure-words'
import './figure-dialog.css'

const KEY = 'boilerscope.figure'

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

const named = <T extends string>(values: readonly T[], names: Readonly<Record<T, string>>) =>
  values.map((value) => ({ value, label: names[value] }))

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

/** The rules that bring a font, and what it is drawn with; those of the font before until they are here. */
function useFonts(font: FigureFont) {
  const [fonts, setFonts] = useState<{ readonly of: FigureFont; readonly rules: string; readonly drawn: string | null } | null>(null)
  useEffect(() => {
    let wanted = true
    void Promise.all([fontRules(font), drawnFont(font)]).then(([rules, drawn]) => {
      if (wanted) setFonts({ of: font, rules, drawn })
    })
    return () => {
      wanted = false
    }
  }, [font])
  return fonts
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
  const [options, setOptions] = useState<FigureOptions>(() => readValue(KEY, FigureOptions) ?? DEFAULT_FIGURE)
  const fonts = useFonts(options.font)
  const [saving, setSaving] = useState<AbortController | null>(null)
  const [told, setTold] = useState('')
  const [failed, setFailed] = useState<Failure | null>(null)
  const running = useRef<AbortController | null>(null)
  useEffect(() => () => running.current?.abort(), [])
  const figure = useMemo(() => {
    if (!content || fonts?.of !== options.font) return null
    const measure = measureIn(options.font)
    return composeFigure(content(options, measure), options, measure, fonts.rules)
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
          <FigureChoices
            {...{ options, set, isPage }}
            height={figure?.height ?? 0}
            fontNote={fonts?.of === options.font ? fontWords(options.font, fonts.drawn) : ''}
          />
          {failed ? <FailureNote failure={failed} /> : null}
          <div className="bar figure-buttons">
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

interface FigureChoicesProps {
  readonly options: FigureOptions
  readonly set: (change: Partial<FigureOptions>) => void
  readonly isPage: boolean
  /** Of the figure as it will be, in millimetres; 0 until it is drawn. */
  readonly height: number
  readonly fontNote: string
}

/** What is chosen of a figure's size, type and colours. */
function FigureChoices({ options, set, isPage, height, fontNote }: FigureChoicesProps) {
  const field = (name: string, control: ReactNode): ReactNode => (
    <label className="figure-field">
      <span>{name}</span>
      {control}
    </label>
  )
  const size = (key: 'width' | 'height' | 'pageHeight' | 'fontSize', name: string, unit: string, { least, most }: typeof SIDE) =>
    field(
      name,
      <span className="figure-number">
        <input
          type="number"
          min={least}
          max={most}
          step={key === 'fontSize' ? 0.5 : 1}
          value={options[key]}
          onChange={({ target }) => {
            if (target.valueAsNumber >= least && target.valueAsNumber <= most) set({ [key]: target.valueAsNumber })
          }}
        />{' '}
        {unit}
      </span>,
    )
  const grown = heightWords(isPage ? options.pageHeight : options.height, height)
  return (
    <>
      <Segments
        label="Format"
        value={options.format}
        options={named(FORMATS, FORMAT_NAMES)}
        onChange={(chosen) => set({ format: chosen })}
      />
      {field(
        'Place',
        <Select
          small
          value={WIDTHS.some(({ width }) => width === options.width) ? options.width : 0}
          options={[{ value: 0, label: 'Own width' }, ...WIDTHS.map(({ width, label: value }) => ({ value: width, label: value }))]}
          onChange={(width) => {
            if (width > 0) set({ width })
          }}
        />,
      )}
      {size('width', 'Width', 'mm', SIDE)}
      {isPage ? size('pageHeight', 'Height', 'mm at most', SIDE) : size('height', 'Height', 'mm', SIDE)}
      {grown === '' ? null : <p className="quiet figure-note">{grown}</p>}
      {field('Font', <Select small value={options.font} options={named(FONTS, FONT_NAMES)} onChange={(font) => set({ font })} />)}
      <p className="quiet figure-note">{fontNote}</p>
      {size('fontSize', 'Type', 'pt', TYPE)}
      {field(
        'Colours',
        <Select small value={options.palette} options={named(PALETTES, PALETTE_NAMES)} onChange={(palette) => set({ palette })} />,
      )}
      <Check checked={options.title} onChange={(title) => set({ title })}>
        Title
      </Check>
      <Check checked={options.caption} onChange={(caption) => set({ caption })}>
        Line with page, parameters and date
      </Check>
    </>
  )
}
