import type { ExportedRun } from './export-run'
import { escapeHtml } from '../base/escape'

/** A page larger than this is left out of the exported film, which then has the tree alone. UTF-16 code units. */
const LARGEST_PAGE = 1_800_000

/** What the page's frame may do: show its own styles and embedded images, nothing else. */
const PAGE_POLICY = `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:">`
const PAGE_STYLE = `<style>
[data-fate="1"]{outline:2px solid #0b7a5c!important;outline-offset:-1px;background-color:rgb(11 122 92 / .10)!important}
[data-fate="1"] [data-fate="1"]{outline:0!important;background-color:transparent!important}
[data-fate="2"]{outline:1px dashed #8a6100!important}
.bs-dim [data-fate="0"]{opacity:.45}
.bs-dim [data-fate="0"] [data-fate="0"]{opacity:1}
[data-now][data-now][data-now]{outline:4px solid #0b5cad!important;outline-offset:2px}
</style>`

/**
 * A self-contained page that plays a run in any browser, without network and without Boilerscope.
 * @param pageHtml the page's view (no scripts, ids in data-bs-id), or null
 */
export function exportHtml(run: ExportedRun, pageHtml: string | null): string {
  const view = pageHtml !== null && pageHtml.length <= LARGEST_PAGE ? pageHtml : null
  const inner = view === null ? null : withHead(view, PAGE_POLICY + PAGE_STYLE)
  const data = JSON.stringify({ ...run, page: inner })
    .replace(/</g, '\\u003c')
    .replace(/\u2028/g, '\\u2028')
    .replace(/\u2029/g, '\\u2029')
  const title = escapeHtml(`${run.method}: ${run.title}`)
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data:; font-src data:; frame-src 'self'">
<title>${title}</title>
<style>${STYLE}</style>
</head>
<body>
<header><h1>${title}</h1><p>${escapeHtml(run.source)}</p>${leftOut(run)}</header>
<main>
<p id="told"><span id="caption" aria-live="polite"></span> <span id="left"></span></p>
<section id="page" aria-label="Page"${inner === null ? ' hidden' : ''}><iframe id="view" title="Page" sandbox="allow-same-origin" tabindex="-1"></iframe></section>
<section id="tree" aria-label="Tree" tabindex="0"></section>
<section id="side" aria-label="Chart and pseudocode"><svg id="chart" role="img" aria-label="Chart"></svg><ol id="code" aria-label="Pseudocode" tabindex="0"></ol></section>
</main>
<footer>
<div id="buttons">
<button type="button" id="first">First</button><button type="button" id="back">Step back</button><button type="button" id="play">Play</button><button type="button" id="on">Step on</button><button type="button" id="last">Last</button>
<label>Speed <select id="speed"><option value="0.5">0.5 ×</option><option value="1" selected>1 ×</option><option value="2">2 ×</option><option value="4">4 ×</option></select></label>
<label>Chapter <select id="chapter"></select></label>
</div>
<input id="moment" type="range" min="0" step="1" value="0" aria-label="Moment">
</footer>
<script type="application/json" id="data">${data}</script>
<script>${PLAYER}</script>
</body>
</html>
`
}

/** Says openly where a film is not the whole run. */
function leftOut({ moments, length }: ExportedRun): string {
  if (moments.length === length) return ''
  return `<p><strong>${moments.length} of ${length} moments:</strong> all steps, and decisions chosen among the many.</p>`
}

function withHead(html: string, addition: string): string {
  const at = /<head[^>]*>/i.exec(html)
  return at ? html.slice(0, at.index + at[0].length) + addition + html.slice(at.index + at[0].length) : addition + html
}

const STYLE = `
*{box-sizing:border-box}html,body{height:100%;margin:0}
body{display:flex;flex-direction:column;font:15px/1.45 system-ui,sans-serif;color:#1b1d21;background:#fff}
header{display:flex;gap:16px;align-items:baseline;padding:8px 16px;border-bottom:1px solid #dcdee3}
h1{font-size:17px;margin:0}h1,header p{flex:0 1 auto;min-width:0;overflow:hidden;text-overflow:ellipsis;white-space:nowrap}header p{margin:0;color:#565b64;font-size:13px}
main{flex:1;min-height:0;display:grid;grid-template:auto 1fr/1.3fr 1fr 1fr;gap:0}
#told{grid-column:1/-1;margin:0;padding:10px 16px;font-size:17px;min-height:3.2em;background:#f7f7f8;border-bottom:1px solid #dcdee3}
#left{color:#565b64;font-size:14px}
section{min-width:0;min-height:0;overflow:auto;border-right:1px solid #dcdee3}
#page{overflow:hidden}#view{border:0;background:#fff;transform-origin:0 0}
.row{display:flex;align-items:center;gap:8px;height:22px;padding-right:8px;font:12px/22px ui-monospace,Menlo,Consolas,monospace;white-space:nowrap}
.row b{flex:1;min-width:0;overflow:hidden;text-overflow:ellipsis;font-weight:400}.row i{flex:none;width:70px;height:9px}.row i span{display:block;width:0;height:100%;background:#3b7fbf}
.row u{flex:none;width:56px;text-align:right;text-decoration:none}.row[data-fate="1"] b{color:#0b6a50;font-weight:700}.row[data-fate="2"] b{color:#7a5600}
.row[data-now]{background:#d9e8f9}
#side{display:flex;flex-direction:column;overflow:hidden}#chart{display:block;flex:0 0 45%;width:100%;min-height:0}#code{flex:1;min-height:0;overflow:auto;margin:0;padding:8px 8px 8px 40px;font:13px/1.6 ui-monospace,Menlo,Consolas,monospace}#code li{white-space:pre-wrap}#code li[aria-current]{background:#fff1cc}
footer{padding:8px 16px;border-top:1px solid #dcdee3}#buttons{display:flex;gap:8px;align-items:center;flex-wrap:wrap}
button,select{font:inherit;padding:4px 12px;border:1px solid #767b84;border-radius:6px;background:#fff;color:inherit}#moment{width:100%;margin-top:8px}
:focus-visible{outline:2px solid #0b5cad;outline-offset:1px}
@media(max-width:900px){main{grid-template:auto 45% 1fr/1fr 1fr}#page{grid-column:1/-1}}`

const PLAYER = String.raw`
(function () {
  'use strict'
  var run = JSON.parse(document.getElementById('data').textContent)
  var $ = function (id) { return document.getElementById(id) }
  var last = run.moments.length - 1, at = -1, m = {}, playing = 0, position = 0, then = 0
  var fates = new Uint8Array(run.nodes), drawn = new Uint8Array(run.nodes), view = null, elements = new Map(), marked = null
  var SVG = 'http://www.w3.org/2000/svg'
  var still = matchMedia('(prefers-reduced-motion: reduce)').matches
  $('moment').max = last
  run.chapters.forEach(function (c, i) { var o = document.createElement('option'); o.value = i; o.textContent = (i + 1) + '. ' + c.name; $('chapter').append(o) })
  run.code.forEach(function (line) { var li = document.createElement('li'); li.textContent = line; $('code').append(li) })
  var rows = run.rows.map(function (r) {
    var row = document.createElement('div'), label = document.createElement('b'), bar = document.createElement('i'), fill = document.createElement('span'), value = document.createElement('u')
    row.className = 'row'; label.textContent = r.label; label.style.paddingLeft = 8 + Math.min(r.depth, 24) * 11 + 'px'
    bar.append(fill); row.append(label, bar, value); $('tree').append(row)
    return { row: row, fill: fill, value: value, shown: '' }
  })
  var rowOfNode = new Map(run.rows.map(function (r, i) { return [r.node, i] }))
  var largest = run.measures.map(function (m) { return Math.log1p(Math.max.apply(null, [1e-9].concat(m.values.filter(function (v) { return v !== null })))) })
  function drawFates() {
    var any = false
    for (var n = 0; n < fates.length; n++) {
      if (fates[n] === 1) any = true
      if (fates[n] === drawn[n]) continue
      drawn[n] = fates[n]
      var element = elements.get(n), row = rows[rowOfNode.get(n)]
      if (element) element.setAttribute('data-fate', fates[n])
      if (row) row.row.setAttribute('data-fate', fates[n])
    }
    if (view) view.body.classList.toggle('bs-dim', any)
  }
  function chapterOf(k) { var c = 0; while (c + 1 < run.chapters.length && run.chapters[c + 1].first <= k) c++; return c }
  function node(name, attributes, text) { var n = document.createElementNS(SVG, name); for (var k in attributes) n.setAttribute(k, attributes[k]); if (text) n.textContent = text; return n }
  function drawChart() {
    var svg = $('chart'); svg.replaceChildren()
    var c = run.charts[m.chart]; if (!c) return
    var W = svg.clientWidth || 300, H = svg.clientHeight || 200, step = (W - 20) / c.values.length
    var y = function (v) { return 8 + (H - 34) * (1 - Math.max(0, Math.min(1, (v - c.min) / (c.max - c.min)))) }, zero = y(Math.max(0, c.min))
    var plain = '', kept = ''
    c.values.forEach(function (v, i) {
      if (v === null) return
      var d = 'M' + (10 + i * step).toFixed(1) + ' ' + zero.toFixed(1) + 'V' + y(v).toFixed(1) + 'h' + Math.max(.6, step * .9).toFixed(1) + 'V' + zero.toFixed(1) + 'z'
      if (parseInt(m.kept[i >> 2] || '0', 16) >> (i & 3) & 1) kept += d; else plain += d
    })
    svg.append(node('path', { d: plain, fill: '#5a9bd4' }), node('path', { d: kept, fill: '#0b7a5c' }))
    if (m.column >= 0) svg.append(node('rect', { x: 9 + m.column * step, y: 8, width: Math.max(3, step + 2), height: H - 34, fill: 'none', stroke: '#0b5cad', 'stroke-width': 2 }))
    var rule = function (v, colour) { svg.append(node('line', { x1: 10, x2: W - 10, y1: y(v), y2: y(v), stroke: colour, 'stroke-dasharray': '6 4' }), node('text', { x: W - 10, y: y(v) - 4, 'text-anchor': 'end', 'font-size': 12, fill: colour }, String(+v.toPrecision(4)))) }
    if (c.threshold !== null) rule(c.threshold, '#b8420a')
    c.centres.forEach(function (v) { rule(v, '#0b5cad') })
    svg.append(node('text', { x: 10, y: H - 6, 'font-size': 12, fill: '#565b64' }, c.label)); svg.setAttribute('aria-label', 'Chart: ' + c.label)
  }
  function show(target) {
    target = Math.max(0, Math.min(last, target))
    if (target < at) { fates.fill(0); m = {}; at = -1 }
    for (var k = at + 1; k <= target; k++) {
      var step = run.moments[k], f = step.fates || []
      for (var i = 0; i < f.length; i += 2) fates[f[i]] = f[i + 1]
      for (var key in step) m[key] = step[key]
    }
    at = target
    var chapter = chapterOf(at), code = run.chapters[chapter].code, sentence = run.sentences[m.text], left = run.moments[at].skipped
    drawFates()
    $('caption').textContent = sentence; $('moment').value = at
    $('left').textContent = left ? left + (left === 1 ? ' moment before this one is' : ' moments before this one are') + ' left out.' : ''
    $('moment').setAttribute('aria-valuetext', (at + 1) + ' of ' + (last + 1) + ': ' + sentence)
    $('chapter').value = chapter
    Array.prototype.forEach.call($('code').children, function (li, i) { if (code.indexOf(i + 1) >= 0) { li.setAttribute('aria-current', 'step') } else li.removeAttribute('aria-current') })
    // All lines that run, and where there are too many of them the first ones.
    var running = $('code').querySelectorAll('[aria-current]')
    if (running.length) { running[running.length - 1].scrollIntoView({ block: 'nearest' }); running[0].scrollIntoView({ block: 'nearest' }) }
    var measure = run.measures[m.measure]
    rows.forEach(function (r, i) {
      var v = measure && run.rows[i].height <= m.known * run.greatestHeight && m.known > 0 ? measure.values[i] : null
      var text = v === null || v === undefined ? '' : String(v)
      if (text !== r.shown) { r.shown = text; r.value.textContent = text; r.fill.style.width = text === '' ? '0' : Math.max(0, Math.min(100, 100 * Math.log1p(Math.max(0, v)) / largest[m.measure])) + '%' }
      if (i === m.row) { r.row.setAttribute('data-now', ''); r.row.scrollIntoView({ block: 'nearest' }) } else r.row.removeAttribute('data-now')
    })
    if (marked) marked.removeAttribute('data-now')
    marked = elements.get(m.row >= 0 ? run.rows[m.row].node : m.node) || null
    if (marked) { marked.setAttribute('data-now', ''); marked.scrollIntoView({ block: 'nearest', behavior: still ? 'auto' : 'smooth' }) }
    drawChart()
  }
  function fit() {
    var W = $('page').clientWidth, H = $('page').clientHeight, scale = Math.min(1, W / run.width), frame = $('view')
    frame.style.width = W / scale + 'px'; frame.style.height = H / scale + 'px'; frame.style.transform = 'scale(' + scale + ')'
  }
  function pause() { cancelAnimationFrame(playing); playing = 0; $('play').textContent = 'Play' }
  function tick(now) {
    var c = chapterOf(at), end = c + 1 < run.chapters.length ? run.chapters[c + 1].first : last + 1, first = run.chapters[c].first
    position = Math.min(end, position + Math.min(250, now - then) * +$('speed').value * (end - first) / run.chapters[c].duration)
    then = now
    if (position >= last) { show(last); return pause() }
    if (Math.floor(position) !== at) show(Math.floor(position))
    playing = requestAnimationFrame(tick)
  }
  function toggle() {
    if (playing) return pause()
    $('play').textContent = 'Pause'
    if (at >= last) show(0)
    position = at; then = performance.now(); playing = requestAnimationFrame(tick)
  }
  function jump(to) { pause(); show(to) }
  $('play').onclick = toggle; $('first').onclick = function () { jump(0) }; $('last').onclick = function () { jump(last) }
  $('back').onclick = function () { jump(at - 1) }; $('on').onclick = function () { jump(at + 1) }
  $('moment').oninput = function () { jump(+this.value) }; $('chapter').onchange = function () { jump(run.chapters[+this.value].first) }
  addEventListener('keydown', function (e) {
    if (/^(INPUT|SELECT|BUTTON)$/.test(e.target.tagName) && e.key !== 'PageDown' && e.key !== 'PageUp') return
    var chapter = chapterOf(at)
    if (e.key === ' ') toggle(); else if (e.key === 'ArrowRight') jump(at + 1); else if (e.key === 'ArrowLeft') jump(at - 1)
    else if (e.key === 'Home') jump(0); else if (e.key === 'End') jump(last)
    else if (e.key === 'PageDown') jump((run.chapters[chapter + 1] || { first: last }).first); else if (e.key === 'PageUp') jump((run.chapters[chapter - 1] || { first: 0 }).first)
    else return
    e.preventDefault()
  })
  addEventListener('resize', function () { fit(); drawChart() })
  if (run.page) {
    $('view').onload = function () {
      view = $('view').contentDocument
      if (!view) return
      Array.prototype.forEach.call(view.querySelectorAll('[data-bs-id]'), function (e) { elements.set(+e.getAttribute('data-bs-id'), e); e.setAttribute('data-fate', fates[+e.getAttribute('data-bs-id')] || 0) })
      show(at)
    }
    fit()
    $('view').srcdoc = run.page
  }
  show(0)
})()`
