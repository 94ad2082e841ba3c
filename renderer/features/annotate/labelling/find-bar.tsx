import { ChevronDown, ChevronUp, X } from 'lucide-react'
import { IconButton } from '../../../components/button'
import { formatNumber } from '../../../components/number-format'
import { labelling } from '../state/labelling'
import type { Labelling } from '../state/labelling-state'
import labelStyles from './label.module.css'

/** Words to go to on the page: the cursor follows what is typed; Enter goes on, Escape stays there. */
export function FindBar({ find, onClose }: { readonly find: NonNullable<Labelling['find']>; readonly onClose: () => void }) {
  const { query, matches, at } = find
  const close = (): void => {
    labelling.openFind(false)
    onClose()
  }
  return (
    <div className={labelStyles.find} role="search" aria-label="Find in the page">
      <input
        autoFocus
        aria-label="Words to find"
        placeholder="Find in the page"
        value={query}
        onChange={(event) => labelling.find(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') labelling.findNext(event.shiftKey ? -1 : 1)
          else if (event.key === 'Escape') close()
          else return
          event.preventDefault()
          event.stopPropagation()
        }}
      />
      <span role="status" className="quiet">
        {query.trim() === ''
          ? ''
          : matches.length === 0
            ? 'not on this page'
            : `${formatNumber(at + 1)} of ${formatNumber(matches.length)}`}
      </span>
      <IconButton
        icon={ChevronUp}
        label="Previous place"
        keys="Shift+Enter"
        disabled={matches.length < 2}
        onClick={() => labelling.findNext(-1)}
      />
      <IconButton icon={ChevronDown} label="Next place" keys="Enter" disabled={matches.length < 2} onClick={() => labelling.findNext(1)} />
      <IconButton icon={X} label="Close the search" keys="Esc" onClick={close} />
    </div>
  )
}
