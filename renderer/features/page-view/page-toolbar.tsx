import { BadgeCheck, Crosshair, Eye, Highlighter, Image, Maximize, Minus, Plus, Route, SunDim } from 'lucide-react'
import { IconButton } from '../../components/button'
import { useHasGold } from '../../stores/gold-hits'
import { goToKept } from '../../stores/kept-regions'
import { actions, useTab, useWorkspace, type PageViewState } from '../../stores/workspace'

type Switch = 'kept' | 'dim' | 'path' | 'gold' | 'reveal' | 'remote'
const SWITCHES: readonly { readonly key: Switch; readonly label: string; readonly icon: typeof Eye }[] = [
  { key: 'kept', label: 'Tint what was kept', icon: Highlighter },
  { key: 'dim', label: 'Dim what was dropped', icon: SunDim },
  { key: 'path', label: 'Mark the path to kept content', icon: Route },
  { key: 'gold', label: 'Colour hits and misses against the gold text', icon: BadgeCheck },
  { key: 'reveal', label: 'Reveal hidden text', icon: Eye },
  { key: 'remote', label: 'Load the page’s images and styles', icon: Image },
]
const ZOOMS = [0.25, 0.33, 0.5, 0.67, 0.8, 1, 1.25, 1.5, 2, 3]

/** What is drawn over the page, and how large it is. */
export function PageToolbar({ scale }: { readonly scale: number }) {
  const view = useTab((tab) => tab.view)
  const hasGold = useHasGold()
  const extractor = useTab((tab) => tab.extractor)
  const info = useWorkspace((state) => state.extractors.find((x) => x.id === extractor))
  const measures = info?.measures.filter((m) => m.per === 'node') ?? []
  const heat = measures.some((m) => m.id === view.heat) ? view.heat : null
  const patch = (change: Partial<PageViewState>): void => actions.setView(change)
  const zoomTo = (next: number | undefined): void => {
    if (next) patch({ zoom: next })
  }
  return (
    <div className="page-toolbar" role="toolbar" aria-label="Page view">
      {SWITCHES.filter(({ key }) => key !== 'gold' || hasGold).map(({ key, label, icon }) => (
        <IconButton key={key} icon={icon} label={label} aria-pressed={view[key]} onClick={() => patch({ [key]: !view[key] })} />
      ))}
      {measures.length > 0 ? (
        <select
          className="page-heat"
          aria-label="Heat map"
          title="Colour the page by a measure"
          value={heat ?? ''}
          onChange={(event) => patch({ heat: event.target.value || null })}
        >
          <option value="">No heat map</option>
          {measures.map((m) => (
            <option key={m.id} value={m.id}>
              {m.label}
            </option>
          ))}
        </select>
      ) : null}
      <IconButton icon={Crosshair} label="Go to the next kept region" onClick={() => goToKept(1)} />
      <span className="page-toolbar-space" />
      <IconButton icon={Minus} label="Zoom out" onClick={() => zoomTo(ZOOMS.findLast((z) => z < scale - 0.01))} />
      <output className="page-zoom" aria-label="Zoom">
        {Math.round(scale * 100)} %
      </output>
      <IconButton icon={Plus} label="Zoom in" onClick={() => zoomTo(ZOOMS.find((z) => z > scale + 0.01))} />
      <IconButton icon={Maximize} label="Fit page to pane" aria-pressed={view.zoom === 0} onClick={() => patch({ zoom: 0 })} />
    </div>
  )
}
