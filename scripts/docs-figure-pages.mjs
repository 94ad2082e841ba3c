// One small page per figure of the articles. The figure shows a row per element with `data-row`. For extractors that read lines, the figure
// shows a row per line.

const html = (body) => `<!doctype html>\n<title>The mill</title>\n<body>\n${body.trim()}\n</body>\n`
const upTo = (from, to, step) => Array.from({ length: Math.round((to - from) / step) + 1 }, (_, k) => Number((from + k * step).toFixed(4)))

const NAV = '<nav data-row><a href="/">Home</a> <a href="/coast">Coast</a> <a href="/sport">Sport</a> <a href="/letters">Letters</a></nav>'
const STILL = 'The mill stood still for forty years, until eleven volunteers took its wheel apart and carried it home piece by piece.'
const TIDE = 'On Saturday the tide turned it again, slowly at first, and the whole village had come to look.'
const SLUICE = 'Then the miller’s granddaughter opened the sluice.'
const WATER = 'We came by boat and saw it from the water, with the lanterns lit and the whole quay full of people.'
const MILLER = 'My grandfather was the last miller there, and he always said that the wheel would turn again one day.'
const FLOUR = 'Does anybody know whether they will grind flour for sale, or is it only for show in the summer?'

const DENSITY = html(`
${NAV}
<article data-row>
<h1>The mill turns again</h1>
<p>${STILL.replace('eleven volunteers', '<a href="/people">eleven volunteers</a>')}</p>
<p>${TIDE}</p>
</article>
<section data-row><h2>Comments</h2><p><a href="/u/7">Ann Carr</a> We came by boat, with the lanterns lit.</p><p><a href="/u/9">Tom Hale</a> So glad that it turns!</p></section>
<aside data-row><h2>Most read</h2><p><a href="/f">Night ferry sold</a> after a long winter</p><p><a href="/o">Oysters are back</a></p></aside>
<footer data-row>All rights reserved. <a href="/imprint">Imprint</a> <a href="/contact">Contact</a></footer>`)

const LINES = `<ul class="menu">
<li><a href="/">Home</a></li>
<li><a href="/coast">Coast</a></li>
<li><a href="/sport">Sport</a></li>
</ul>
<h1>The mill turns again</h1>
<p>${STILL}</p>
<h2>The day</h2>
<p>${TIDE}</p>
<p>${SLUICE} And then, at last, the wheel began to turn.</p>
<ul class="more">
<li><a href="/f">The night ferry was sold</a></li>
<li><a href="/o">Oysters are back in the bay</a></li>
</ul>
<div><a href="/imprint">Imprint</a> <a href="/contact">Contact</a></div>
`

const comments = (count) =>
  html(`
<div class="report" data-row>
<h1>The mill turns again</h1>
<p>${STILL.replace('eleven', '<b>eleven</b>').replace('home', '<i>home</i>')}</p>
<p>${TIDE.replace('whole', '<i>whole</i>')}</p>
<p>${SLUICE.replace('sluice', '<i>sluice</i>')}</p>
</div>
<div class="comments" data-row>
${[WATER, MILLER, FLOUR, WATER, MILLER, FLOUR]
  .slice(0, count)
  .map((text) => `<p>${text}</p>`)
  .join('\n')}
<h2>Comments</h2>
</div>`)

/** Number of lines in the block, text of each line, and number of characters of the page outside the block. */
const LINES_OF_BLOCK = 20
const LINE = 'x'.repeat(40)
const AROUND = 400_000

/** Returns a block with `links` linked lines, on a page with the share `r` of link characters. */
function LINKED(r, links) {
  const block = Array.from({ length: LINES_OF_BLOCK }, (_, k) => `<p>${k < links ? `<a href="/${k}">${LINE}</a>` : LINE}</p>`)
  const linked = Math.round(r * (AROUND + LINES_OF_BLOCK * LINE.length)) - links * LINE.length
  const around = `<p><a href="/">${'x'.repeat(linked)}</a></p><p>${'x'.repeat(AROUND - linked)}</p>`
  return html(`<div data-row>${block.join('')}</div>${around}`)
}

/**
 * `page`: the page, or a function of the first handle's value; with `curve`, a function of this value and of the step. `handles`:
 * parameters (`param`) or arguments of `page` (`name`), each with positions; or sets of switches. `bars`: measure of the bars. `line`:
 * value of the limit line. `whole`: value of a full bar; default: the largest bar or limit. `curve`: measure of a curve, which replaces the
 * bars. `steps`: last step of the curve; the first step is 0.
 */
