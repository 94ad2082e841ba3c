import { memo } from 'react'
import { ChevronRight } from 'lucide-react'
import type { NodeStatus } from '../../../shared/explain/explain-node'
import { hiddenCause } from '../../../shared/explain/coverage'
import { HIDES } from '../../../shared/explain/reason-sentence'
import { attribute, ELEMENT, isRootName, tagName, type NodeId, type PageModel } from '../../../shared/page/page-model'
import { HITS } from '../../components/evidence'
import type { MeasureScale } from '../../components/density-scale'
import { alignedMeasure, formatMeasure, formatNumber } from '../../components/number-format'
import type { TreeStructure } from './tree-rows'
import type { MeasureSpec } from '../../../shared/extractors/core/extractor'

export interface Column extends MeasureSpec {
  readonly values: Float64Array
  readonly isWhole: boolean
  readonly scale: MeasureScale
}

const STATUS_NAMES = { out: 'dropped', kept: 'kept', path: 'contains kept text' } as const

function NodeLabel({ model, structure, node, inlineStatus }: Pick<TreeRowProps, 'model' | 'structure' | 'node' | 'inlineStatus'>) {
  if (model.kind[node] !== ELEMENT) return <bdi className="tree-text cut">{preview(model.text[node] ?? '')}</bdi>
  const id = attribute(model, node, 'id')
  const classes = attribute(model, node, 'class')?.trim().split(/\s+/).join('.')
  const inline = structure.inlineText[node] ?? -1
  return (
    <>
      <span className="tree-tag">{tagName(model, node)}</span>
      {isRootName(tagName(model, node)) ? <span className="dim tree-root cut">{rootNote(model, node)}</span> : null}
      {id ? <span className="tree-id cut">#{id}</span> : null}
      {classes ? <span className="tree-class cut">.{classes}</span> : null}
      {inline >= 0 ? (
        <bdi className="tree-text tree-inline cut" data-status={inlineStatus}>
          {preview(model.text[inline] ?? '')}
        </bdi>
      ) : null}
      {badgesOf(model, node).map((badge) => (
        <span key={badge.text} className="tree-badge" data-kind={badge.text} title={badge.title}>
          {badge.text}
        </span>
      ))}
    </>
  )
}

function rootNote(model: PageModel, node: NodeId): string {
  const mode = attribute(model, node, 'mode')
  const url = attribute(model, node, 'url')
  return mode !== null ? `(${mode})` : url !== null ? `(${url.slice(0, 200)})` : ''
}

const preview = (text: string): string => text.slice(0, 400).replace(/\s+/g, ' ').trim()

interface TreeRowProps {
  readonly model: PageModel
  readonly structure: TreeStructure
  readonly node: NodeId
  readonly open: boolean
  readonly isSelected: boolean
  readonly isHit: boolean
  /** Effect of the last change: 1 added, -1 removed, 0 unchanged. */
  readonly changed: number
  readonly status: NodeStatus | null
  readonly inlineStatus: NodeStatus
  /** Bits for correct, missing and extra text in the subtree; null if the tree does not show these bits. */
  readonly hits: number | null
  readonly columns: readonly Column[]
}

export const TreeRow = memo(function TreeRow({
  model,
  structure,
  node,
  open,
  isSelected,
  isHit,
  changed,
  status,
  inlineStatus,
  hits,
  columns,
}: TreeRowProps) {
  const expandable = (structure.rowChildren[node] ?? 0) > 0
  const depth = structure.depth[node] ?? 0
  return (
    <div
      id={`tree-row-${node}`}
      className="tree-row"
      role="treeitem"
      aria-level={depth + 1}
      aria-posinset={structure.position[node]}
      aria-setsize={structure.setSize[node]}
      aria-selected={isSelected}
      aria-expanded={expandable ? open : undefined}
      data-node={node}
      data-status={status ?? 'out'}
      data-hit={isHit || undefined}
      data-changed={changed === 0 ? undefined : changed > 0 ? 'in' : 'out'}
    >
      {hits === null ? (
        <span className="tree-status" title={status ? STATUS_NAMES[status] : undefined}>
          {status ? <span className="visually-hidden">{STATUS_NAMES[status]}</span> : null}
        </span>
      ) : (
        <HitMark hits={hits} />
      )}
      <span className="tree-name">
        <span
          className="dim tree-twisty"
          data-twisty={expandable}
          data-open={open}
          aria-hidden="true"
          style={{ marginInlineStart: indent(depth) }}
        >
          {expandable ? <ChevronRight size={12} strokeWidth={2} /> : null}
        </span>
        <span className="tree-label">
          <NodeLabel model={model} structure={structure} node={node} inlineStatus={inlineStatus} />
        </span>
      </span>
      {columns.map((column) => (
        <Cell key={column.id} column={column} value={column.values[node] ?? Number.NaN} />
      ))}
    </div>
  )
})

function HitMark({ hits }: { readonly hits: number }) {
  const found = HITS.filter(({ bit }) => (hits & bit) !== 0)
  const names = found.map(({ name }) => name).join('; ')
  const share = 100 / found.length
  const stops = found.map(({ colour }, i) => `${colour} ${i * share}% ${(i + 1) * share}%`).join(', ')
  return (
    <span
      className="tree-status tree-hits-mark"
      title={names}
      style={{ background: stops === '' ? undefined : `linear-gradient(${stops})` }}
    >
      <span className="visually-hidden">{names}</span>
    </span>
  )
}

const indent = (depth: number): string => `min(${depth <= 24 ? depth * 12 : Math.min(480, 288 + (depth - 24) * 2)}px, 45%)`

function Cell({ column, value }: { readonly column: Column; readonly value: number }) {
  const name = column.names?.[value]
  if (name !== undefined)
    return (
      <span className="tree-cell tabular cut" title={`${column.label}: ${name}`}>
        <span className="tree-number tree-word cut">{name}</span>
      </span>
    )
  const position = column.scale.position(value)
  const { whole, fraction } = alignedMeasure(value, column.share)
  return (
    <span
      className="tree-cell tabular cut"
      data-whole={column.isWhole || undefined}
      title={`${column.label}: ${formatMeasure(value, column.share)} ${column.unit}`}
    >
      {position > 0 ? <span className="tree-bar" style={{ width: `${position * 100}%` }} /> : null}
      {Number.isNaN(value) ? null : (
        <span className="tree-number">
          {whole}
          {column.isWhole ? null : <span className={column.share ? 'tree-fraction tree-percent' : 'tree-fraction'}>{fraction}</span>}
        </span>
      )}
    </span>
  )
}

const MEDIA: Readonly<Record<string, string>> = {
  img: 'image',
  picture: 'image',
  video: 'video',
  audio: 'audio',
  iframe: 'frame',
  embed: 'embedded',
  object: 'embedded',
  svg: 'drawing',
  canvas: 'canvas',
}

function ownHiddenCause(model: PageModel, node: NodeId): string | null {
  const hidden = hiddenCause(model, node)
  if (hidden?.node !== node || !(HIDES.has(hidden.cause) || hidden.cause === 'not visible')) return null
  return hidden.cause === 'not visible' && hiddenCause(model, model.parent[node] ?? -1)?.cause === 'not visible' ? null : hidden.cause
}

function badgesOf(model: PageModel, node: NodeId) {
  const badges: { readonly text: string; readonly title: string }[] = []
  const cause = ownHiddenCause(model, node)
  if (cause) badges.push({ text: 'hidden', title: `Hidden: ${cause}` })
  const tag = tagName(model, node)
  const href = tag === 'a' ? attribute(model, node, 'href') : null
  if (href !== null) badges.push({ text: 'link', title: href.slice(0, 500) })
  const media = MEDIA[tag]
  if (media) badges.push({ text: media, title: (attribute(model, node, 'alt') ?? attribute(model, node, 'src') ?? media).slice(0, 500) })
  const role = attribute(model, node, 'role')
  if (role) badges.push({ text: role, title: `role="${role}"` })
  const type = attribute(model, node, 'itemtype')
  if (type) badges.push({ text: type.replace(/^.*\//, ''), title: type })
  return badges
}

export function RunRow({ model, structure, node }: Pick<TreeRowProps, 'model' | 'structure' | 'node'>) {
  const depth = structure.depth[node] ?? 0
  return (
    <div
      id={`tree-row-${node}`}
      className="tree-row tree-run"
      role="treeitem"
      aria-level={depth + 1}
      aria-selected={false}
      aria-expanded={false}
      data-node={node}
      data-run=""
    >
      <span className="tree-status" />
      <span className="tree-name">
        <span className="dim tree-twisty" style={{ marginInlineStart: indent(depth) }} />
        {formatNumber(structure.runLength[node] ?? 0)} more {model.tagNames[model.tag[node] ?? 0] ?? ''} like these …
      </span>
    </div>
  )
}
