import { useEffect, useRef, useState } from 'react'
import type { Result } from '../../../shared/base/failure'
import type { Reproducer } from '../../../shared/contract/fault-contract'
import { readablePreview } from '../../../shared/explain/node-label'
import { Button } from '../../components/button'
import { Dialog } from '../../components/dialog'
import { FailureNote, PanelProgress } from '../../components/panel/panel'
import { formatNumber } from '../../components/number-format'
import { saveFile } from '../../components/panel/save-file'
import { copyText } from '../../window/host/clipboard'
import { call } from '../../window/host/host'
import { actions, currentTab, useResultExtractor } from '../../window/window'

const MOST_CHARACTERS = 4000

function readRequest() {
  const { page, model, result, selected, preset } = currentTab()
  if (!page || !model || !result || selected === null) return null
  const { extractor, params, selected: statuses } = result.extraction
  const kind: 'keeps' | 'drops' = statuses[selected] === 1 ? 'keeps' : 'drops'
  return {
    page: page.id,
    extractor,
    preset,
    params,
    kind,
    text: readablePreview(model, selected, MOST_CHARACTERS).replace(/…$/, ''),
    url: page.url,
  }
}

export function ReduceDialog({ onClose }: { readonly onClose: () => void }) {
  const info = useResultExtractor()
  const [request] = useState(readRequest)
  const [message, setMessage] = useState('Testing the whole page …')
  const [answer, setAnswer] = useState<Result<Reproducer> | null>(null)
  const controller = useRef<AbortController | null>(null)
  useEffect(() => {
    if (!request) return
    const own = new AbortController()
    controller.current = own
    const { url: _, ...input } = request
    void call('reduce.run', input, { signal: own.signal, onProgress: (progress) => setMessage(progress.message) }).then((reply) => {
      if (controller.current === own) setAnswer(reply)
    })
    return () => {
      controller.current = null
      own.abort()
    }
  }, [request])
  if (!request || !info) return null
  return (
    <Dialog label="Make minimal example" onClose={onClose}>
      <div className="form">
        <p className="quiet">
          Removes parts of the page as long as {info.title} still {request.kind} “{request.text.slice(0, 80).trimEnd()}
          {request.text.length > 80 ? '…' : ''}”. You can send the result to the authors of the extractor.
        </p>
        {answer === null ? <PanelProgress done={null} message={message} /> : null}
        {answer?.ok === false ? <FailureNote failure={answer.failure} /> : null}
        {answer?.ok ? (
          <Found
            found={answer.value}
            onOpen={(html) => {
              onClose()
              const { extractor, preset, params, url } = request
              const source = { kind: 'html', html, name: 'Minimal example', url: url ?? undefined } as const
              void actions.openInNewTab(source, { configuration: { extractor, preset, params } })
            }}
          />
        ) : null}
        {answer === null ? (
          <div className="form-actions">
            <Button label="Stop" onClick={() => controller.current?.abort()} />
          </div>
        ) : null}
      </div>
    </Dialog>
  )
}

function Found({ found, onOpen }: { readonly found: Reproducer; readonly onOpen: (html: string) => void }) {
  const { html, report, before, after, trials, minimal } = found
  return (
    <section className="form line-above reduce-found" aria-label="Minimal example">
      <p role="status">
        Reduced to {formatNumber(after.nodes)} of {formatNumber(before.nodes)} nodes, {formatNumber(after.bytes)} of{' '}
        {formatNumber(before.bytes)} bytes, in {formatNumber(trials)} trials.{' '}
        {minimal ? 'No further part can be removed.' : 'Stopped early; perhaps more parts can be removed.'}
      </p>
      <pre className="listing" tabIndex={0}>
        {html}
      </pre>
      <div className="form-actions">
        <Button label="Export" onClick={() => saveFile('minimal-example.html', html, 'text/html')} />
        <Button label="Open" onClick={() => onOpen(html)} />
        <Button label="Copy report" tone="strong" onClick={() => copyText(report, 'Report')} />
      </div>
    </section>
  )
}
