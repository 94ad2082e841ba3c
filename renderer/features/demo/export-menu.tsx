import { useState } from 'react'
import type { DemoRun } from '../../../shared/demo/demo-run'
import { exportHtml } from '../../../shared/demo/export-html'
import { exportRun } from '../../../shared/demo/export-run'
import { stepPicture } from '../../../shared/demo/step-picture'
import { Button } from '../../components/button'
import { fileName, saveFile } from '../../components/panel/save-file'
import { actions } from '../../stores/workspace'

/** Draws an SVG into a PNG at twice its size. */
async function toPng(svg: string): Promise<Blob> {
  const image = new Image()
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`
  await image.decode()
  const canvas = document.createElement('canvas')
  canvas.width = image.naturalWidth * 2
  canvas.height = image.naturalHeight * 2
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height)
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('The picture could not be drawn.'))), 'image/png'),
  )
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
  const name = `${title} ${run.info.id}`
  const choose = (save: () => void | Promise<void>) => () => {
    setOpen(false)
    Promise.resolve(save()).catch((error: unknown) => actions.notify(error instanceof Error ? error.message : 'The export failed.'))
  }
  const items: readonly (readonly [string, () => void | Promise<void>])[] = [
    [
      'This step as SVG',
      () => saveFile(fileName(`${name} step ${moment + 1}`, 'svg'), stepPicture(run, run.frameAt(moment), title), 'image/svg+xml'),
    ],
    [
      'This step as PNG',
      async () => saveFile(fileName(`${name} step ${moment + 1}`, 'png'), await toPng(stepPicture(run, run.frameAt(moment), title))),
    ],
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
