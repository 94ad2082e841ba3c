import { useDeferredValue, useMemo } from 'react'
import type { Extraction } from '../../../shared/extractors/core/run'
import { probableCauses } from '../../../shared/explain/probable-causes'
import type { PageModel } from '../../../shared/page/page-model'
import { Button } from '../../components/button'
import { PanelPart } from '../../components/panel/panel'
import { actions, useTab } from '../../window/window'

/** What about the page probably explains a bad result, with what can be done; nothing where the page shows no such cause. */
export function ProbableCauses({ model, extraction }: { readonly model: PageModel; readonly extraction: Extraction }) {
  const mode = useTab((tab) => tab.page?.mode ?? null)
  const asked = useMemo(() => ({ model, extraction, mode }), [model, extraction, mode])
  // Hints come after what they are about is drawn.
  const looked = useDeferredValue(asked, null)
  const causes = useMemo(() => (looked ? probableCauses(looked.model, looked.extraction.selected, looked.mode) : []), [looked])
  if (causes.length === 0 || looked?.model !== model) return null
  return (
    <PanelPart title="If the result is not what you expect">
      <ul className="why-causes">
        {causes.map(({ kind, sentence, next, node }) => (
          <li key={kind}>
            {sentence} <span className="quiet">{next}</span>{' '}
            {kind === 'built-by-scripts' || kind === 'in-frames' ? (
              <Button small onClick={() => actions.setMode('rendered')}>
                Capture rendered
              </Button>
            ) : null}{' '}
            {node === null ? null : (
              <Button small tone="link" onClick={() => actions.select(node)}>
                Show it
              </Button>
            )}
          </li>
        ))}
      </ul>
    </PanelPart>
  )
}
