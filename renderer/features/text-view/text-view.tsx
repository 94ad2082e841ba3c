import { useMemo, useRef, type MouseEvent, type PointerEvent } from 'react'
import { Copy } from 'lucide-react'
import { FALSE_NEGATIVE, FALSE_POSITIVE } from '../../../shared/evaluation/gold-on-page'
import { extractedText, type Extraction } from '../../../shared/extractors/core/run'
import { KEPT } from '../../../shared/page/output'
import { isWithin } from '../../../shared/page/page-model'
import { Button } from '../../components/button'
import { List, useHoverClass, type ListHandle } from '../../components/list/list'
import { formatCount } from '../../components/number-format'
import { copyText } from '../../window/host/clipboard'
import { useGoldHits, useRecentChange } from '../../window/result/gold-hits'
import { actions, useTab, useVisit, useTabFields } from '../../window/window'
import { lineOfNodes, piecesOf, textLines, textWithLost } from './text-lines'
import './text-view.css'

const NOTHING = { text: '', spans: new Int32Array(0) }

function nodeAt(event: { readonly target: EventTarget }): number | null {
  const element = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-node]') : null
  return element ? Number(element.dataset.node) : null
}

function classOf(kind: number, isSelected: boolean, changed: string): string | undefined {
  const hit = kind === FALSE_POSITIVE ? 'text-wrong' : kind === FALSE_NEGATIVE ? 'text-missed' : changed
  return `${hit} ${isSelected ? 'text-selected' : ''}`.trim() || undefined
}

export function TextView() {
  const { model, selected } = useTabFields('model', 'selected')
  const extraction = useTab((tab) => tab.result?.extraction)
  const visit = useVisit()
  const list = useRef<ListHandle>(null)
  const hits = useGoldHits()
  const previous = useRecentChange()?.selected
  const withLost = useMemo(
    () => (model && extraction && previous && !hits ? textWithLost(model, extraction.selected, previous) : null),
    [model, extraction, previous, hits],
  )
  const { text, spans } = hits?.output ?? withLost ?? extraction ?? NOTHING
  const lines = useMemo(() => textLines(text, spans), [text, spans])
  const rows = useMemo(() => ({ text, count: lines.count, startOf: (line: number) => lines.start[line] ?? 0 }), [text, lines])
  const line = selected === null || !model ? -1 : lineOfNodes(lines, selected, model.subtreeEnd[selected] ?? selected + 1)

  useHoverClass(list, {
    parts: '[data-node]',
    name: 'text-hovered',
    isOf: (span, node) => model !== null && isWithin(model, Number(span.node), node),
  })
  if (!extraction || !model) return <p className="quiet-note">{extraction ? '' : 'No text yet.'}</p>
  return (
    <div className="column">
      <TextBar extraction={extraction} isCompared={hits !== null} />
      <List
        key={visit}
        ref={list}
        className="text-scroller"
        role="region"
        label="Extracted text"
        data-testid="extracted-text"
        count={lines.count}
        rowHeight={40}
        measured
        texts={rows}
        current={line}
        // Follow the selection, not the line: a change of only the text keeps the scroll position.
        follow={selected}
        empty={<p className="quiet-note">The extractor kept no text of this page.</p>}
        onPointerOver={(event: PointerEvent) => actions.hover(nodeAt(event))}
        onPointerLeave={() => actions.hover(null)}
        onClick={(event: MouseEvent) => {
          const node = nodeAt(event)
          // A drag selects text, not a node.
          if (node !== null && getSelection()?.isCollapsed !== false) actions.select(node)
        }}
      >
        {(row, props) => (
          <p {...props} dir="auto">
            {piecesOf(lines, row).map((piece, index) =>
              piece.node < 0 ? (
                piece.text
              ) : (
                <span
                  key={index}
                  data-node={piece.node}
                  className={classOf(
                    hits?.kinds[piece.node] ?? 0,
                    selected !== null && isWithin(model, piece.node, selected),
                    previous === undefined
                      ? ''
                      : previous[piece.node] !== KEPT
                        ? 'text-came'
                        : extraction.selected[piece.node] !== KEPT
                          ? 'text-went'
                          : '',
                  )}
                >
                  {piece.text}
                </span>
              ),
            )}
          </p>
        )}
      </List>
    </div>
  )
}

function TextBar({ extraction, isCompared }: { readonly extraction: Extraction; readonly isCompared: boolean }) {
  const whole = extractedText(extraction)
  return (
    <div className="bar quiet line-below text-toolbar">
      <span
        className="cut"
        title={
          extraction.given === undefined
            ? undefined
            : 'This view shows the text as found on the page. Copy uses the text that the extractor returned.'
        }
      >
        {formatCount(whole.length, 'character')}, {formatCount(whole === '' ? 0 : whole.split('\n').length, 'line')}
        {extraction.given === undefined ? '' : ' in the returned text'}
      </span>
      {isCompared ? (
        <span className="text-key">
          <ins>missing</ins> <del>extra</del>
        </span>
      ) : null}
      <Button small aria-label="Copy text" disabled={whole === ''} onClick={() => copyText(whole, 'Text')}>
        <Copy size={13} aria-hidden="true" />
        Copy
      </Button>
    </div>
  )
}
