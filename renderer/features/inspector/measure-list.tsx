import { Fragment, useMemo } from 'react'
import { statusOf } from '../../../shared/explain/explain-node'
import { linesOfNode, nodeLabel } from '../../../shared/explain/node-label'
import type { ExtractorInfo, MeasureSpec } from '../../../shared/extractors/core/extractor'
import type { Extraction } from '../../../shared/extractors/core/run'
import { TEXT, type NodeId, type PageModel } from '../../../shared/page/page-model'
import { formulaWithNumbers, formulaWithSymbols, placeholders, symbolOf } from '../../components/math/formula'
import { Math as Formula } from '../../components/math/math'
import { type InspectedNode, StatusWord, NodeLink, reasonSentence } from '../../components/evidence'
import { AlignedNumber, DataTable, roomFor, Table, numbers } from '../../components/table'
import { measureWords, formatNumber, formatTex, formatSigned } from '../../components/number-format'
import { Button } from '../../components/button'
import { PanelPart } from '../../components/panel/panel'
import { actions, useTab } from '../../window/window'

export function BesideReference(inspected: InspectedNode) {
  const reference = useTab((tab) => tab.reference)
  if (reference === null || reference >= inspected.model.count) return null
  return reference === inspected.node ? (
    <p className="quiet">
      Pinned. Select another element to compare. <Unpin />
    </p>
  ) : (
    <Beside {...inspected} reference={reference} />
  )
}

function Beside({ model, result, info, node, reference }: InspectedNode & { readonly reference: NodeId }) {
  const { extraction } = result
  const why = useMemo(() => reasonSentence({ model, result, info, node: reference }), [model, result, info, reference])
  const rows = info.measures.flatMap((spec) => {
    const values = spec.per === 'node' ? extraction.measures[spec.id] : undefined
    const [here = Number.NaN, there = Number.NaN] = [values?.[node], values?.[reference]]
    return Number.isNaN(here) && Number.isNaN(there) ? [] : [{ spec, here, there }]
  })
  return (
    <PanelPart title="Compared with the pinned element">
      <p>
        <NodeLink model={model} node={reference} letters={32} /> <StatusWord status={statusOf(extraction.selected, reference)} /> <Unpin />
      </p>
      {why === null ? null : <p className="quiet">{why}</p>}
      {rows.length === 0 ? (
        <p className="quiet">Neither node has measures.</p>
      ) : (
        <DataTable
          className="why-losses"
          columns={['measure', numbers('this node'), numbers('pinned'), numbers('difference')]}
          rows={rows.map(({ spec, here, there }) => ({
            key: spec.id,
            title: spec.description,
            cells: [spec.label, measureWords(here, spec), measureWords(there, spec), differenceOf(spec, here, there)],
          }))}
        />
      )}
    </PanelPart>
  )
}

const Unpin = () => <Button label="Unpin" small tone="link" onClick={() => actions.setReference(null)} />

function differenceOf({ names }: MeasureSpec, here: number, there: number): string {
  const isAmount = Number.isFinite(here - there) && names?.[here] === undefined && names?.[there] === undefined
  return isAmount ? formatSigned(Number((here - there).toPrecision(4))) : '–'
}

export function MeasureList({ model, result: { extraction }, info, node }: InspectedNode) {
  const { lines, measures, values } = extraction
  const hasValue = ({ per, id }: MeasureSpec, of: NodeId): boolean => per === 'node' && !Number.isNaN(measures[id]?.[of] ?? Number.NaN)
  const hasOwn = info.measures.some((m) => hasValue(m, node))
  const parent = model.parent[node] ?? -1
  const subject = !hasOwn && model.kind[node] === TEXT && parent >= 0 ? parent : node
  const termed = new Set(info.additive?.terms.flatMap((term) => [term.measure, term.earned]))
  const ofNode = info.measures.filter((m) => !termed.has(m.id) && hasValue(m, subject))
  const touched = lines ? linesOfNode(model, lines, node, 400) : []
  const [line] = touched.toSorted((a, b) => b.characters - a.characters)
  const ofLine = line && lines ? info.measures.filter((m) => m.per === 'line' && lines.measures[m.id]) : []
  const nodeValue = (id: string): number | undefined => measures[id]?.[subject] ?? values[id]
  const lineValue = (id: string): number | undefined => (line && lines ? lines.measures[id]?.[line.line] : undefined) ?? values[id]
  return (
    <>
      {ofNode.length > 0 ? (
        <PanelPart title={subject === node ? 'Measures' : `Measures of the element ${nodeLabel(model, subject, 28)}`}>
          <MeasureTable
            specs={ofNode}
            info={info}
            value={nodeValue}
            params={extraction.params}
            terms={(spec) => childTerms(model, measures, spec, subject)}
          />
        </PanelPart>
      ) : null}
      {line && ofLine.length > 0 ? (
        <PanelPart title={`Source line ${formatNumber(line.line + 1)}${touched.length > 1 ? ` (longest of ${touched.length})` : ''}`}>
          <MeasureTable specs={ofLine} info={info} value={lineValue} params={extraction.params} />
        </PanelPart>
      ) : null}
      {ofNode.length === 0 && ofLine.length === 0 ? (
        <PanelPart title="Measures">
          <p className="quiet">No measures for this node.</p>
          {parent >= 0 ? <Button label="Go to parent" small onClick={() => actions.select(parent)} /> : null}
        </PanelPart>
      ) : null}
    </>
  )
}

