import { Popover } from 'radix-ui'
import { Button } from '../../components/button'
import { chooseCompared, MOST_COMPARED } from '../../window/compare'
import { useWindow } from '../../window/window'
import type { Contestant } from './contestants'

/** Chooses two to eight extractors. */
export function ExtractorPicker({ contestants }: { readonly contestants: readonly Contestant[] }) {
  const extractors = useWindow((state) => state.extractors)
  const chosen = contestants.map((c) => c.info.id)
  const full = chosen.length >= MOST_COMPARED
  return (
    <Popover.Root>
      <Popover.Trigger asChild>
        <Button small>
          {chosen.length} of {extractors.length} extractors …
        </Button>
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content className="compare-picker" align="end" sideOffset={4} aria-label="Extractors to compare">
          <p className="quiet">Two to {MOST_COMPARED}, all on the same capture; the one in use is always among them.</p>
          {extractors.map((info) => {
            const checked = chosen.includes(info.id)
            const own = contestants.some((c) => c.own && c.info.id === info.id)
            return (
              <label key={info.id} title={info.summary}>
                <input
                  type="checkbox"
                  checked={checked}
                  disabled={own || (checked ? chosen.length <= 2 : full)}
                  onChange={() => chooseCompared(checked ? chosen.filter((id) => id !== info.id) : [...chosen, info.id])}
                />
                <span>{info.title}</span>
                <span className="quiet">{own ? 'in use' : info.family}</span>
              </label>
            )
          })}
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  )
}
