import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { createNewest } from '../../../shared/base/newest'
import type { DemoRun } from '../../../shared/demo/demo-run'
import { Button } from '../../components/button'
import { PanelProgress } from '../../components/panel/panel'
import { fileName, saveFile } from '../../components/panel/save-file'
import { copyLink } from '../../window/host/clipboard'
import { useDemo } from './state/demo'
import { isLinkable, saveStep, stepLink } from './state/demo-step'
import { actions, getState } from '../../window/window'
import { video, type ExportControl } from './exports'
import { videoFormats, type VideoFormat } from './out/video'
import styles from './export-menu.module.css'

const StageFigureDialog = lazy(() => import('./out/stage-figure-dialog'))

type Work = (control: ExportControl) => void | Promise<void>

/** One export at a time: how far it is, and the way to stop it. Leaving the demonstration stops it. */
function useExports(): {
  readonly done: number | null
  readonly start: (work: Work) => Promise<void>
  readonly cancel: () => void
} {
  const [done, setDone] = useState<number | null>(null)
  const [exporting] = useState(createNewest)
  useEffect(() => () => exporting.stop(), [exporting])
  const start = async (work: Work): Promise<void> => {
    const whole = exporting.ask(async ({ signal, whileNewest }) => {
      signal.addEventListener('abort', () => actions.notify('Cancelled.'))
      await work({ report: whileNewest(setDone), signal })
      return true
    })
    try {
      if (await whole) setDone(null)
    } catch (error) {
      setDone(null)
      actions.notify(error instanceof Error ? error.message : 'The export failed.')
    }
  }
  const cancel = (): void => {
    exporting.stop()
    setDone(null)
  }
  return { done, start, cancel }
}

/** What the menu says, and what it does. */
type Item = readonly [string, Work]

/** Takes the step or the whole run out of the tool. */
export function ExportMenu({ run, title }: { readonly run: DemoRun; readonly title: string }) {
  const [open, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const { done, start, cancel } = useExports()
  const linkable = isLinkable(getState(), useDemo.getState())
  // What differs between two exports comes first: long titles are cut.
  const name = `${run.info.id} ${title}`
  const [videos, setVideos] = useState<readonly VideoFormat[]>([])
  useEffect(() => {
    let wanted = true
    void videoFormats().then((formats) => {
      if (wanted) setVideos(formats)
    })
    return () => {
      wanted = false
    }
  }, [])
  const [drawsFigure, setDrawsFigure] = useState(false)
  const items: readonly Item[] = [
    ['This step as a figure (SVG, PDF, PNG) …', () => setDrawsFigure(true)],
    ...(linkable ? [['Copy a link to this step', () => copyLink(stepLink(getState(), useDemo.getState()))] as const] : []),
    ['This step as a file that reopens it', saveStep],
    ...videos.map((format): Item => [
      `The whole run as a video (${format === 'mp4' ? 'MP4' : 'WebM'})`,
      async (control) => saveFile(fileName(name, format), await video(useDemo.getState(), title, format, control)),
    ]),
  ]
  return (
    <div
      className={styles.menu}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && open) {
          event.stopPropagation()
          event.preventDefault()
          setOpen(false)
        }
      }}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) setOpen(false)
      }}
    >
      {drawsFigure ? (
        <Suspense fallback={null}>
          <StageFigureDialog onClose={() => setDrawsFigure(false)} />
        </Suspense>
      ) : null}
      {done === null ? null : (
        <PanelProgress
          done={done}
          message="Exporting …"
          onCancel={() => {
            button.current?.focus()
            cancel()
          }}
        />
      )}
      <Button ref={button} tone="bare" className="word-button" aria-expanded={open} onClick={() => setOpen(!open)}>
        Export
      </Button>
      {open ? (
        <div className={styles.items} role="group" aria-label="Export">
          {items.map(([label, work]) => (
            <Button
              tone="bare"
              key={label}
              onClick={() => {
                button.current?.focus()
                setOpen(false)
                void start(work)
              }}
            >
              {label}
            </Button>
          ))}
        </div>
      ) : null}
    </div>
  )
}
