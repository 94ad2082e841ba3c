/** Writes the figures of the articles as HTML with the default parameters. `figure.js` moves the figures. */
const share = (value, most) => `${((100 * value) / most).toFixed(1)}%`

function handleMarkup({ label, isSwitch, values, at }) {
  if (isSwitch) return `<label><input type="checkbox"${at === 1 ? ' checked' : ''} autocomplete="off" /> ${label}</label>`
  const range = `<input type="range" min="0" max="${values.length - 1}" value="${at}" aria-valuetext="${values[at]}" autocomplete="off" />`
  return `<label><span>${label}</span> ${range} <b class="value">${values[at]}</b></label>`
}

function barMarkup(bar, count, ghost, most) {
  const parts = Array.from({ length: count }, (_, p) => `<i class="part" style="inline-size:${share([bar].flat()[p] ?? 0, most)}"></i>`)
  const before = ghost === undefined ? '' : `<i class="before" style="inline-size:${share(ghost, most)}"></i>`
  return `<span class="bar">${before}${parts.join('')}</span>`
}

function rowsMarkup({ rows, frames, at, most, ghost, scale }) {
  const [states, line, own] = frames[at]
  const bars = own ?? frames[0][2]
  const counts = rows.map((_, k) => Math.max(...frames.map(([, , one]) => [(one ?? bars)?.[k] ?? 0].flat().length)))
  const items = rows.map((row, k) => {
    const passes = states[k] === states[k].toLowerCase() ? '' : ' data-passes'
    return `<li class="row" data-state="${states[k].toLowerCase()}"${passes}><span class="words">${row}</span>${bars ? barMarkup(bars[k], counts[k], ghost?.[k], most) : ''}</li>`
  })
  const limit = line === null ? '' : `<div class="line" style="--at:${(line / most).toFixed(4)}"></div>`
  return `<div class="chart${bars ? '' : ' only-page'}"><ol>${items.join('')}</ol>${limit}</div>${scale && `<p class="scale">${scale}</p>`}`
}

function curveMarkup({ frames, at, most, plain, steep }) {
  const points = (values) =>
    values.map((value, k) => `${(100 * k) / (values.length - 1)},${(100 - (100 * value) / most).toFixed(2)}`).join(' ')
  const line = (name, values) => `<polyline class="${name}" points="${points(values)}" />`
  return `<div class="plot"><svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">${line('steep', steep)}${line('plain', plain)}${line('curve', frames[at][2])}</svg>
<span class="name steep-name">without logarithms</span><span class="name plain-name">TD</span><span class="name curve-name">CTD</span></div>
<p class="scale"><span>no links</span> <span>only links</span></p>`
}

/** @param moves whether the figure moves its handles once by itself, as the first figure of an article does */
export function figureMarkup(figure, caption, moves) {
  const { frames, handles, way, most, at, rows } = figure
  const data = JSON.stringify({
    frames,
    handles: handles.map(({ isSwitch, values }) => ({ isSwitch, values })),
    way: moves ? way : [],
    most,
  })
  const kept = rows ? ` <span class="said" role="status">${frames[at][0].match(/k/gi)?.length ?? 0} of ${rows.length} kept</span>` : ''
  return `<figure class="live" id="figure-${figure.name}"${moves ? ' data-moves' : ''}>${rows ? rowsMarkup(figure) : curveMarkup(figure)}
<div class="handles">${handles.map(handleMarkup).join('')}${kept}</div><figcaption>${caption}</figcaption><script type="application/json">${data.replaceAll('<', '\\u003c')}</script></figure>`
}
