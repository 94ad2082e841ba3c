import { useEffect, useState } from 'react'
import { EXAMPLES } from '../../../shared/demo/examples'
import { Button } from '../../components/button'
import { demoActions, useDemo } from './state/demo'
import { Select } from '../../components/select'
import styles from './demo.module.css'

/** Milliseconds after the last key before the run follows. */
const PAUSE = 350

/** A small page to change; the run on the stage follows. */
export function ExampleEditor() {
  const editing = useDemo((s) => s.editing)
  const [html, setHtml] = useState(editing ?? '')
  useEffect(() => {
    if (html === (useDemo.getState().editing ?? '')) return
    const timer = setTimeout(() => demoActions.edit(html), PAUSE)
    return () => clearTimeout(timer)
  }, [html])
  const example = EXAMPLES.find((e) => e.html === html)
  return (
    <section className={styles.editor} aria-label="Example">
      <div className={styles['editor-head']}>
        <Select
          caption="Example"
          value={example?.id ?? ''}
          options={[
            ...(example ? [] : [{ value: '', label: 'changed' }]),
            ...EXAMPLES.map(({ id, title }) => ({ value: id, label: title })),
          ]}
          onChange={(id) => {
            const chosen = EXAMPLES.find((e) => e.id === id)
            if (chosen) setHtml(chosen.html)
          }}
        />
        <Button onClick={() => demoActions.edit(null)}>Back to the page</Button>
      </div>
      <textarea aria-label="HTML of the example" spellCheck={false} value={html} onChange={(event) => setHtml(event.target.value)} />
      <p className="quiet">{example?.source ?? 'Changed by you. The run follows as you type.'}</p>
    </section>
  )
}
