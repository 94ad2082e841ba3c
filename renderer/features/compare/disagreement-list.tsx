import { useMemo, useState } from 'react'
import { isDisputed, type Disagreement } from '../../../shared/explain/disagreement'
import type { PageModel } from '../../../shared/page/page-model'
import { formatNumber } from '../../components/number-format'
import { Button } from '../../components/button'
import { PanelMessage } from '../../components/panel/panel'
import { actions, useTab } from '../../window/workspace'
import type { Finished } from './contestants'
import { passagePreview } from './passage-words'

interface ListProps {
  readonly model: PageModel
  readonly contestants: readonly Finished[]
  readonly disagreement: Disagreement
}

const FIRST = 200

/** Every passage that some keep and others drop, with who does what. */
export function DisagreementList({ model, contestants, disagreement }: ListProps) {
  const selected = useTab((tab) => tab.selected)
  const [bySize, setBySize] = useState(true)
  const [all, setAll] = useState(false)
  const disputed = useMemo(() => {
    const found = disagreement.passages.filter((passage) => isDisputed(passage, contestants.length))
    return bySize ? found.sort((a, b) => b.characters - a.characters) : found
  }, [disagreement, contestants, bySize])
  if (disputed.length === 0)
    return (
      <PanelMessage title="They agree" next="Every text is kept by all of them or by none. Add another extractor, or open another page." />
    )
  const shown = all ? disputed : disputed.slice(0, FIRST)
  return (
    <>
      <div className="disputed-head">
        <span>
          {formatNumber(disputed.length)} {disputed.length === 1 ? 'passage is' : 'passages are'} kept by some only
        </span>
        <Button small aria-pressed={bySize} onClick={() => setBySize(!bySize)}>
          Longest first
        </Button>
      </div>
      <table className="disputed">
        <thead>
          <tr>
            <th scope="col">text</th>
            <th scope="col" className="bs-number">
              words
            </th>
            {contestants.map((c) => (
              <th scope="col" key={c.info.id} className="disputed-name">
                {c.info.title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {shown.map((passage) => {
            const first = passage.nodes[0] ?? 0
            const here = selected !== null && passage.nodes.includes(selected)
            return (
              <tr key={first} aria-current={here ? 'true' : undefined}>
                <th scope="row">
                  <Button small tone="link" onClick={() => actions.select(first)}>
                    {passagePreview(model, passage)}
                  </Button>
                </th>
                <td className="bs-number">{formatNumber(passage.words)}</td>
                {contestants.map((c, i) => {
                  const keeps = ((passage.keepers >> i) & 1) === 1
                  return (
                    <td key={c.info.id} className={keeps ? 'disputed-kept' : 'disputed-out'}>
                      {keeps ? 'kept' : 'out'}
                    </td>
                  )
                })}
              </tr>
            )
          })}
        </tbody>
      </table>
      {disputed.length > FIRST && !all ? (
        <Button small onClick={() => setAll(true)}>
          Show all {formatNumber(disputed.length)}
        </Button>
      ) : null}
    </>
  )
}
