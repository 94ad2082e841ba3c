import { useMemo, useState, type CSSProperties } from 'react'
import { diffCaptures, type CaptureChange, type CaptureChangeKind } from '../../../shared/explain/difference/capture-diff'
import type { HiddenCause } from '../../../shared/explain/coverage'
import { excerpt, nodeLabel } from '../../../shared/explain/node-label'
import type { PageModel } from '../../../shared/page/page-model'
import { formatCount, formatNumber, formatSigned, formatWords } from '../../components/number-format'
import { Button } from '../../components/button'
import { PanelMessage, PanelProgress } from '../../components/panel/panel'
import { numbers, TableHead } from '../../components/table'
import { cancelOtherCapture, loadOtherCapture, useCapturePair } from './state/capture-pair'
import { actions, useTab } from '../../window/window'
import { CaptureExtractions } from './capture-extractions'
import type { Finished } from './contestants'

/** What may have become of a text; the token of its dot. */
const KINDS: readonly { readonly kind: CaptureChangeKind; readonly title: string; readonly meaning: string; readonly dot?: string }[] = [
  { kind: 'added', title: 'added', meaning: 'only in the rendered page: scripts wrote it', dot: 'fn' },
  { kind: 'framed', title: 'in frames', meaning: 'only in the rendered page: documents that frames load', dot: 'text-dim' },
  { kind: 'removed', title: 'removed', meaning: 'only in the source: scripts took it out', dot: 'fp' },
  { kind: 'moved', title: 'moved', meaning: 'the same text in another place', dot: 'path' },
  { kind: 'hidden', title: 'hidden', meaning: 'seen in the source, not in the rendered page' },
  { kind: 'shown', title: 'shown', meaning: 'hidden in the source, seen in the rendered page', dot: 'kept' },
]

function Dot({ kind }: { readonly kind: CaptureChangeKind }) {
  const token = KINDS.find((one) => one.kind === kind)?.dot
  return <span className="dot" style={token === undefined ? undefined : ({ '--dot': `var(--${token})` } as CSSProperties)} />
}

const CAUSE_WORDS: Partial<Record<HiddenCause['cause'], string>> = {
  'hidden attribute': 'the attribute hidden',
  'inline display:none': 'an inline style, display:none',
  'computed display:none': 'a style sheet, display:none',
  'not visible': 'a style sheet, not visible (visibility, opacity, clipping or size)',
  'never content': 'its tag, which is never shown',
  'hidden input': 'a hidden form field',
}

/** How a cause of hiding reads in a sentence. */
const causeWords = (cause: HiddenCause['cause']): string => CAUSE_WORDS[cause] ?? cause

/** What scripts added, removed, moved, hid and showed, and why text is hidden. */
export function CaptureDiff({ contestants }: { readonly contestants: readonly Finished[] }) {
  const page = useTab((tab) => tab.page)
  const model = useTab((tab) => tab.model)
  const pair = useCapturePair()
  if (!page || !model)
    return (
      <PanelMessage
        title="No page to compare"
        next="Open a page first; it can then be captured a second time, with or without its scripts."
      />
    )
  const other = page.mode === 'source' ? 'rendered' : 'source'
  const mine = pair.page === page.id
  if (!mine || pair.status === 'idle') {
    return (
      <PanelMessage
        title={`This is the ${page.mode === 'source' ? 'raw' : 'rendered'} page`}
        next={
          other === 'rendered'
            ? 'Load it again with its scripts to see what they add, remove and hide.'
            : 'Load it again as the server sent it to see what the scripts did.'
        }
      >
        <Button small tone="strong" onClick={() => void loadOtherCapture()}>
          {other === 'rendered' ? 'Load the rendered page' : 'Load the raw page'}
        </Button>
      </PanelMessage>
    )
  }
  if (pair.status === 'loading')
    return (
      <PanelProgress done={pair.progress?.done ?? null} message={pair.progress?.message ?? 'Loading …'} onCancel={cancelOtherCapture} />
    )
  if (pair.status === 'failed' || !pair.model) {
    return (
      <PanelMessage tone="failed" title={pair.failure?.message ?? 'The page could not be captured again.'} next={pair.failure?.next ?? ''}>
        <Button small onClick={() => void loadOtherCapture()}>
          Try again
        </Button>
      </PanelMessage>
    )
  }
  const front = page.mode === 'source' ? 'raw' : 'rendered'
  return (
    <div className="capture-diff">
      <CaptureExtractions contestants={contestants} front={front} />
      <Diff {...(front === 'raw' ? { raw: model, rendered: pair.model } : { raw: pair.model, rendered: model })} front={front} />
    </div>
  )
}

