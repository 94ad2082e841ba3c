/** One inspection as a self-contained HTML file: no scripts, nothing loaded from anywhere. */
import { writtenShare } from '../base/written-number'
import { KEPT } from '../page/selection'
import { escapeHtml } from '../base/escape'
import { presetValues } from '../extractors/core/params'
import { extractedText } from '../extractors/core/run'
import type { NodeId } from '../page/page-model'
import { countWords } from '../page/text'
import { coverageWarning, visibleCoverage, hiddenCause } from './coverage'
import { explainNode, type Reason } from './explain-node'
import { slackOf } from './gauge'
import type { InspectionInput } from './inspection-data'
import { nodeLabel, textPreview } from './node-label'
import { belowWords, headline, plainNumber, ruleFormat, ruleSentence, valueWords, wasTakenOut, type NumberFormat } from './reason-sentence'
import { chartAxis, columnWords, markedRuns } from '../scene/binning'
import { plotPaths, yOf } from '../scene/plot-paths'
import type { Look, Shape, ShapeRole } from '../scene/scene'
import { svgOf } from '../scene/svg-pen'

export interface ReportInput extends InspectionInput {
  /** `label`: its title or address. */
  readonly capture: InspectionInput['capture'] & { readonly label: string }
  readonly selected: NodeId | null
  readonly format?: NumberFormat
}

const STYLE = `:root{color-scheme:light dark;--line:#8884;--dim:#666;--kept:#0a7a5c;--drop:#b3471b}
@media(prefers-color-scheme:dark){:root{--dim:#a2a8b0;--kept:#45c49c;--drop:#ff8a57}}
body{max-width:880px;margin:32px auto;padding:0 20px;font:15px/1.55 system-ui,sans-serif;font-variant-numeric:tabular-nums}
h1{font-size:22px;margin:0 0 4px}h2{font-size:15px;margin:28px 0 6px;border-top:1px solid var(--line);padding-top:12px}
p{margin:6px 0}table{border-collapse:collapse;width:100%}th,td{padding:3px 10px 3px 0;text-align:left;vertical-align:top;font-weight:400;border-top:1px solid var(--line)}
thead th{border:0;color:var(--dim);font-size:13px}.n{text-align:right;white-space:nowrap}.dim{color:var(--dim)}.why{font-size:17px}
code{font:13px ui-monospace,monospace;overflow-wrap:anywhere}ol{padding-left:22px}li{margin:6px 0}.decided{border-left:3px solid var(--kept);padding-left:8px}
svg{width:100%;height:auto}pre{white-space:pre-wrap;overflow-wrap:anywhere;font:inherit;margin:0}
@media print{body{margin:0;max-width:none}}`

function section(title: string, body: string): string {
  return body === '' ? '' : `<section><h2>${escapeHtml(title)}</h2>${body}</section>`
}

function row(cells: readonly (string | { readonly n: string })[]): string {
  return `<tr>${cells.map((cell) => (typeof cell === 'string' ? `<td>${cell}</td>` : `<td class="n">${cell.n}</td>`)).join('')}</tr>`
}

function head(cells: readonly string[], numeric: readonly number[] = []): string {
  return `<thead><tr>${cells.map((cell, i) => `<th scope="col"${numeric.includes(i) ? ' class="n"' : ''}>${escapeHtml(cell)}</th>`).join('')}</tr></thead>`
}

function parameters({ info, preset, extraction }: ReportInput, format: NumberFormat): string {
  const standard = presetValues(info.params, preset)
  const rows = Object.entries(info.params).map(([name, spec]) => {
    const value = extraction.params[name] ?? spec.default
    const usual = standard[name]
    const changed =
      usual !== undefined && usual !== value ? ` <span class="dim">(preset: ${escapeHtml(valueWords(spec, usual, format))})</span>` : ''
    return row([
      escapeHtml(spec.label),
      `<b>${escapeHtml(valueWords(spec, value, format))}</b>${changed}`,
      `<span class="dim">${escapeHtml(spec.description)}</span>`,
    ])
  })
  return rows.length === 0 ? '' : `<table>${head(['parameter', 'value', 'what it does'])}<tbody>${rows.join('')}</tbody></table>`
}

