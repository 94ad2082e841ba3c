/** Moves the figures of an article. A figure contains the extractor's result for every position of its handles; this script shows one. */
const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches
/** Maximum milliseconds of the first movement, and of one position in it. */
const SHOWING = 4000
const SWITCHED = 700

/** Returns the points of a curve in a box of 100 by 100; the box clips larger values. */
const pointsOf = (values, most) => values.map((value, k) => `${(100 * k) / (values.length - 1)},${100 - (100 * value) / most}`).join(' ')

function start(figure) {
  const { frames, handles, way, most } = JSON.parse(figure.querySelector('script').textContent)
  const inputs = [...figure.querySelectorAll('input')]
  const rows = [...figure.querySelectorAll('.row')]
  const line = figure.querySelector('.line')
  const curve = figure.querySelector('.curve')
  const said = figure.querySelector('.said')
  const placed = inputs.map((input, h) => (handles[h].isSwitch ? Number(input.checked) : Number(input.value)))

  const frameAt = (place) => frames[place.reduce((at, k, h) => at * handles[h].values.length + k, 0)]

  function show(place) {
    const [states, limit, own] = frameAt(place)
    const bars = own ?? frames[0][2]
    place.forEach((k, h) => {
      placed[h] = k
      if (handles[h].isSwitch) inputs[h].checked = k === 1
      else {
        inputs[h].value = k
        inputs[h].nextElementSibling.textContent = handles[h].values[k]
        inputs[h].setAttribute('aria-valuetext', handles[h].values[k])
      }
    })
    curve?.setAttribute('points', pointsOf(bars, most))
    rows.forEach((row, k) => {
      row.dataset.state = states[k].toLowerCase()
      row.toggleAttribute('data-passes', states[k] !== states[k].toLowerCase())
      if (!bars) return
      const parts = row.querySelectorAll('.part')
      parts.forEach((part, p) => (part.style.inlineSize = `${(100 * ([bars[k]].flat()[p] ?? 0)) / most}%`))
    })
    if (line) line.style.setProperty('--at', limit / most)
    if (said) said.textContent = `${states.match(/k/gi)?.length ?? 0} of ${rows.length} kept`
  }

  let showing = 0
  const stop = () => clearInterval(showing)
  const last = [...placed]
  figure.addEventListener('pointerdown', stop)
  figure.addEventListener('keydown', stop)
  figure.addEventListener('input', () =>
    show(inputs.map((input, h) => (handles[h].isSwitch ? Number(input.checked) : Number(input.value)))),
  )

  // Dragging the line moves the first handle to the nearest position.
  const chart = line?.parentElement
  const drag = (event) => {
    const column = rows[0].querySelector('.bar').getBoundingClientRect()
    const wanted = (most * (event.clientX - column.left)) / column.width
    const distance = (k) => Math.abs(frameAt([k, ...placed.slice(1)])[1] - wanted)
    const best = handles[0].values.reduce((one, _, k) => (distance(k) < distance(one) ? k : one), 0)
    show([best, ...placed.slice(1)])
  }
  line?.addEventListener('pointerdown', (down) => {
    line.setPointerCapture(down.pointerId)
    chart.addEventListener('pointermove', drag)
    line.addEventListener('lostpointercapture', () => chart.removeEventListener('pointermove', drag), { once: true })
  })

  if (isStill || !figure.hasAttribute('data-moves')) return
  if (handles[0].isSwitch) show(placed.map(() => 0))
  const seen = new IntersectionObserver(([entry]) => {
    if (!entry.isIntersecting) return
    seen.disconnect()
    let step = 0
    const next = () => {
      show(way[step++] ?? last)
      if (step >= way.length) stop()
    }
    showing = setInterval(next, Math.min(SWITCHED, SHOWING / way.length))
  })
  seen.observe(figure)
}

for (const figure of document.querySelectorAll('.live')) start(figure)
