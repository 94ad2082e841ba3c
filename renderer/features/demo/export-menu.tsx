import { useState } from 'react'
import { animatedPng, pictureMoments, type ApngFrame } from '../../../shared/demo/animated-png'
import type { DemoRun } from '../../../shared/demo/demo-run'
import { exportHtml } from '../../../shared/demo/export-html'
import { exportRun } from '../../../shared/demo/export-run'
import { stepPicture } from '../../../shared/demo/step-picture'
import { Button } from '../../components/button'
import { fileName, saveFile } from '../../components/panel/save-file'
import { copyText } from '../../stores/clipboard'
import { useDemo } from '../../stores/demo'
import { saveStep, stepLink } from '../../stores/demo-step'
import { actions, getState, useWorkspace } from '../../stores/workspace'

/** Draws an SVG into a PNG. */
async function toPng(svg: string, scale: number): Promise<Blob> {
  const image = new Image()
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`
  await image.decode()
  const canvas = document.createElement('canvas')
  canvas.width = image.naturalWidth * scale
  canvas.height = image.naturalHeight * scale
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height)
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('The picture could not be drawn.'))), 'image/png'),
  )
}

/** The run as an animated PNG: it plays wherever pictures are shown. */
async function animatedPicture(run: DemoRun, title: string): Promise<Blob> {
  const frames: ApngFrame[] = []
  for (const { moment, milliseconds } of pictureMoments(run)) {
    const png = await toPng(stepPicture(run, run.frameAt(moment), title), 1)
    frames.push({ png: new Uint8Array(await png.arrayBuffer()), milliseconds })
  }
  return new Blob([animatedPng(frames)], { type: 'image/png' })
}

/** The page as the stage shows it, without what only Boilerscope needs. */
function viewHtml(): string | null {
  const frame = document.querySelector<HTMLIFrameElement>('.demo-page iframe')
  const root = frame?.contentDocument?.documentElement
  return root ? `<!doctype html>${root.outerHTML}` : null
}

/** Takes the step or the whole run out of the tool. */
export function ExportMenu({ run, moment, title }: { readonly run: DemoRun; readonly moment: number; readonly title: string }) {
  const [open, setOpen] = useState(false)
  // What differs between two exports comes first: long titles are cut.
  const name = `${run.info.id} ${title}`
  const choose = (save: () => void | Promise<void>) => () => {
    setOpen(false)
    Promise.resolve(save()).catch((error: unknown) => actions.notify(error instanceof Error ? error.message : 'The export failed.'))
  }
  const linkable = useWorkspace((s) => s.host?.kind === 'browser')
  const link = (): string | null => stepLink(getState(), useDemo.getState())
  const picture = (): string => stepPicture(run, run.frameAt(moment), title)
  const stepName = (extension: string): string => fileName(`${run.info.id} step ${moment + 1} ${title}`, extension)
  const items: readonly (readonly [string, () => void | Promise<void>])[] = [
    ['This step as SVG', () => saveFile(stepName('svg'), picture(), 'image/svg+xml')],
    ['This step as PNG', async () => saveFile(stepName('png'), await toPng(picture(), 2))],
    ...(!linkable || link() === null
      ? []
      : [['Copy a link to this step', () => copyText(`${location.origin}/#${link() ?? ''}`, 'Link')] as const]),
    ['This step as a file that reopens it', saveStep],
    ['The whole run as an animated picture', async () => saveFile(fileName(`animated ${name}`, 'png'), await animatedPicture(run, title))],
    [
      'The whole run as an HTML player',
      () => saveFile(fileName(name, 'html'), exportHtml(exportRun(run, title), viewHtml()), 'text/html;charset=utf-8'),
    ],
  ]
  return (
    <div
      className="demo-menu"
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
      <Button aria-expanded={open} onClick={() => setOpen(!open)}>
        Export
      </Button>
      {open ? (
        <div className="demo-menu-items" role="group" aria-label="Export">
          {items.map(([label, save]) => (
            <button key={label} type="button" onClick={choose(save)}>
              {label}
            </button>
          ))}
        </div>
      ) : null}
    </div>
  )
}
