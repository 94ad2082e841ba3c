import { describeSource } from '../../../shared/contract/source'
import { FormDialog } from '../../components/form'
import { getState, setState, useWindow } from '../../window/window'

/** Asks before a link opens what lies on this machine or in its network: whoever made the link may not be whom it is for. */
export function OpenLinked({ onClose }: { readonly onClose: () => void }) {
  const linked = useWindow((state) => state.linked)
  if (!linked) return null
  const leave = (): void => {
    onClose()
    setState({ linked: null })
  }
  return (
    <FormDialog
      label="Open this page?"
      submit="Open it"
      onSubmit={() => {
        const { open } = getState().linked ?? {}
        leave()
        open?.()
      }}
      onClose={leave}
    >
      <p>
        A link asks Boilerscope to open <strong>{describeSource(linked.source)}</strong>, which lies on this machine or in its network.
      </p>
      <p className="quiet">Asking for an address may already do something there. Open it where you know the link, or typed it yourself.</p>
    </FormDialog>
  )
}
