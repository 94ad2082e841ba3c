import { useState } from 'react'
import { create } from 'zustand'
import { Button } from '../../components/button'
import { chooseFiles } from '../../components/panel/save-file'
import { setGoldText, goldTextOf } from '../../window/page/gold-texts'
import { useTab } from '../../window/window'

const CLOSED = { open: false, draft: '', removed: null as { readonly page: string; readonly text: string } | null }
type Form = Readonly<typeof CLOSED>

const useForms = create<Readonly<Record<string, Form>>>()(() => ({}))

export function GoldText() {
  const page = useTab((tab) => tab.page?.id ?? '')
  const tab = useTab(({ id }) => id)
  const gold = useTab(goldTextOf)
  const { open, draft, removed } = useForms((forms) => forms[tab] ?? CLOSED)
  const change = (part: Partial<Form>): void => useForms.setState((forms) => ({ [tab]: { ...CLOSED, ...forms[tab], ...part } }))
  /**
   * True after a click on the button opened the form in this mount. Then the form takes the focus, and closing returns the focus to the
   * button. A form that is open at the first render takes no focus.
   */
  const [wasOpen, setWasOpen] = useState(false)
  const returnable = gold === null && removed?.page === page ? removed.text : null
  if (!open) {
    return (
      <div className="row">
        <Button
          label={gold === null ? 'Add gold text …' : 'Edit gold text …'}
          small
          autoFocus={wasOpen}
          onClick={() => {
            change({ open: true, ...(gold !== null && { draft: gold }) })
            setWasOpen(true)
          }}
        />
        {gold === null ? null : (
          <Button
            label="Remove gold text"
            small
            onClick={() => {
              change({ removed: { page, text: gold } })
              setGoldText(tab, null)
            }}
          />
        )}
        {returnable === null ? null : <Button label="Restore gold text" small autoFocus onClick={() => setGoldText(tab, returnable)} />}
      </div>
    )
  }
  return (
    <form
      className="form gold-form"
      onSubmit={(event) => {
        event.preventDefault()
        setGoldText(tab, draft)
        change({ open: false })
      }}
    >
      <label htmlFor="gold-text">Gold text: text to keep</label>
      <textarea id="gold-text" autoFocus={wasOpen} rows={6} value={draft} onChange={(event) => change({ draft: event.target.value })} />
      <div className="row">
        <Button
          label="From a file …"
          small
          onClick={() => chooseFiles({ accept: '.txt,text/plain' }, ([file]) => void file?.text().then((text) => change({ draft: text })))}
        />
        <Button label="Compare" small type="submit" tone="strong" disabled={draft.trim() === ''} />
        <Button label="Cancel" small onClick={() => change({ open: false })} />
      </div>
    </form>
  )
}
