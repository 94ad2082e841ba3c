import { useMemo, type CSSProperties } from 'react'
import { explainNode, fateOf } from '../../../shared/explain/explain-node'
import { hiddenCause } from '../../../shared/explain/hidden-cause'
import { nodeLabel, textPreview } from '../../../shared/explain/node-label'
import { headline } from '../../../shared/explain/reason-sentence'
import { TEXT, type PageModel } from '../../../shared/page/page-model'
import { formatNumber } from '../../components/number-format'
import { Button } from '../../components/button'
import { actions, useTab } from '../../window/window'
import type { Finished } from './contestants'

const WORDS = { kept: 'kept', path: 'path', out: 'dropped' } as const

/** Why each of them kept or dropped the selected node. */
export function Reasons({ model, contestants }: { readonly model: PageModel; readonly contestants: readonly Finished[] }) {
  const selected = useTab((tab) => tab.selected)
  const rows = useMemo(() => {
    if (selected === null || selected >= model.count) return []
    const hidden = hiddenCause(model, selected)
    return contestants.map(({ info, result, own }) => {
      const fate = fateOf(result.extraction.selected, selected)
      const sentence = result.trace
        ? headline(model, explainNode(model, result.extraction, result.trace, info.rules, selected), hidden, formatNumber)
        : 'It tells no reasons.'
      return { info, own, fate, sentence }
    })
  }, [model, contestants, selected])
  return (
    <aside className="reasons" aria-label="Reasons" aria-live="polite" tabIndex={0}>
      {selected === null || selected >= model.count ? (
        <p className="quiet">Click a difference, or choose one with the arrow keys and Enter, to see each extractor’s reason for it.</p>
      ) : (
        <>
          <code>{nodeLabel(model, selected, 120)}</code>
          {model.kind[selected] === TEXT ? null : <p className="quiet">{textPreview(model, selected, 200)}</p>}
          <ul style={{ '--columns': rows.length } as CSSProperties}>
            {rows.map(({ info, own, fate, sentence }) => (
              <li key={info.id} className={own ? 'reasons-own' : undefined}>
                <div className="reasons-head">
                  <Button small tone="link" title="Inspect with this extractor" onClick={() => actions.setExtractor(info.id)}>
                    {info.title}
                  </Button>
                  <span className={`dot reasons-fate reasons-${fate}`}>{WORDS[fate]}</span>
                </div>
                <p>{sentence}</p>
              </li>
            ))}
          </ul>
        </>
      )}
    </aside>
  )
}