const FIRST = 300

interface DiffProps {
  readonly raw: PageModel
  readonly rendered: PageModel
  readonly front: 'raw' | 'rendered'
}

function Diff({ raw, rendered, front }: DiffProps) {
  const diff = useMemo(() => diffCaptures(raw, rendered), [raw, rendered])
  const [only, setOnly] = useState<CaptureChangeKind | null>(null)
  const [all, setAll] = useState(false)
  const changes = only ? diff.changes.filter((change) => change.kind === only) : diff.changes
  const shown = all ? changes : changes.slice(0, FIRST)
  const ofFrames = diff.changes.filter(({ kind }) => kind === 'framed').length
  const ofScripts = diff.changes.length - ofFrames
  return (
    <>
      <h2>The page</h2>
      <p>
        {formatWords(diff.same)} {diff.same === 1 ? 'is' : 'are'} the same in both.{' '}
        {ofScripts === 0 ? 'The scripts changed no text' : `The scripts changed ${formatCount(ofScripts, 'text')}`}
        {ofFrames === 0
          ? ''
          : `; ${formatNumber(ofFrames)} ${ofFrames === 1 ? 'text stands' : 'texts stand'} in frames, which load documents of their own`}
        {diff.changes.length === 0 ? '.' : ':'}
      </p>
      <div hidden={diff.changes.length === 0} className="row" role="group" aria-label="Show only">
        {KINDS.map(({ kind, title, meaning }) => (
          <Button
            small
            key={kind}
            aria-pressed={only === kind}
            title={meaning}
            disabled={diff.words[kind] === 0}
            onClick={() => setOnly(only === kind ? null : kind)}
          >
            <Dot kind={kind} /> {formatWords(diff.words[kind])} {title}
          </Button>
        ))}
      </div>
      {shown.length > 0 ? (
        <table>
          <TableHead columns={['change', 'text', 'hidden by, now or before', numbers('words')]} />
          <tbody>
            {shown.map((change, i) => (
              <Row key={i} change={change} raw={raw} rendered={rendered} front={front} />
            ))}
          </tbody>
        </table>
      ) : null}
      {changes.length > FIRST && !all ? (
        <Button small onClick={() => setAll(true)}>
          Show all {formatNumber(changes.length)}
        </Button>
      ) : null}
      {diff.hidden.length > 0 ? (
        <>
          <h2>Text of the rendered page that nobody sees</h2>
          <ul className="bulleted capture-list">
            {diff.hidden.map(({ cause, words }) => (
              <li key={cause}>
                {formatWords(words)}, by {causeWords(cause)}
              </li>
            ))}
          </ul>
        </>
      ) : null}
      {diff.tags.length > 0 ? (
        <>
          <h2>Elements</h2>
          <p className="capture-tags">
            {diff.tags.slice(0, 24).map(({ tag, raw: before, rendered: after }) => (
              <span key={tag} title={`${formatNumber(before)} raw, ${formatNumber(after)} rendered`}>
                <code>{tag}</code> {formatSigned(after - before)}
              </span>
            ))}
          </p>
        </>
      ) : null}
    </>
  )
}

function Row({ change, raw, rendered, front }: DiffProps & { readonly change: CaptureChange }) {
  const node = front === 'raw' ? change.raw : change.rendered
  const causePage = change.kind === 'removed' || change.kind === 'shown' ? raw : rendered
  const text = excerpt(change.text, 140)
  return (
    <tr>
      <td>
        <Dot kind={change.kind} /> {change.kind}
      </td>
      <td>
        {node === null ? (
          <bdi>{text}</bdi>
        ) : (
          <Button small tone="link" onClick={() => actions.select(node)}>
            <bdi>{text}</bdi>
          </Button>
        )}
      </td>
      <td>
        {change.cause ? (
          <>
            {causePage === raw ? 'before by ' : ''}
            {causeWords(change.cause.cause)} <code>{nodeLabel(causePage, change.cause.node, 28)}</code>
          </>
        ) : null}
      </td>
      <td className="bs-number">{formatNumber(change.words)}</td>
    </tr>
  )
}
