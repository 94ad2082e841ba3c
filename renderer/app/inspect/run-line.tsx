import { Minus, Plus } from 'lucide-react'
import { useDeferredValue, useMemo } from 'react'
import { removalsOf, wordStarts } from '../../../shared/explain/coverage'
import { isApplied, presetValues } from '../../../shared/extractors/core/params'
import { extractedText, type Extraction } from '../../../shared/extractors/core/run'
import { scoreText } from '../../../shared/metrics/text-scores'
import type { PageModel } from '../../../shared/page/page-model'
import { Button, IconButton } from '../../components/button'
import { Check, Select } from '../../components/fields'
import { formatKeys } from '../../components/keys'
import { Chooser } from '../../components/menu'
import { formatNumber } from '../../components/number-format'
import { NumberSlider } from '../../components/param-fields/number-slider'
import { ExtractorSelect } from '../../components/extractor-select'
import { goldTextOf, hasGold } from '../../window/page/gold-texts'
import { goToKept, keptWords } from '../../window/result/gold-hits'
import { actions, useTab, useWindow, useCurrentExtractor, useTabFields } from '../../window/window'
import { liveResult, VIEW_SWITCHES, type ViewSwitch } from '../../window/window-state'

export function RunLine() {
  const extractors = useWindow((state) => state.extractors)
  const extractor = useTab((tab) => tab.extractor)
  return (
    <div className="bar line-below run-line">
      <ExtractorSelect label="Extractor" extractors={extractors} value={extractor} onChange={(id) => actions.setExtractor(id)} />
      <ResultWords />
      <span className="space" />
      <FirstParameter />
      <ChangedParameters />
      <UndoButton />
      <ShowMenu />
    </div>
  )
}

function measuredWords(model: PageModel, extraction: Extraction): number {
  const removal = removalsOf(model, extraction)
  const starts = wordStarts(model)
  let sum = 0
  for (let n = 0; n < starts.length; n++) if (removal[n] === 0) sum += starts[n] as number
  return sum
}

function ResultWords() {
  const { model, page, waited } = useTabFields('model', 'page', 'waited')
  const result = useTab(liveResult)
  const settled = useTab((tab) => tab.result?.extraction ?? null)
  const running = useTab((tab) => tab.running && tab.draft === null)
  const measured = useMemo(() => (model && settled ? measuredWords(model, settled) : 0), [model, settled])
  if (!model || !result) return <span className="run-result" role="status" aria-label="Result" />
  const kept = keptWords(result.extraction)
  const facts = [
    `${formatNumber(model.count)} nodes`,
    ...(page?.status ? [`HTTP ${page.status}`] : []),
    ...(page?.charset ? [page.charset] : []),
    ...Object.entries({ 'extracted in': result.timings.extract, 'opened in': waited, ...page?.timings }).flatMap(([name, time]) =>
      typeof time === 'number' ? [`${name}: ${formatNumber(time < 10 ? Math.round(time * 10) / 10 : Math.round(time))} ms`] : [],
    ),
  ]
  return (
    <span className="tabular run-result cut" role="status" aria-label="Result" aria-busy={running} title={facts.join('\n')}>
      <strong>{formatNumber(kept)}</strong> of {formatNumber(Math.max(kept, measured))} words kept
      <Score />
    </span>
  )
}

function Score() {
  const gold = useTab((tab) => (tab.selected === null ? null : goldTextOf(tab)))
  const extraction = useDeferredValue(useTab((tab) => tab.result?.extraction ?? null))
  const f1 = useMemo(() => (gold === null || !extraction ? null : scoreText(extractedText(extraction), gold).f1), [gold, extraction])
  return f1 === null ? null : (
    <>
      {' '}
      · F1 <strong>{f1.toFixed(2)}</strong>
    </>
  )
}

function UndoButton() {
  const last = useWindow((state) => state.undo.at(-1))
  const extractors = useWindow((state) => state.extractors)
  const { extractor, params } = useTabFields('extractor', 'params')
  if (!last) return null
  const titleOf = (id: string): string => extractors.find((info) => info.id === id)?.title ?? id
  const what = (): string => {
    if (last.kind !== 'parameters') return last.kind === 'closed-tab' ? 'reopen the closed tab' : 'the last change'
    const before = last.configuration
    if (before.extractor !== extractor) return `back to ${titleOf(before.extractor)}`
    const specs = extractors.find((info) => info.id === extractor)?.params ?? {}
    const moved = Object.entries(specs).filter(([name]) => before.params[name] !== params[name])
    return moved.map(([name, spec]) => `${spec.label} ${String(params[name])} → ${String(before.params[name])}`).join(', ')
  }
  return <Button label="Undo" tone="word" title={`Undo: ${what()} (${formatKeys('Mod+Z')})`} onClick={() => actions.undo()} />
}

function FirstParameter() {
  const info = useCurrentExtractor()
  const params = useTab((tab) => tab.params)
  if (!info) return null
  const names = Object.entries(info.params).flatMap(([key, entry]) => (entry.kind === 'number' && isApplied(entry, params) ? [key] : []))
  const name = info.charts.map(({ movedBy }) => movedBy).find((key) => key !== undefined && names.includes(key)) ?? names[0]
  const spec = name === undefined ? undefined : info.params[name]
  const value = name === undefined ? undefined : params[name]
  if (name === undefined || spec?.kind !== 'number' || typeof value !== 'number') return null
  return (
    <div className="bar tabular first-param" role="group" aria-label="First parameter" title={spec.description}>
      <span className="first-param-name">
        {spec.label}
        {spec.word === undefined ? '' : ` ${spec.word}`}
      </span>
      <NumberSlider
        spec={spec}
        value={value}
        onChange={(next, held) => actions.setParam(name, next, held)}
        onRelease={() => actions.settle()}
      />
      <output className="first-param-value">{formatNumber(value)}</output>
    </div>
  )
}

function ChangedParameters() {
  const info = useCurrentExtractor()
  const { preset, params } = useTabFields('preset', 'params')
  if (!info) return null
  const base = presetValues(info.params, preset)
  const changed = Object.entries(info.params).filter(([name]) => params[name] !== base[name])
  if (changed.length === 0) return null
  const words = changed.map(([name, spec]) => `${spec.label} ${String(params[name])}, preset ${String(base[name])}`)
  return <Button label="Reset" tone="word" title={`${words.join('\n')}\nReset all`} onClick={() => actions.resetParams()} />
}

const SWATCHES: Readonly<Partial<Record<ViewSwitch, string>>> = { kept: 'kept', dim: 'dim', path: 'path', gold: 'gold', unpin: 'pinned' }

function ShowMenu() {
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
