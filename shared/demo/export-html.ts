import type { ExportedRun } from './export-run'
import { escapeHtml } from '../base/escape'

/** A page larger than this is left out of the exported film, which then has the tree alone. UTF-16 code units. */
const LARGEST_PAGE = 1_800_000

/** What the page's frame may do: show its own styles and embedded images, nothing else. */
const PAGE_POLICY = `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:">`
/** The stage's colours of a measure, lowest first: a page is light. */
const DENSITY = [
  '0.94 0.03 200',
  '0.88 0.05 205',
  '0.82 0.07 210',
  '0.76 0.085 216',
  '0.7 0.1 223',
  '0.64 0.11 231',
  '0.57 0.12 240',
  '0.5 0.125 250',
  '0.43 0.125 260',
  '0.36 0.12 270',
]
const PAGE_STYLE = `<style>
[data-fate="1"]{outline:2px solid #0b7a5c!important;outline-offset:-1px;background-color:rgb(11 122 92 / .10)!important}
[data-fate="1"] [data-fate="1"]{outline:0!important;background-color:transparent!important}
[data-fate="2"]{outline:1px dashed #8a6100!important}
.bs-dim [data-fate="0"]{opacity:.45}
.bs-dim [data-fate="0"] [data-fate="0"]{opacity:1}
${DENSITY.map((colour, k) => `body:not(.bs-dim) [data-heat="${k}"]{background-color:oklch(${colour} / .5)!important}`).join('\n')}
[data-trail="good"]{outline:1px solid #0b7a5c!important}
[data-trail="bad"],[data-trail="out"]{outline:1px solid #b8420a!important}
[data-trail="out"]{background-color:rgb(184 66 10 / .12)!important}
[data-way][data-way]{outline:2px solid #8a6100!important;outline-offset:-2px}
[data-now][data-now][data-now]{outline:4px solid #0b5cad!important;outline-offset:2px}
[data-now="good"][data-now][data-now][data-now]{outline-color:#0b7a5c!important}
[data-now="bad"][data-now][data-now][data-now]{outline-color:#b8420a!important}
</style>`

/** What makes a film play: a script, which contains no closing script tag, and its style sheet. */
export interface FilmPlayer {
  readonly script: string
  readonly style: string
}

/**
 * A self-contained page that plays a run in any browser, without network and without Boilerscope.
 * @param pageHtml the page's view (no scripts, ids in data-bs-id), or null
 * @param beside a second run's film, as a page of its own, and which of its moments goes with each of this one's
 */
export function exportHtml(
  run: ExportedRun,
  pageHtml: string | null,
  player: FilmPlayer,
  beside: { readonly film: string; readonly moments: readonly number[] } | null = null,
): string {
  const view = pageHtml !== null && pageHtml.length <= LARGEST_PAGE ? pageHtml : null
  const inner = view === null ? null : withHead(view, PAGE_POLICY + PAGE_STYLE)
  const data = JSON.stringify({ ...run, page: inner, beside })
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
<style>${player.style}</style>
</head>
<body${beside === null ? '' : ' class="two"'}>
<header><h1>${title}</h1><p>${escapeHtml(run.source)}</p>${leftOut(run)}</header>
<main>
<p id="told"><strong id="step"></strong> <span id="caption" aria-live="polite"></span> <span id="left"></span></p>
<section id="page" aria-label="Page"${inner === null ? ' hidden' : ''}><iframe id="view" title="Page" sandbox="allow-same-origin" tabindex="-1"></iframe></section>
<section id="tree" aria-label="Tree" tabindex="0"></section>
<section id="lines" aria-label="Lines of the source" tabindex="0" hidden></section>
<section id="side" aria-label="Chart, formula and pseudocode"><svg id="chart" role="img" aria-label="Chart"></svg><div id="card" role="group" aria-label="Formula" tabindex="0"></div><ol id="code" aria-label="Pseudocode" tabindex="0"></ol></section>
${beside === null ? '' : '<section id="beside" aria-label="The other run"><iframe id="other" title="The other run"></iframe></section>'}
</main>
<aside id="tour" aria-label="Tour" hidden><p id="stop"><strong id="stop-title"></strong> <span id="stop-text"></span></p><button type="button" id="stop-back">Back</button><button type="button" id="stop-on">Next</button></aside>
<footer>
<div id="buttons">
<button type="button" id="first">First</button><button type="button" id="back">Step back</button><button type="button" id="play">Play</button><button type="button" id="on">Step on</button><button type="button" id="last">Last</button>
<label>Speed <select id="speed"><option value="0.5">0.5 ×</option><option value="1" selected>1 ×</option><option value="2">2 ×</option><option value="4">4 ×</option></select></label>
<label>Chapter <select id="chapter"></select></label>
</div>
<input id="moment" type="range" min="0" step="1" value="0" aria-label="Moment">
</footer>
<script type="application/json" id="data">${data}</script>
<script>${player.script}</script>
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
