import { useEffect, useState, type ReactNode } from 'react'
import { Button } from '../../../components/button'
import { Form } from '../../../components/dialog'
import { call } from '../../../window/host/host'
import { annotate, useAnnotate } from '../state/annotate'
import panelStyles from './panels/label-panels.module.css'

export function Guidelines() {
  const guidelines = useAnnotate((state) => state.corpus?.guidelines ?? '')
  const isFixed = useAnnotate((state) => (state.corpus?.readOnly ?? false) || state.corpus?.campaign?.bundle !== undefined)
  const [draft, setDraft] = useState<string | null>(null)
  if (draft !== null)
    return (
      <Form
        label="Guidelines"
        submit="Save guidelines"
        onSubmit={() =>
          void annotate.describe({ guidelines: draft }).then((ok) => {
            if (ok) setDraft(null)
          })
        }
        onCancel={() => setDraft(null)}
      >
        <textarea aria-label="Guidelines" rows={10} value={draft} onChange={(event) => setDraft(event.target.value)} />
      </Form>
    )
  return (
    <>
      {guidelines === '' ? <p className="quiet">No guidelines yet.</p> : <GuidelinesText text={guidelines} />}
      {isFixed ? null : (
        <div className="row">
          <Button label={guidelines === '' ? 'Write guidelines' : 'Edit guidelines'} onClick={() => setDraft(guidelines)} />
        </div>
      )}
    </>
  )
}

function GuidelinesText({ text }: { readonly text: string }) {
  const blocks = text.split(/\n{2,}/).filter((block) => block.trim() !== '')
  return (
    <div className={panelStyles.guidelines}>
      {blocks.map((block, i) => (
        <Block key={i} lines={block.trim().split('\n')} />
      ))}
    </div>
  )
}

function Block({ lines }: { readonly lines: readonly string[] }) {
  const heading = /^#{1,6}\s+(.*)$/.exec(lines[0] ?? '')
  if (heading)
    return (
      <>
        <h4>{inline(heading[1] ?? '')}</h4>
        {lines.length > 1 ? <Block lines={lines.slice(1)} /> : null}
      </>
    )
  if (lines.every((line) => /^\s*[-*]\s+/.test(line)))
    return (
      <ul className="bulleted">
        {lines.map((line, i) => (
          <li key={i}>{inline(line.replace(/^\s*[-*]\s+/, ''))}</li>
        ))}
      </ul>
    )
  return <p>{inline(lines.join('\n'))}</p>
}

function inline(text: string): ReactNode[] {
  return text.split(/(!\[[^\]]*\]\([^)\s]+\)|\*\*[^*]+\*\*)/).map((part, i) => {
    const picture = /^!\[([^\]]*)\]\((?:\.\/)?(?:guidelines\/)?([^)/\s]+)\)$/.exec(part)
    if (picture) return <Picture key={i} alt={picture[1] ?? ''} name={decodeURIComponent(picture[2] ?? '')} />
    return part.startsWith('**') && part.endsWith('**') && part.length > 4 ? <strong key={i}>{part.slice(2, -2)}</strong> : part
  })
}

function Picture({ name, alt }: { readonly name: string; readonly alt: string }) {
  const corpus = useAnnotate((state) => state.corpus?.path)
  const [shown, setShown] = useState<{ readonly source: string } | { readonly why: string } | null>(null)
  useEffect(() => {
    let isCurrent = true
    if (corpus !== undefined)
      void call('corpus.picture', { corpus, name }).then((answer) => {
        if (!isCurrent) return
        setShown(answer.ok ? { source: `data:${answer.value.type};base64,${answer.value.base64}` } : { why: answer.failure.message })
      })
    return () => {
      isCurrent = false
    }
  }, [corpus, name])
  if (!shown) return <span className="quiet">{alt}</span>
  return 'source' in shown ? <img src={shown.source} alt={alt} /> : <span className="quiet">{shown.why}</span>
}
