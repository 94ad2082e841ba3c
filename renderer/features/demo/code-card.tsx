import { useEffect, useRef } from 'react'
import type { DemoRun, Frame } from '../../../shared/demo/demo-run'

/** The paper's pseudocode with the lines that run now. */
export function CodeCard({ run, frame }: { readonly run: DemoRun; readonly frame: Frame }) {
  const list = useRef<HTMLOListElement>(null)
  const lines = run.info.pseudocode
  const current = frame.pseudocode.join(' ')
  useEffect(() => {
    // All the lines that run, and where there are too many of them the first ones.
    const running = [...(list.current?.querySelectorAll('[data-current="true"]') ?? [])]
    running.at(-1)?.scrollIntoView({ block: 'nearest' })
    running[0]?.scrollIntoView({ block: 'nearest' })
  }, [current])
  if (lines.length === 0) {
    return (
      <div className="demo-card" role="group" aria-label="Method" tabIndex={0}>
        <h3>{run.info.title}</h3>
        <p>{run.info.summary}</p>
        <p className="quiet">
          {run.info.paper.authors}: {run.info.paper.title}, {run.info.paper.year}
        </p>
      </div>
    )
  }
  return (
    <ol className="demo-code" ref={list} aria-label="Pseudocode" tabIndex={0}>
      {lines.map((line, i) => {
        const current = frame.pseudocode.includes(i + 1)
        return (
          <li key={i} data-current={current} {...(current ? { 'aria-current': 'step' } : {})}>
            <code>{line}</code>
          </li>
        )
      })}
    </ol>
  )
}
