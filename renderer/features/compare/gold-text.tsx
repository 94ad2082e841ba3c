import { useState } from 'react'
import { Button } from '../../components/button'
import { chooseFiles } from '../../components/panel/save-file'
import { giveGold, goldTextOf } from '../../window/page/gold-texts'
import { useTab } from '../../window/window'

/** Takes the text that should have been kept: pasted, or from a file. */
export function GoldText() {
  const page = useTab((tab) => tab.page?.id ?? '')
  const tab = useTab(({ id }) => id)
  const gold = useTab(goldTextOf)
  const [open, setOpen] = useState(false)
  /** The form was there: the focus goes on where it stood. */
  const [wasOpen, setWasOpen] = useState(false)
  const [draft, setDraft] = useState('')
  const [removed, setRemoved] = useState<{ readonly page: string; readonly text: string } | null>(null)
  const returnable = gold === null && removed?.page === page ? removed.text : null
  if (!open) {
    return (
      <div className="row">
        <Button
          small
          autoFocus={wasOpen}
          onClick={() => {
            // What was typed before a cancel is still there.
            if (gold !== null) setDraft(gold)
            setOpen(true)
            setWasOpen(true)
          }}
        >
          {gold === null ? 'Compare with a gold text …' : 'Change the gold text …'}
        </Button>
        {gold === null ? null : (
          <Button
            small
            onClick={() => {
              setRemoved({ page, text: gold })
              giveGold(tab, null)
            }}
          >
            Remove it
          </Button>
        )}
        {returnable === null ? null : (
          <Button small autoFocus onClick={() => giveGold(tab, returnable)}>
            Put the gold text back
          </Button>
        )}
      </div>
    )
  }
  return (
    <form
      className="row gold-form"
      onSubmit={(event) => {
        event.preventDefault()
        giveGold(tab, draft.trim() === '' ? null : draft)
        setOpen(false)
      }}
    >
      <label htmlFor="gold-text">The text that should be kept</label>
      <textarea id="gold-text" autoFocus rows={6} value={draft} onChange={(event) => setDraft(event.target.value)} />
      <div className="row">
        <Button small onClick={() => chooseFiles({ accept: '.txt,text/plain' }, ([file]) => void file?.text().then(setDraft))}>
          From a file …
        </Button>
        <Button small type="submit" tone="strong">
          Compare
        </Button>
        <Button small onClick={() => setOpen(false)}>
          Cancel
        </Button>
      </div>
    </form>
  )
}