function why({ page, extraction, trace, info, selected }: ReportInput, format: NumberFormat): string {
  if (selected === null || !trace || selected >= page.count) return ''
  const explanation = explainNode(page, { extraction, trace, rules: info.rules }, selected, 60)
  const hidden = hiddenCause(page, selected)
  const decisive = wasTakenOut(explanation, hidden) ? null : explanation.decisive
  const item = (reason: Reason, words: string): string => {
    const about =
      reason.line >= 0
        ? `source line ${reason.line + 1}`
        : reason.distance === 0
          ? 'this node'
          : escapeHtml(nodeLabel(page, reason.node, 40))
    const slack = slackOf(reason)
    const written = ruleFormat(reason, format)
    const numbers =
      slack === null
        ? ''
        : ` <span class="dim">value ${escapeHtml(written(reason.value))}, ${reason.choice ? 'next' : 'limit'} ${reason.spec?.relation ?? ''} ${escapeHtml(written(reason.limit))}, ${reason.choice ? 'lead' : 'slack'} ${escapeHtml(written(slack))}</span>`
    return `<li${reason.decision === decisive?.decision ? ' class="decided"' : ''}><b>${escapeHtml(reason.spec?.label ?? reason.rule)}</b> <span class="dim">on ${about}</span><br>${escapeHtml(words)}${numbers}</li>`
  }
  const items = [
    ...explanation.reasons.map((reason) => item(reason, ruleSentence(reason, format))),
    ...explanation.below.map((group) => item(group.closest, `Inside it, ${belowWords(group, format)}; closest:`)),
  ]
  const measures = info.measures
    .filter((m) => m.per === 'node' && !Number.isNaN(extraction.measures[m.id]?.[selected] ?? Number.NaN))
    .map((m) =>
      row([
        escapeHtml(m.label),
        { n: escapeHtml(format(extraction.measures[m.id]?.[selected] ?? Number.NaN)) },
        `<span class="dim">${escapeHtml(m.unit)}</span>`,
        `<span class="dim">${escapeHtml(m.description)}</span>`,
      ]),
    )
  return (
    `<p><code>${escapeHtml(nodeLabel(page, selected, 80))}</code> <span class="dim">${escapeHtml(textPreview(page, selected, 160))}</span></p>` +
    `<p class="why">${escapeHtml(headline(page, explanation, hidden, format))}</p>` +
    (items.length > 0 ? `<ol>${items.join('')}</ol>` : '') +
    (measures.length > 0
      ? `<table>${head(['measure', 'value', 'unit', 'what it is'], [1])}<tbody>${measures.join('')}</tbody></table>`
      : '')
  )
}

function candidates({ page, extraction }: ReportInput, format: NumberFormat): string {
  const best = extraction.candidates?.[0]
  if (!best) return ''
  const rows = (extraction.candidates ?? []).map((candidate, i) => {
    const share = best.score > 0 && Number.isFinite(best.score) ? writtenShare(candidate.score / best.score) : ''
    const terms = candidate.terms.map((term) => `${escapeHtml(term.label)} ${escapeHtml(format(term.value))}`).join(', ')
    return row([{ n: String(i + 1) }, `<code>${escapeHtml(nodeLabel(page, candidate.node, 40))}</code>`, terms, { n: share }])
  })
  return `<table>${head(['#', 'candidate', 'terms', 'of best'], [0, 3])}<tbody>${rows.join('')}</tbody></table>`
}

function verdict({ extraction }: ReportInput, format: NumberFormat): string {
  const found = extraction.verdict
  if (!found) return ''
  return `<p><b>${found.pageType === 'article' ? 'Article' : 'Overview page'}</b>: ${escapeHtml(format(found.value))} against the limit ${escapeHtml(format(found.limit))}, margin ${escapeHtml(format(found.margin))}.</p><p>${escapeHtml(found.sentence)}</p>`
}

function charts({ page, extraction, info }: ReportInput, format: NumberFormat): string {
  return info.charts
    .map((spec) => {
      const id = spec.series[0] ?? ''
      const { lines } = extraction
      const values = spec.per === 'line' ? lines?.measures[id] : extraction.measures[id]
      if (!values) return ''
      const kept = spec.per === 'line' ? (i: number) => lines?.content[i] === 1 : (i: number) => extraction.selected[i] === KEPT
      const threshold = spec.threshold === undefined ? undefined : extraction.values[spec.threshold]
      const picture = reportChart({ values, kept, threshold: threshold ?? null, title: spec.title, format })
      if (picture === '') return ''
      const note = columnWords(chartAxis(values, false).subject.length, BOX.width, spec.per)
      const caption = [spec.title, spec.figure, note].filter(Boolean).join(', ')
      return `<figure style="margin:8px 0"><figcaption>${escapeHtml(caption)}</figcaption>${picture}</figure>`
    })
    .join('')
    .concat(page.count === 0 ? '<p>The page is empty.</p>' : '')
}

/**
 * Writes the report. Pure: the same input gives the same file. Linear in the page and the trace.
 * Everything that comes from the page is escaped; the file holds no script and no address is loaded.
 */
