import { useMemo, useState, type ReactNode } from 'react'
import type { Failure } from '../../shared/base/failure'
import type { MeasureText } from '../../shared/scene/scene'
import { Button, Segments } from '../components/button'
import { Dialog } from '../components/dialog'
import { FailureNote } from '../components/panel/panel'
import { readValue, writeText } from '../window/host/storage'
import { dataUrl, measureText, saveFigure, captionOf, settingsWords } from './figure-file'
import { composeFigure, type FigureContent } from './figure-frame'
import { DEFAULT_CHOICE, FigureChoice, figureOptions, FORMATS, SIDE, THEMES, type FigureOptions } from './figure-style'
import './figure-dialog.css'
import type { PageSummary } from '../../shared/contract/capture'
import type { PageModel } from '../../shared/page/page-model'
import { useTab, useResultExtractor, useTabFields } from '../window/window'
import { keptAreas, pageFigure, usePagePicture } from './page-figure'
import { disagreementOf, findKeepersOfNodes } from '../../shared/explain/difference/disagreement'

const KEY = 'boilerscope.figure'

interface FigureDialogProps {
  readonly label: string
  readonly name: string
  readonly content: ((options: FigureOptions, measure: MeasureText) => FigureContent) | null
  readonly waiting?: string | undefined
  readonly failure?: Failure | null
  readonly children?: ReactNode
  readonly onAgain?: () => void
  readonly onClose: () => void
}

export function FigureDialog({ label, name, content, waiting, failure = null, children, onAgain, onClose }: FigureDialogProps) {
  const [choice, setChoice] = useState<FigureChoice>(() => readValue(KEY, FigureChoice) ?? DEFAULT_CHOICE)
  const [isSaved, setSaved] = useState(false)
  const [failed, setFailed] = useState<Failure | null>(null)
  const { format, width, theme } = choice
  const figure = useMemo(() => {
    const options = figureOptions({ width, theme })
    return content && composeFigure(content(options, measureText), options, measureText)
  }, [content, width, theme])
  const change = (part: Partial<FigureChoice>): void => {
    const next = { ...choice, ...part }
    setChoice(next)
    setSaved(false)
    writeText(KEY, JSON.stringify(next))
  }
  const save = async (): Promise<void> => {
    if (!figure) return
    const wrong = await saveFigure(figure, format, name)
    setFailed(wrong)
    setSaved(wrong === null)
  }
  return (
    <Dialog label={label} onClose={onClose}>
      <div className="figure-dialog">
        <div className="figure-preview">
          {figure ? (
            <img src={dataUrl(figure.svg)} alt={`Preview: ${label}`} />
          ) : failure ? (
            <div>
              <FailureNote failure={failure} />
              {onAgain ? <Button label="Try again" onClick={onAgain} /> : null}
            </div>
          ) : (
            <p role="status">{waiting ?? 'Drawing …'}</p>
          )}
        </div>
        <div className="stack figure-choices">
          {children}
          <Segments
            label="Format"
            value={format}
            options={FORMATS.map((value) => ({ value, label: value.toUpperCase() }))}
            onChange={(chosen) => change({ format: chosen })}
          />
          <Segments
            label="Theme"
            value={theme}
            options={THEMES.map((value) => ({ value, label: value === 'light' ? 'Light' : 'Dark' }))}
            onChange={(chosen) => change({ theme: chosen })}
          />
          <label className="figure-field">
            <span>Width</span>
            <span className="figure-number">
              <input
                type="number"
                min={SIDE.least}
                max={SIDE.most}
                value={width}
                onChange={({ target }) => {
                  if (target.valueAsNumber >= SIDE.least && target.valueAsNumber <= SIDE.most) change({ width: target.valueAsNumber })
                }}
              />{' '}
              mm
            </span>
          </label>
          {failed ? <FailureNote failure={failed} /> : null}
          <div className="bar figure-buttons">
            <Button label={`Save ${format.toUpperCase()}`} tone="strong" disabled={!figure} onClick={() => void save()} />
            <span role="status" className="quiet">
              {isSaved ? 'Saved.' : ''}
            </span>
          </div>
        </div>
      </div>
    </Dialog>
  )
}

export function FigureOfPage({ onClose }: { readonly onClose: () => void }) {
  const { page, model } = useTabFields('page', 'model')
  const extraction = useTab((tab) => tab.result?.extraction ?? null)
  const info = useResultExtractor()
  const keepers = useMemo(
    () =>
      model && extraction?.selected.length === model.count ? findKeepersOfNodes(model, disagreementOf(model, [extraction.selected])) : null,
    [model, extraction],
  )
  if (!page || !model || !extraction || !info || !keepers) return null
  return <PageFigureDialog {...{ page, model, keepers, onClose }} voters={1} settings={settingsWords(info, extraction.params)} />
}

interface PageFigureDialogProps {
  readonly page: PageSummary
  readonly model: PageModel
  /** See `findKeepersOfNodes`. */
  readonly keepers: Int32Array
  readonly voters: number
  readonly settings: string
  readonly onClose: () => void
}

export function PageFigureDialog({ page, model, keepers, voters, settings, onClose }: PageFigureDialogProps) {
  const styled = useTab((tab) => tab.view.styled)
  const { picture, failure, again } = usePagePicture(page.id, styled, model)
  const title = page.title || page.label
  const content = useMemo(() => {
    if (!picture) return null
    const areas = keptAreas(model, keepers, picture)
    const words = { title, caption: captionOf(page, settings) }
    return (options: FigureOptions) => pageFigure(picture, { areas, voters }, words, options)
  }, [picture, model, keepers, voters, title, page, settings])
  return (
    <FigureDialog
      label="Figure of the page"
      name={`Page ${title}`}
      waiting="Taking a picture of the page …"
      onAgain={again}
      {...{ content, failure, onClose }}
    />
  )
}
