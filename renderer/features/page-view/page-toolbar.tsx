import { BadgeCheck, Crosshair, Eye, Highlighter, Image, Maximize, Minus, PinOff, Plus, Route, SunDim, type LucideIcon } from 'lucide-react'
import { IconButton } from '../../components/button'
import { useHasGold } from '../../window/page/gold-texts'
import { goToKept } from '../../window/result/kept-regions'
import { VIEW_SWITCHES, zoomStep, type ViewSwitch } from '../../window/page/page-view'
import { useCurrentExtractor } from '../../window/page/current-extractor'
import { actions, useTab, type PageViewState } from '../../window/window'
import { Select } from '../../components/select'

const ICONS: Readonly<Record<ViewSwitch, LucideIcon>> = {
  kept: Highlighter,
  dim: SunDim,
  path: Route,
  gold: BadgeCheck,
  reveal: Eye,
  unpin: PinOff,
  styled: Image,
}

/** What is drawn over the page, and how large it is. */
export function PageToolbar({ scale }: { readonly scale: number }) {
  const view = useTab((tab) => tab.view)
  const hasGold = useHasGold()
  const info = useCurrentExtractor()
  const measures = info?.measures.filter((m) => m.per === 'node') ?? []
  const heat = measures.some((m) => m.id === view.heat) ? view.heat : null
  const patch = (change: Partial<PageViewState>): void => actions.setView(change)
  const zoom = (step: 1 | -1): void => {
    const next = zoomStep(scale, step)
    if (next) patch({ zoom: next })
  }
  return (
    <div className="page-toolbar" role="toolbar" aria-label="Page view">
      {VIEW_SWITCHES.filter(({ key }) => key !== 'gold' || hasGold).map(({ key, label }) => (
        <IconButton key={key} icon={ICONS[key]} label={label} aria-pressed={view[key]} onClick={() => patch({ [key]: !view[key] })} />
      ))}
      {measures.length > 0 ? (
        <Select
          small
          className="page-heat"
          label="Heat map"
          title="Colour the page by a measure"
          value={heat ?? ''}
          options={[{ value: '', label: 'No heat map' }, ...measures.map((m) => ({ value: m.id, label: m.label }))]}
          onChange={(id) => patch({ heat: id || null })}
        />
      ) : null}
      <IconButton icon={Crosshair} label="Go to the next kept region" onClick={() => goToKept(1)} />
      <span className="space" />
      <IconButton icon={Minus} label="Zoom out" onClick={() => zoom(-1)} />
      <output className="page-zoom" aria-label="Zoom">
        {Math.round(scale * 100)} %
      </output>
      <IconButton icon={Plus} label="Zoom in" onClick={() => zoom(1)} />
      <IconButton icon={Maximize} label="Fit page to pane" aria-pressed={view.zoom === 0} onClick={() => patch({ zoom: 0 })} />
    </div>
  )
}
