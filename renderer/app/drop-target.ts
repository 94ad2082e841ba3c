import { useEffect, useState } from 'react'
import { openDropped } from './actions/file-actions'
import { actions } from '../window/window'
import { sourceOfText } from '../window/window-state'

/** Opens what is dropped on the window: files, links, HTML. Returns whether something is being dragged over it. */
export function useDropTarget(): boolean {
  const [dropping, setDropping] = useState(false)
  useEffect(() => {
    const wanted = (event: DragEvent): boolean =>
      event.dataTransfer?.types.some((type) => type === 'Files' || type === 'text/uri-list' || type === 'text/html') ?? false
    const onOver = (event: DragEvent): void => {
      if (!wanted(event)) return
      event.preventDefault()
      setDropping(true)
    }
    const onLeave = (event: DragEvent): void => {
      if (event.relatedTarget === null) setDropping(false)
    }
    const onDrop = (event: DragEvent): void => {
      setDropping(false)
      const data = event.dataTransfer
      if (!data || !wanted(event)) return
      event.preventDefault()
      const files = [...data.files]
      if (files.length > 0) {
        void openDropped(files)
        return
      }
      const link = data
        .getData('text/uri-list')
        .split('\n')
        .find((line) => line && !line.startsWith('#'))
      const source = link ? sourceOfText(link) : { kind: 'html' as const, html: data.getData('text/html') }
      if (source) void actions.open(source)
    }
    window.addEventListener('dragover', onOver)
    window.addEventListener('dragleave', onLeave)
    window.addEventListener('drop', onDrop)
    return () => {
      window.removeEventListener('dragover', onOver)
      window.removeEventListener('dragleave', onLeave)
      window.removeEventListener('drop', onDrop)
    }
  }, [])
  return dropping
}
