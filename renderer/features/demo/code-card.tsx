import { useEffect, useRef } from 'react'
import { codeLines } from '../../../shared/demo/code-lines'
import type { DemoRun, Frame } from '../../../shared/demo/demo-run'
import { Button } from '../../components/button'
import { demoActions } from './state/demo'

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
      {codeLines(lines).map(({ index, text, isTitle, number }) => {
        if (isTitle)
          return (
            <li key={index} className="demo-code-title">
              {text}
            </li>
          )
        const runs = frame.pseudocode.includes(index)
        return (
          <li key={index} value={number} data-current={runs} {...(runs ? { 'aria-current': 'step' } : {})}>
            <Button
              tone="bare"
              tabIndex={-1}
              title="To the next moment at which this line runs"
              onClick={() => demoActions.goToLineOfCode(index)}
            >
              <code>{text}</code>
            </Button>
          </li>
        )
      })}
    </ol>
  )
}