export function MeasureFormula({ model, result: { extraction }, info, node, measure }: InspectedNode & { readonly measure: string }) {
  const spec = info.measures.find(({ id }) => id === measure)
  const { measures, values, params } = extraction
  const value = (id: string): number | undefined => measures[id]?.[node] ?? values[id]
  const number = value(measure) ?? Number.NaN
  if (!spec || spec.tex === '' || spec.per !== 'node' || Number.isNaN(number)) return null
  const table = { info, value, params, terms: (of: MeasureSpec) => childTerms(model, measures, of, node) }
  return <FormulaOf spec={spec} tex={derivation(table, spec, number)} />
}

function FormulaOf({ spec, tex }: { readonly spec: MeasureSpec; readonly tex: string }) {
  return (
    <>
      <div className="why-formula-scroll" role="group" tabIndex={0} aria-label={`Formula of ${spec.label}`}>
        <Formula display tex={tex} />
      </div>
      <p className="quiet">{spec.description}</p>
    </>
  )
}

const MOST_TERMS_WRITTEN = 6

export function childTerms(model: PageModel, measures: Extraction['measures'], spec: MeasureSpec, node: NodeId): string | null {
  const { sum } = spec
  const values = sum?.over === 'children' ? measures[sum.of] : undefined
  if (sum?.over !== 'children' || !values || model.kind[node] === TEXT) return null
  const found: number[] = []
  for (let n = node + 1; n < (model.subtreeEnd[node] ?? 0); n = model.subtreeEnd[n] ?? 0) {
    const value = values[n] ?? Number.NaN
    if (model.kind[n] !== TEXT && !Number.isNaN(value)) found.push(value)
  }
  if (found.length === 0) return null
  const total = measures[spec.id]?.[node] ?? Number.NaN
  const rest = total - found.reduce((all, value) => all + value, 0)
  const shown = found.slice(0, MOST_TERMS_WRITTEN).map(formatTex)
  const more = found.slice(MOST_TERMS_WRITTEN)
  if (more.length > 0)
    shown.push(String.raw`\underbrace{${formatTex(more.reduce((all, value) => all + value, 0))}}_{\text{${more.length} more}}`)
  // Omit a rest that is only a rounding error.
  if (Math.abs(rest) > 1e-9 * Math.max(1, Math.abs(total))) shown.push(String.raw`\underbrace{${formatTex(rest)}}_{\text{${sum.rest}}}`)
  return shown.join('+')
}

function derivation({ info: { measures }, value, params, terms }: Omit<TableProps, 'specs'>, spec: MeasureSpec, number: number): string {
  const symbols = formulaWithSymbols(spec.tex, measures, params)
  const numbers = terms?.(spec) ?? formulaWithNumbers(spec.tex, measures, value, params)
  const lines = [symbols, ...(Number.isNaN(number) ? [] : [...(numbers === symbols ? [] : [numbers]), formatTex(number)])]
  return String.raw`\begin{aligned} ${symbolOf(spec.id, measures)} &= ${lines.join(String.raw` \\ &= `)} \end{aligned}`
}

function hasSymbol(spec: MeasureSpec, measures: readonly MeasureSpec[]): boolean {
  const word = symbolOf(spec.id, measures).replace(/^\\math(?:it|rm)\{(.*)\}$/, '$1')
  if (word === spec.label) return false
  return spec.symbol !== undefined || spec.id.length <= 3 || measures.some((other) => placeholders(other.tex).includes(spec.id))
}

interface TableProps {
  readonly specs: readonly MeasureSpec[]
  readonly info: ExtractorInfo
  readonly value: (id: string) => number | undefined
  readonly params: Extraction['params']
  readonly terms?: (spec: MeasureSpec) => string | null
}

function MeasureTable({ specs, ...table }: TableProps) {
  const { info, value } = table
  const texts = specs.map((spec) => measureWords(value(spec.id), spec))
  const room = roomFor(texts)
  return (
    <Table className="why-measures" isHeard columns={['Measure', 'Value', 'Unit']}>
      {specs.map((spec, i) => {
        const number = value(spec.id) ?? Number.NaN
        return (
          <Fragment key={spec.id}>
            <tr>
              <th scope="row" title={spec.description}>
                {spec.label} {hasSymbol(spec, info.measures) ? <Formula tex={symbolOf(spec.id, info.measures)} /> : null}
              </th>
              <td className="bs-number">
                <AlignedNumber text={texts[i] ?? ''} room={room} />
              </td>
              <td className="quiet">{spec.share ? '' : spec.unit}</td>
            </tr>
            {spec.tex === '' ? null : (
              <tr className="why-formula">
                <td colSpan={3}>
                  <FormulaOf spec={spec} tex={derivation(table, spec, number)} />
                </td>
              </tr>
            )}
          </Fragment>
        )
      })}
    </Table>
  )
}
