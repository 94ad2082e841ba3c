import { useEffect, useRef, useState, type ReactNode } from 'react'
import { later } from '../../components/hooks'
import { createRequestSlot } from '../../../shared/base/request-slot'
import type { DemoRun } from '../../../shared/demo/demo-run'
import { MenuButton, MenuItem } from '../../components/menu'
import { PanelProgress } from '../../components/panel/panel'
import { fileName, saveFile } from '../../components/panel/save-file'
import { copyLink } from '../../window/host/clipboard'
import { useDemo } from './state/demo'
import { isLinkable, saveStep, stepLink } from './state/demo-step'
import { actions, getState, isWebSite } from '../../window/window'
import { findEncoding, video, type ExportControl, type VideoEncoding } from './out/video'
import styles from './demo.module.css'

const StageFigureDialog = later(async () => (await import('./out/stage-figure-dialog')).default)

type Work = (control: ExportControl) => void | Promise<void>

function useExports() {
  const [done, setDone] = useState<number | null>(null)
  const [exporting] = useState(createRequestSlot)
  useEffect(() => () => exporting.cancel(), [exporting])
  const start = async (work: Work): Promise<void> => {
    const whole = exporting.replace(async ({ signal, whileLatest }) => {
      signal.addEventListener('abort', () => actions.notify('Cancelled.'))
      await work({ report: whileLatest(setDone), signal })
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
    exporting.cancel()
    setDone(null)
  }
  return { done, start, cancel }
}

export function ExportMenu({ run, title }: { readonly run: DemoRun; readonly title: string }) {
  const host = useRef<HTMLDivElement>(null)
  const { done, start, cancel } = useExports()
  const [drawsFigure, setDrawsFigure] = useState(false)
  const item = (words: string, work: Work): ReactNode => <MenuItem key={words} title={words} onSelect={() => void start(work)} />
  return (
    <div className={`row ${styles.export}`} ref={host}>
      {drawsFigure ? <StageFigureDialog onClose={() => setDrawsFigure(false)} /> : null}
      {done === null ? null : (
        <PanelProgress
          done={done}
          message="Exporting …"
          onCancel={() => {
            host.current?.querySelector<HTMLElement>('[aria-haspopup]')?.focus()
            cancel()
          }}
        />
      )}
      <MenuButton word="Export" label="Export" tone="button">
        <MenuItem title="This step as a figure (SVG, PNG) …" onSelect={() => requestAnimationFrame(() => setDrawsFigure(true))} />
        {isLinkable(getState(), useDemo.getState())
          ? item('Copy a link to this step', () => copyLink(stepLink(getState(), useDemo.getState())))
          : null}
        {item('This step as a file', saveStep)}
        {/* A website has no browser on the host that can take the picture of the page. */}
        {isWebSite(getState()) ? null : (
          <VideoItem
            onSelect={(encoding) =>
              void start(async (control) =>
                // The name begins with the extractor, because long titles are cut.
                saveFile(fileName(`${run.info.id} ${title}`, encoding.format), await video(useDemo.getState(), title, encoding, control)),
              )
            }
          />
        )}
      </MenuButton>
    </div>
  )
}

/** Check for an encoder only in the open menu, because the check crashes some browsers. */
function VideoItem({ onSelect }: { readonly onSelect: (encoding: VideoEncoding) => void }) {
  const [encoding, setEncoding] = useState<VideoEncoding | null>(null)
  useEffect(() => void findEncoding().then(setEncoding), [])
  return encoding ? (
    <MenuItem title={`The whole run as a video (${encoding.format === 'mp4' ? 'MP4' : 'WebM'})`} onSelect={() => onSelect(encoding)} />
  ) : null
}
