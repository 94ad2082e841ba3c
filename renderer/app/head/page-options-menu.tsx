import { rendered, source } from '../../../shared/base/glossary.json'
import { useState, type ComponentProps, type FormEvent, type ReactNode } from 'react'
import type { CaptureMode } from '../../../shared/contract/capture'
import { VIEWPORTS, viewportName, type Conditions, type ViewportName } from '../../../shared/contract/conditions'
import { captioned, Check, TextField, Select, type Option } from '../../components/fields'
import { Button, Segments } from '../../components/button'
import { STANDARD_OPTIONS, type PageOptions } from '../../window/page/page-options'
import { actions, useTab, placeOf } from '../../window/window'

interface OptionsFormProps {
  readonly site: string
  readonly options: PageOptions
  readonly onDone: () => void
}

export function CaptureOptions({ mode, ...form }: OptionsFormProps & { readonly mode: CaptureMode }) {
  return (
    <>
      <Segments
        label="Capture"
        value={mode}
        onChange={(next) => {
          actions.setMode(next)
          form.onDone()
        }}
        options={[
          { value: 'source', label: 'Source', title: source.text },
          { value: 'rendered', label: 'Rendered', title: rendered.text },
        ]}
      />
      <p className="quiet">{(mode === 'source' ? source : rendered).text}</p>
      <OptionsForm {...form} />
    </>
  )
}

const SIZES: Readonly<Record<ViewportName, string>> = { desktop: 'Desktop', tablet: 'Tablet', phone: 'Phone' }
const SIZE_OPTIONS: readonly Option<ViewportName | 'own'>[] = [
  ...(Object.keys(SIZES) as ViewportName[]).map((value) => ({
    value,
    label: `${SIZES[value]}, ${VIEWPORTS[value].width} × ${VIEWPORTS[value].height}`,
  })),
  { value: 'own', label: 'Custom size' },
]
type Reading = 'mode' | 'read' | 'leave'
const READINGS: readonly Option<Reading>[] = [
  { value: 'mode', label: 'Read in rendered pages' },
  { value: 'read', label: 'Always read' },
  { value: 'leave', label: 'Omit' },
]

function OptionsForm({ site, options, onDone }: OptionsFormProps) {
  const [draft, setDraft] = useState(options)
  const rendered = useTab((tab) => placeOf(tab).mode === 'rendered')
  const { conditions, composed } = draft
  const patch = (change: Partial<Conditions>): void => setDraft({ ...draft, conditions: { ...conditions, ...change } })
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    actions.setPageOptions(draft)
    onDone()
  }
  const textRow = (
    label: string,
    key: 'userAgent' | 'language' | 'waitFor',
    limits: Pick<ComponentProps<'input'>, 'maxLength' | 'pattern' | 'placeholder'>,
  ) => (
    <TextField
      caption={label}
      className="page-options-row"
      value={conditions[key]}
      spellCheck={false}
      onChange={(text) => patch({ [key]: text })}
      {...limits}
    />
  )
  const check = (label: string, key: 'dark' | 'reducedMotion' | 'scroll' | 'dismissBanners', title?: string) => (
    <Check label={label} title={title} checked={conditions[key]} onChange={(checked) => patch({ [key]: checked })} />
  )
  return (
    <form onSubmit={submit}>
      <p className="quiet cut">
        For <strong>{site}</strong>
      </p>
      <WindowSize viewport={conditions.viewport} onChange={(viewport) => patch({ viewport })} />
      {textRow('User agent', 'userAgent', { maxLength: 500, pattern: '[ -~]*', placeholder: 'browser default' })}
      {textRow('Languages', 'language', { maxLength: 100, pattern: '[A-Za-z0-9,;=.* \\-]*', placeholder: 'such as de-DE,de' })}
      {check('Dark colours', 'dark')}
      {check('Reduced motion', 'reducedMotion')}
      <fieldset>
        <legend>{rendered ? 'Before the capture' : 'Before a rendered capture'}</legend>
        {textRow('Wait for', 'waitFor', { maxLength: 500, placeholder: 'a CSS selector' })}
        <Row label="Wait, seconds">
          <input
            type="number"
            min={0}
            max={60}
            step="any"
            value={conditions.delay / 1000}
            onChange={(event) => patch({ delay: Math.round(Number(event.target.value) * 1000) })}
          />
        </Row>
        {check('Scroll to the end', 'scroll')}
        {check('Dismiss cookie banners', 'dismissBanners', 'Refuses cookies; if not possible, closes the banner or accepts cookies')}
      </fieldset>
      <Row label="Shadow roots, frames">
        <Select<Reading>
          value={composed === null ? 'mode' : composed ? 'read' : 'leave'}
          options={READINGS}
          onChange={(reading) => setDraft({ ...draft, composed: reading === 'mode' ? null : reading === 'read' })}
        />
      </Row>
      {rendered ? null : (
        <Check
          label="Streamed content in place"
          title="React can send content at the end of a page. This option moves the content to its place."
          checked={draft.streamed}
          onChange={(streamed) => setDraft({ ...draft, streamed })}
        />
      )}
      <div className="page-options-actions">
        <Button label="Reset options" small onClick={() => setDraft(STANDARD_OPTIONS)} />
        <Button label="Apply" small tone="strong" type="submit" />
      </div>
    </form>
  )
}

function WindowSize({
  viewport,
  onChange,
}: Pick<Conditions, 'viewport'> & { readonly onChange: (viewport: Conditions['viewport']) => void }) {
  const size = viewportName(viewport)
  return (
    <>
      <Row label="Window">
        <Select<ViewportName | 'own'>
          value={size ?? 'own'}
          options={SIZE_OPTIONS}
          onChange={(name) => onChange(name === 'own' ? { ...viewport, width: viewport.width + 1 } : VIEWPORTS[name])}
        />
      </Row>
      {size === null ? (
        <div className="page-options-size">
          {(['width', 'height'] as const).map((side) => (
            <label key={side}>
              {side === 'width' ? 'Width' : 'Height'}
              <input
                type="number"
                required
                min={100}
                max={10_000}
                value={viewport[side]}
                onChange={(event) => onChange({ ...viewport, [side]: Number(event.target.value) })}
              />
            </label>
          ))}
          <Check label="Mobile" checked={viewport.mobile} onChange={(mobile) => onChange({ ...viewport, mobile })} />
        </div>
      ) : null}
    </>
  )
}

const Row = ({ label, children }: { readonly label: string; readonly children: ReactNode }) =>
  captioned(label, children, 'page-options-row')
