import { Minus, Plus } from 'lucide-react'
import { Button, IconButton } from '../../components/button'
import { Check, Select } from '../../components/fields'
import { Chooser } from '../../components/menu'
import { useCurrentExtractor } from '../../window/store'
import { hasGold } from '../../window/page/gold-texts'
import { VIEW_SWITCHES, type ViewSwitch } from '../../window/window-state'
import { goToKept } from '../../window/result/gold-hits'
import { actions, useTab, useWindow } from '../../window/window'

const SWATCHES: Readonly<Partial<Record<ViewSwitch, string>>> = { kept: 'kept', dim: 'dim', path: 'path', gold: 'gold', unpin: 'pinned' }

export function ShowMenu() {
  const view = useTab((tab) => tab.view)
  const scale = useWindow((state) => state.scale)
  const hasGoldText = useTab(hasGold)
  const info = useCurrentExtractor()
  const measures = info?.measures.filter((m) => m.per === 'node') ?? []
  const heat = measures.some((m) => m.id === view.heat) ? view.heat : null
  return (
    <Chooser words="Show" title="Marks on the page, the meaning of their colours, and zoom" label="Show" className="show-menu">
      {VIEW_SWITCHES.filter(({ key }) => key !== 'gold' || hasGoldText).map(({ key, label }) => (
        <div key={key} className="bar show-row">
          <Check label={label} checked={view[key]} onChange={(on) => actions.setView({ [key]: on })} />
          {SWATCHES[key] === undefined ? null : <span className={`show-swatch show-swatch-${SWATCHES[key]}`} aria-hidden="true" />}
        </div>
      ))}
      {measures.length > 0 ? (
        <label className="bar show-row">
          Heat map
          <Select
            small
            value={heat ?? ''}
            options={[{ value: '', label: 'None' }, ...measures.map((m) => ({ value: m.id, label: m.label }))]}
            onChange={(id) => actions.setView({ heat: id || null })}
          />
        </label>
      ) : null}
      <div className="bar show-row show-zoom">
        <span>Zoom</span>
        <span className="space" />
        {view.zoom === 0 ? null : <Button label="Fit" small tone="quiet" onClick={() => actions.setView({ zoom: 0 })} />}
        <IconButton icon={Minus} label="Zoom out" onClick={() => actions.zoom(-1)} />
        <output aria-label="Zoom">{Math.round(scale * 100)} %</output>
        <IconButton icon={Plus} label="Zoom in" onClick={() => actions.zoom(1)} />
      </div>
      <div className="bar show-row show-zoom">
        <Button label="Next kept" small title="Go to the next kept region (Alt+N)" onClick={() => goToKept(1)} />
      </div>
    </Chooser>
  )
}
