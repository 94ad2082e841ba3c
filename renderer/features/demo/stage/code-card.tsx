import { useCallback, useRef } from 'react'
import { codeLines, codePlace, codeValues } from '../../../../shared/demo/code-place'
import type { DemoRun, Frame } from '../../../../shared/demo/demo-run'
import { Button } from '../../../components/button'
import { useResize } from '../../../components/hooks'
import { codeNote } from './card-lines'
import { demoActions, useDemo } from '../state/demo'
import styles from './cards.module.css'

/** The pseudocode: the last line, the next line, and the computed values beside the lines. */
export function CodeCard({ run, frame }: { readonly run: DemoRun; readonly frame: Frame }) {
  const list = useRef<HTMLOListElement>(null)
  const picked = useDemo((s) => s.picked)
  const lines = run.info.pseudocode
  const { ran, next } = codePlace(run, frame.moment)
  const showLines = useCallback(
    (element: HTMLElement) => {
      // Without room for both lines, the last call shows the line that just ran.
      for (const line of [next, ran]) reveal(element, element.querySelector<HTMLElement>(`[data-line="${line}"]`))
    },
    [ran, next],
  )
  useResize(list, showLines)
  if (lines.length === 0) {
    return (
      <div className={styles.card} role="group" aria-label="Extractor" tabIndex={0}>
        <h2>{run.info.title}</h2>
        <p>{run.info.summary}</p>
        <p className="quiet">
          {run.info.paper.authors}: {run.info.paper.title}, {run.info.paper.year}
        </p>
      </div>
    )
  }
  const values = codeValues(run, frame, picked)
  return (
    <ol className={styles.code} ref={list} aria-label="Pseudocode" tabIndex={0}>
      {codeLines(lines).map(({ index, text, isTitle, number }) => {
        if (isTitle)
          return (
            <li key={index} className={styles.codeTitle}>
              {text}
            </li>
          )
        const value = values.get(index)
        return (
          <li
            key={index}
            value={number}
            data-line={index}
            data-ran={index === ran || undefined}
            aria-current={index === ran ? 'step' : undefined}
            data-next={index === next || undefined}
          >
            <Button
              tone="bare"
              tabIndex={-1}
              title={titleOf(index === ran, index === next)}
              onClick={() => demoActions.goToLineOfCode(index)}
            >
              <code style={{ paddingInlineStart: `${text.length - text.trimStart().length}ch` }}>{text.trimStart()}</code>
            </Button>
            {value ? (
              <span className={styles.codeValue} data-holds={value.kind === 'test' ? value.holds : undefined}>
                {codeNote(value)}
              </span>
            ) : null}
          </li>
        )
      })}
    </ol>
  )
}

/** Scrolls only the list to a line: otherwise, in a low window, the stage would leave the view with each step. */
function reveal(list: HTMLElement, line: HTMLElement | null): void {
  if (!line) return
  const { offsetTop: top, offsetHeight: height } = line
  list.scrollTop = Math.min(top, Math.max(list.scrollTop, top + height - list.clientHeight))
}

function titleOf(ran: boolean, next: boolean): string {
  if (ran) return 'The line just run. Click: to the next moment at which it runs'
  return next ? 'The line that runs next' : 'To the next moment at which this line runs'
}
