import { useEffect } from 'react'
import { Button } from '../../components/button'
import { closeTourOffer, chooseTour, useTourOffer } from '../../features/demo/state/demo-state'
import { useCurrentExtractor } from '../../window/page/current-extractor'
import { useTab, useWindow } from '../../window/window'
import { focusField } from '../actions/action'

/** Introduction over the sample at the first start. The first click on the page, or a button, removes it for good. */
export function FirstCard() {
  const isOpen = useTourOffer((state) => state.open)
  const isPublished = useWindow((state) => state.host?.published !== undefined)
  const hasResult = useTab((tab) => tab.result !== null)
  const hasSelection = useTab((tab) => tab.selected !== null)
  const isSample = useTab((tab) => tab.source?.kind === 'sample')
  const extractor = useCurrentExtractor()
  useEffect(() => {
    if (hasSelection) closeTourOffer()
  }, [hasSelection])
  if (!isOpen || isPublished || !hasResult || !isSample || !extractor) return null
  return (
    <section
      className="first-card"
      aria-label="First steps"
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        event.preventDefault()
        event.stopPropagation()
        closeTourOffer()
      }}
    >
      <p>
        <strong>Extractors keep the article and drop the rest.</strong> Green was kept by {extractor.title}. Click anything to see why.
      </p>
      <div className="row">
        <Button
          tone="strong"
          onClick={() => {
            closeTourOffer()
            focusField('address')
          }}
        >
          Open my page
        </Button>
        <Button onClick={() => chooseTour(true)}>Take a tour</Button>
      </div>
    </section>
  )
}
