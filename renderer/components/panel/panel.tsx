import { useLayoutEffect, useRef, type ReactNode } from 'react'
import { Button, IconButton } from '../button'
import { X } from 'lucide-react'
import type { Failure } from '../../../shared/base/failure'
import './panel.css'

export function Panel({ label, about, children }: { readonly label: string; readonly about?: unknown; readonly children: ReactNode }) {
  const frame = useRef<HTMLDivElement>(null)
  // Use braces: in some browsers `scrollTo` returns a promise, and React would call the promise as a clean-up function.
  useLayoutEffect(() => {
    frame.current?.scrollTo(0, 0)
  }, [about])
  return (
    <div ref={frame} className="bs-panel" role="group" aria-label={label} tabIndex={-1}>
      {children}
    </div>
  )
}

interface PanelPartProps {
  readonly title: string
  readonly extra?: ReactNode
  readonly children: ReactNode
}

export function PanelPart({ title, extra, children }: PanelPartProps) {
  return (
    <div className="bs-panel-part" role="group" aria-label={title}>
      <div className="row bs-panel-title">
        <h2 className="quiet">{title}</h2>
        {extra ? <div className="row bs-panel-extra">{extra}</div> : null}
      </div>
      {children}
    </div>
  )
}

export const QuietNotes = ({ notes }: { readonly notes: readonly string[] }) =>
  notes.map((note) => (
    <p key={note} className="quiet">
      {note}
    </p>
  ))

export const SkeletonLines = ({ count }: { readonly count: number }) =>
  Array.from({ length: count }, (_, i) => <span key={i} className="skeleton" />)

interface PanelMessageProps {
  readonly title: string
  readonly next?: string
  readonly tone?: 'quiet' | 'failed' | 'busy'
  readonly children?: ReactNode
}

export function PanelMessage({ title, next, tone = 'quiet', children }: PanelMessageProps) {
  return (
    <div className={`stack dim bs-panel-message bs-panel-message-${tone}`} role={tone === 'failed' ? 'alert' : 'status'}>
      <p className="bs-panel-message-title">{title}</p>
      {next ? <p>{next}</p> : null}
      {children}
    </div>
  )
}

interface PanelProgressProps {
  readonly done: number | null
  readonly message: string
  readonly onCancel?: () => void
  readonly children?: ReactNode
}

export function PanelProgress({ done, message, onCancel, children }: PanelProgressProps) {
  return (
    <div className="row dim bs-panel-progress">
      <progress aria-label={message} value={done ?? undefined} />
      <span role="status">{message}</span>
      {children}
      {onCancel ? <Button label="Cancel" small onClick={onCancel} /> : null}
    </div>
  )
}

export function FailureNote({ failure }: { readonly failure: Failure }) {
  const [sentence = '', ...rest] = failure.message.split('\n')
  return (
    <div className="failure-note" role="alert">
      <p>{sentence}</p>
      {rest.length > 0 ? (
        <pre className="listing" tabIndex={0}>
          {rest.join('\n')}
        </pre>
      ) : null}
      <p className="dim">{failure.next}</p>
    </div>
  )
}

export function FailureBar({ failure, onDismiss }: { readonly failure: Failure | null; readonly onDismiss: () => void }) {
  if (!failure) return null
  return (
    <div className="notice-bar failure-bar" role="alert">
      <span>
        <strong>{failure.message}</strong> {failure.next}
      </span>
      <IconButton icon={X} label="Dismiss" onClick={onDismiss} />
    </div>
  )
}
