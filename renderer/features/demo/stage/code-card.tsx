import { useCallback, useRef } from 'react'
import { codeLines, codePlace, codeValues } from '../../../../shared/demo/code-place'
import type { DemoRun, Frame } from '../../../../shared/demo/demo-run'
import { Button } from '../../../components/button'
import { useResize } from '../../../components/hooks'
import { codeNote } from './card-lines'
import { demoActions, useDemo } from '../state/demo'
import styles from './cards.module.css'

export function CodeCard({ run, frame }: { readonly run: DemoRun; readonly frame: Frame }) {
  const list = useRef<HTMLOListElement>(null)
  const picked = useDemo((s) => s.picked)
  const lines = run.info.pseudocode
  const { ran, next } = codePlace(run, frame.moment)
  const showLines = useCallback(
    (element: HTMLElement) => {
      // Reveal `ran` last, so that the line that ran stays visible if both lines do not fit.
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

/** `scrollIntoView` would also scroll the stage out of a low window. */
function reveal(list: HTMLElement, line: HTMLElement | null): void {
  if (!line) return
  const { offsetTop: top, offsetHeight: height } = line
  list.scrollTop = Math.min(top, Math.max(list.scrollTop, top + height - list.clientHeight))
}

function titleOf(ran: boolean, next: boolean): string {
  if (ran) return 'This line ran last. A click goes to its next run'
  return next ? 'This line runs next' : 'Go to the next run of this line'
}
