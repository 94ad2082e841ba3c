import { Minus, Plus } from 'lucide-react'
import { Button, IconButton } from '../../components/button'
import { useHasGold } from '../../window/page/gold-texts'
import { goToKept } from '../../window/result/kept-regions'
import { zoomStep } from '../../window/page/page-view'
import { actions, useTab } from '../../window/window'
import { ShowMenu } from './show-menu'

/** What is drawn over the page, and how large it is. */
export function PageToolbar({ scale }: { readonly scale: number }) {
  const fitted = useTab((tab) => tab.view.zoom === 0)
  const hasGold = useHasGold()
  const gold = useTab((tab) => tab.view.gold)
  const zoom = (step: 1 | -1): void => {
    const next = zoomStep(scale, step)
    if (next) actions.setView({ zoom: next })
  }
  return (
    <div className="page-toolbar" role="toolbar" aria-label="Page view">
      <ShowMenu />
      {hasGold ? (
        <Button
          tone="bare"
          className="word-button"
          aria-pressed={gold}
          title="Colour hits and misses against the gold text"
          onClick={() => actions.setView({ gold: !gold })}
        >
          Gold
        </Button>
      ) : null}
      <Button tone="bare" className="word-button" title="Go to the next kept region" onClick={() => goToKept(1)}>
        Next kept
      </Button>
      <span className="space" />
      <IconButton icon={Minus} label="Zoom out" onClick={() => zoom(-1)} />
      <output className="page-zoom" aria-label="Zoom">
        {Math.round(scale * 100)} %
      </output>
      <IconButton icon={Plus} label="Zoom in" onClick={() => zoom(1)} />
      {fitted ? null : (
        <Button tone="bare" className="word-button" onClick={() => actions.setView({ zoom: 0 })}>
          Fit
        </Button>
      )}
    </div>
  )
}