export const FIGURES = {
  'cetd-threshold': {
    extractor: 'cectd-ds',
    page: DENSITY,
    handles: [{ param: 'lambda', positions: upTo(0, 2, 0.05) }],
    bars: 'density',
    line: 'threshold',
    scale: 'characters per tag',
  },
  'cetd-sums': {
    extractor: 'cetd-ds',
    page: comments,
    handles: [{ name: 'comments', label: 'Comments', positions: [0, 1, 2, 3, 4, 5, 6], at: 2 }],
    parts: 'density',
    scale: 'characters per tag, added up',
  },
  'ttr-border': {
    extractor: 'ttr',
    page: LINES,
    set: { cluster: 'threshold' },
    handles: [{ param: 'c', positions: upTo(0, 2.5, 0.05) }],
    bars: 'smoothed',
    line: 'threshold',
    scale: 'characters per tag, smoothed',
  },
  'ttr-smoothing': {
    extractor: 'ttr',
    page: LINES,
    handles: [{ param: 'radius', positions: upTo(0, 6, 1) }],
    bars: 'smoothed',
    ghost: 'ratio',
    scale: 'characters per tag',
  },
  'cuter-groups': {
    extractor: 'cuter',
    page: html(`
<ul><li data-row><a href="/">Home</a></li><li data-row><a href="/coast">Coast</a></li></ul>
<h1 data-row>The mill turns again</h1>
<p data-row>${STILL}</p>
<p data-row>On Saturday the tide turned it again, <a href="/tide">and the whole village had come to look</a>.</p>
<p data-row>${SLUICE} It began to turn.</p>
<ul><li data-row><a href="/print">Print</a></li><li data-row><a href="/mail">Mail</a></li><li data-row><a href="/share">Share</a></li></ul>
<p data-row>${MILLER}</p>
<p data-row>${WATER}</p>
<p data-row>${FLOUR}</p>`),
    handles: [
      { param: 'maxLP', positions: upTo(0.1, 1, 0.05) },
      { param: 'maxGap', positions: upTo(1, 8, 1), at: 3 },
    ],
    bars: 'LP',
    line: 'maxLP',
    isUpperLimit: true,
    group: 'group',
    whole: 1,
    scale: 'share of links',
  },
  'contentex-filters': {
    extractor: 'contentex',
    page: html(`
<ul><li data-row><a href="/">Home</a></li><li data-row><a href="/forum">Forum</a></li><li data-row><a href="/help">Help</a></li></ul>
<h1 data-row>Where does the eel migrate?</h1>
<div><span data-row>Reply</span> <span data-row>May 17, 2009</span><p data-row>${'They leave the river in autumn, in dark nights with a falling barometer, and nobody has seen them spawn.'}</p></div>
<div><span data-row>Reply</span> <span data-row>May 18, 2009</span><p data-row>Read <a href="/book">the book by Ann Carr</a>: the Sargasso Sea, four thousand miles from here.</p></div>
<div><span data-row>Reply</span> <span data-row>May 19, 2009</span><p data-row>${'My uncle caught them with a lantern, and he smoked them over alder.'}</p></div>
<div data-row>All rights reserved.</div>`),
    set: { linkTable: false, time: false, repeated: false, removeStatements: false, copyright: false, colon: false },
    handles: [
      { label: 'Link tables', switches: { linkTable: true } },
      { label: 'Dates', switches: { time: true } },
      { label: 'Repeated short texts', switches: { repeated: true } },
      { label: 'Statements', switches: { removeStatements: true } },
    ],
  },
  'textsweeper-tolerance': {
    extractor: 'textsweeper',
    page: html(`
<ul><li data-row><a href="/">Home</a></li><li data-row><a href="/forum">Forum</a></li></ul>
<div class="thread">
${[
  'They leave the river in autumn, in dark nights with a falling barometer, and nobody has ever seen them spawn. They do not eat again after they have left, and they cross an ocean on the fat of one summer. Their eyes grow large on the way, their backs turn dark, and what comes back three years later is a leaf of glass as long as a finger, which the current has carried.',
  'My uncle caught them with a lantern, and he smoked them over alder.',
  'Read the book by Ann Carr: they spawn in the Sargasso Sea, four thousand miles from here, and their young drift back for three years. A weir in the river stops them, and so the water board has built a ladder of brushes for them, beside the mill. On a warm night in May you can watch a thousand climb.',
  'Thanks! What do the young ones eat?',
]
  .map((text) => `<div><hr><p data-row>${text}</p><hr></div>`)
  .join('\n')}
</div>
<div data-row>More from <a href="/rivers">the forum on rivers and lakes</a></div>`),
    handles: [{ param: 'tolerance', positions: upTo(0, 1, 0.05) }],
    bars: 'ratio',
    line: 'limit',
    scale: 'weighted characters per tag',
  },
  // The block has twenty lines. Other texts set the page's share of link characters to r. The curve has a point per number of linked lines.
  'cetd-links': {
    extractor: 'cectd-ds',
    page: LINKED,
    handles: [
      {
        name: 'r',
        label: 'r, the share of links on the whole page',
        positions: [0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9],
        at: 0.2,
      },
    ],
    curve: 'density',
    whole: 400,
    steps: LINES_OF_BLOCK,
  },
}