export function reportHtml(input: ReportInput): string {
  const { page, capture, info, preset, extraction, version } = input
  const format = input.format ?? plainNumber
  const coverage = visibleCoverage(page, extraction.selected)
  const warning = coverageWarning(coverage)
  const title = `${capture.title || capture.label} – ${info.title}`
  const figures = `<p>Kept ${format(countWords(extractedText(extraction)))} words, ${writtenShare(coverage.share)} of the ${format(coverage.seen)} characters that the page shows${warning ? `. <b>${escapeHtml(warning)}</b>` : '.'}</p>`
  const warnings = extraction.warnings.map((text) => `<p>${escapeHtml(text)}</p>`).join('')
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${escapeHtml(title)}</title><style>${STYLE}</style></head><body>
<header><h1>${escapeHtml(capture.title || capture.label)}</h1>
<p class="dim">${escapeHtml(capture.url ?? capture.label)}<br>captured ${escapeHtml(capture.capturedAt)}, ${capture.mode === 'rendered' ? 'rendered page' : 'source HTML'}</p>
<p>${escapeHtml(info.title)}: ${escapeHtml(info.summary)}<br><span class="dim">${escapeHtml(`${info.paper.authors}: ${info.paper.title}. ${info.paper.venue} ${info.paper.year}`)}</span></p>
${figures}${warnings}</header>
${section('Why', why(input, format))}
${section('Verdict', verdict(input, format))}
${section('Values over the page', charts(input, format))}
${section('Best candidates', candidates(input, format))}
${section(`Parameters, preset “${preset}”`, parameters(input, format))}
${section('Extracted text', `<pre>${escapeHtml(extractedText(extraction))}</pre>`)}
<footer><p class="dim">Boilerscope ${escapeHtml(version)}</p></footer>
</body></html>
`
}

interface ReportChart {
  readonly values: Float64Array
  readonly kept: (index: number) => boolean
  readonly threshold: number | null
  readonly title: string
  readonly format: NumberFormat
}

const BOX = { left: 56, top: 0, width: 784, height: 160 }
const RIGHT = BOX.left + BOX.width

const LOOKS: Readonly<Partial<Record<ShapeRole, Look>>> = {
  area: { fill: 'currentColor', fillOpacity: 0.45 },
  kept: { fill: 'var(--kept)' },
  threshold: { fill: 'none', stroke: 'var(--drop)', strokeDasharray: '5 3' },
}

/**
 * Draws a chart as an SVG element: the largest value per pixel column, a strip of kept positions, the threshold. Returns '' without
 * values.
 */
function reportChart({ values, kept, threshold, title, format }: ReportChart): string {
  const axis = chartAxis(values, false)
  const highest = threshold !== null && Number.isFinite(threshold) ? threshold : 0
  const max = values.reduce((most, value) => (Number.isFinite(value) && value > most ? value : most), highest)
  const window = { from: 0, to: axis.subject.length }
  if (window.to === 0 || max <= 0) return ''
  const clamp = (value: number): number => Math.min(max, Math.max(0, value))
  const scale = { min: 0, max, ticks: [], transform: clamp, invert: clamp }
  const { area } = plotPaths({ data: { series: [{ values }], cluster: null, clusters: 0 }, axis, window, scale }, BOX)
  const columns = Math.min(window.to, BOX.width)
  const strip = markedRuns(axis, window, columns, kept).map(
    ([from, to]) =>
      `M${BOX.left + (from / columns) * BOX.width} 160.5h${Math.max(1, ((to - from) / columns) * BOX.width)}v5H${BOX.left + (from / columns) * BOX.width}z`,
  )
  const words = (text: string, x: number, y: number, role: 'tick' | 'name'): Shape => ({
    type: 'text',
    role,
    x,
    y,
    anchor: 'end',
    size: 11,
    text,
  })
  const shapes: Shape[] = [
    words(format(max), BOX.left - 6, 10, 'tick'),
    words('0', BOX.left - 6, BOX.height, 'tick'),
    { type: 'path', role: 'area', d: area },
    { type: 'path', role: 'kept', d: strip.join('') },
  ]
  if (threshold !== null) {
    const y = yOf(scale, BOX, threshold)
    shapes.push(
      { type: 'line', role: 'threshold', x1: BOX.left, y1: y, x2: RIGHT, y2: y },
      words(`threshold ${format(threshold)}`, RIGHT, y - 4, 'name'),
    )
  }
  const drawn = svgOf(shapes, ({ role }) => LOOKS[role] ?? { fill: 'currentColor' })
  return `<svg viewBox="0 0 ${RIGHT} ${BOX.height + 8}" role="img" aria-label="${escapeHtml(title)}">${drawn}</svg>`
}
