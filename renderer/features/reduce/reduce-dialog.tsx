import { useEffect, useRef, useState, type FormEvent } from 'react'
import type { Failure } from '../../../shared/base/failure'
import type { Reproducer } from '../../../shared/contract/reduce-contract'
import { textPreview } from '../../../shared/explain/node-label'
import { Button, Segments } from '../../components/button'
import { Dialog } from '../../components/dialog'
import '../../components/form.css'
import { FailureNote } from '../../components/failure-note'
import { formatNumber } from '../../components/number-format'
import { saveFile } from '../../components/panel/save-file'
import { copyText } from '../../window/host/clipboard'
import { useResultExtractor } from '../../window/page/current-extractor'
import { call } from '../../window/host/host'
import { actions, useTab } from '../../window/window'
import { PanelProgress } from '../../components/panel/panel'
import './reduce.css'

type Kind = 'keeps' | 'drops'

/** Characters of a text that are taken over from the page; a complaint about more is about several things. */
const LONGEST = 4000

/** Shrinks the page in front to the least on which the extractor still wrongly keeps or drops a text. */
export function ReduceDialog({ onClose }: { readonly onClose: () => void }) {
  const page = useTab((tab) => tab.page)
  const model = useTab((tab) => tab.model)
  const result = useTab((tab) => tab.result)
  const selected = useTab((tab) => tab.selected)
  const preset = useTab((tab) => tab.preset)
  const info = useResultExtractor()
  const [text, setText] = useState(() => (model && selected !== null ? textPreview(model, selected, LONGEST).replace(/…$/, '') : ''))
  const [kind, setKind] = useState<Kind>(() => (selected !== null && result?.extraction.selected[selected] === 1 ? 'keeps' : 'drops'))
  const [progress, setProgress] = useState<string | null>(null)
  const [failure, setFailure] = useState<Failure | null>(null)
  const [found, setFound] = useState<Reproducer | null>(null)
  const controller = useRef<AbortController | null>(null)
  useEffect(() => () => controller.current?.abort(), [])
  if (!page || !info || !result) return null

  const reduce = async (): Promise<void> => {
    const own = new AbortController()
    controller.current = own
    setFailure(null)
    setFound(null)
    setProgress('Trying the page as it is …')
    const { extractor, params } = result.extraction
    const answer = await call(
      'reduce.run',
      { page: page.id, extractor, preset, params, kind, text },
      { signal: own.signal, onProgress: ({ message }) => setProgress(message) },
    )
    if (controller.current !== own) return
    controller.current = null
    setProgress(null)
    if (answer.ok) setFound(answer.value)
    else setFailure(answer.failure)
  }
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    void reduce()
  }
  const open = (html: string, name: string): void => {
    onClose()
    void actions.openInNewTab(
      { kind: 'html', html, name, url: page.url ?? undefined },
      { configuration: { extractor: info.id, preset, params: result.extraction.params } },
    )
  }
  return (
    <Dialog label="Reduce to a reproducer" onClose={onClose}>
      <form className="form" onSubmit={submit}>
        <p className="reduce-note">
          Takes away everything of the page without which {info.title} still does it. What is left is small enough to send to the
          extractor’s authors.
          {model?.layout ? ' A file has no layout: here the extractor runs without it, which may show the fault no longer.' : ''}
        </p>
        <Segments
          label="What is wrong"
          value={kind}
          onChange={setKind}
          options={[
            { value: 'keeps', label: 'Wrongly kept' },
            { value: 'drops', label: 'Wrongly dropped' },
          ]}
        />
        <label htmlFor="reduce-text">The text, as the page has it</label>
        <textarea
          id="reduce-text"
          data-autofocus
          rows={4}
          spellCheck={false}
          value={text}
          disabled={progress !== null}
          onChange={(event) => setText(event.target.value)}
        />
        {failure ? <FailureNote failure={failure} /> : null}
        {progress !== null ? <PanelProgress done={null} message={progress} /> : null}
        {found ? <Found found={found} onOpen={open} /> : null}
        <div className="form-actions">
          {progress !== null ? (
            <Button onClick={() => controller.current?.abort()}>Stop with what there is</Button>
          ) : (
            <>
              <Button onClick={onClose}>Close</Button>
              <Button tone={found ? 'plain' : 'strong'} type="submit" disabled={text.trim() === ''}>
                Reduce
              </Button>
            </>
          )}
        </div>
      </form>
    </Dialog>
  )
}

function Found({ found, onOpen }: { readonly found: Reproducer; readonly onOpen: (html: string, name: string) => void }) {
  const { html, report, before, after, trials, minimal, steps } = found
  return (
    <section className="reduce-found" aria-label="Reproducer">
      <p role="status">
        {formatNumber(before.nodes)} nodes became {formatNumber(after.nodes)}, {formatNumber(before.bytes)} bytes{' '}
        {formatNumber(after.bytes)}, in {formatNumber(trials)} trials.{' '}
        {minimal ? 'No single element, attribute or word can go.' : 'It was stopped: more may go.'}
      </p>
      <pre tabIndex={0}>{html}</pre>
      <div className="form-actions">
        <Button onClick={() => saveFile('reproducer.html', html, 'text/html')}>Save the page</Button>
        <Button onClick={() => onOpen(html, 'Reproducer')}>Open it</Button>
        <Button tone="strong" onClick={() => copyText(report, 'Report')}>
          Copy the report
        </Button>
      </div>
      <details>
        <summary>{steps.length === 1 ? '1 step on the way' : `${formatNumber(steps.length)} steps on the way`}</summary>
        <ol className="bulleted reduce-steps">
          {steps.map((step) => (
            <li key={step.trials}>
              <Button small tone="link" onClick={() => onOpen(step.html, `After ${step.trials} trials`)}>
                {formatNumber(step.nodes)} nodes, {formatNumber(step.bytes)} bytes
              </Button>{' '}
              after taking {step.kind}
            </li>
          ))}
        </ol>
      </details>
    </section>
  )
}
