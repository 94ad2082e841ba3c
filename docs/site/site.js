/** Numbers in the prose that are dragged, and the search, which is loaded when it is opened. */
const stage = document.querySelector('.stage iframe')

/** Changes what the stage of the page shows; the address of its frame says all of it. */
function changeStage(change) {
  const frame = stage?.contentWindow
  if (!frame) return
  const query = new URLSearchParams(frame.location.hash.slice(1))
  change(query)
  frame.location.hash = query.toString()
}

/** Tells the stage values, as `name=value`. */
function tell(values) {
  changeStage((query) => {
    const isNew = (pair) => !values.some((value) => pair.startsWith(value.slice(0, value.indexOf('=') + 1)))
    const others = query.getAll('set').filter(isNew)
    query.delete('set')
    for (const pair of [...others, ...values]) query.append('set', pair)
  })
}

for (const button of document.querySelectorAll('.switch button')) {
  button.addEventListener('click', () => {
    for (const other of button.parentElement.querySelectorAll('button')) other.setAttribute('aria-pressed', String(other === button))
    changeStage((query) => {
      query.set('extractor', button.dataset.extractor)
      query.delete('set')
    })
  })
}

for (const number of document.querySelectorAll('.drag')) {
  const [least, most, step] = ['aria-valuemin', 'aria-valuemax', 'data-step'].map((name) => Number(number.getAttribute(name)))
  const digits = (String(step).split('.')[1] ?? '').length
  const first = Number(number.textContent)
  let waiting = 0
  const set = (wanted) => {
    const value = Math.min(most, Math.max(least, Math.round(wanted / step) * step)).toFixed(digits)
    if (value === number.textContent) return
    for (const same of document.querySelectorAll(`.drag[data-param="${number.dataset.param}"]`)) {
      same.textContent = value
      same.setAttribute('aria-valuenow', value)
    }
    clearTimeout(waiting)
    waiting = setTimeout(() => tell([...(number.dataset.also?.split(' ') ?? []), `${number.dataset.param}=${value}`]), 120)
  }
  number.addEventListener('keydown', (event) => {
    const now = Number(number.textContent)
    const steps = { ArrowUp: 1, ArrowRight: 1, ArrowDown: -1, ArrowLeft: -1, PageUp: 10, PageDown: -10 }[event.key]
    if (steps !== undefined) set(now + steps * step)
    else if (event.key === 'Home') set(least)
    else if (event.key === 'End') set(most)
    else if (event.key === 'Escape') set(first)
    else return
    event.preventDefault()
  })
  number.addEventListener('pointerdown', (down) => {
    const from = Number(number.textContent)
    number.setPointerCapture(down.pointerId)
    const move = (event) => set(from + Math.round((event.clientX - down.clientX) / 6) * step)
    number.addEventListener('pointermove', move)
    number.addEventListener('lostpointercapture', () => number.removeEventListener('pointermove', move), { once: true })
  })
}

// A film moves only where motion is welcome, and whoever reads beside it can stop it. Without scripts it is a still picture.
for (const film of document.querySelectorAll('.film')) {
  const picture = film.querySelector('img')
  const still = picture.src
  const button = document.createElement('button')
  const play = (plays) => {
    picture.src = plays ? picture.dataset.film : still
    button.textContent = plays ? 'Stop the film' : 'Play the film'
  }
  button.addEventListener('click', () => play(picture.src === still))
  picture.after(button)
  play(!matchMedia('(prefers-reduced-motion: reduce)').matches)
}

const search = document.querySelector('.search')
const field = search.querySelector('input')
const list = search.querySelector('ol')
let engine
search.addEventListener('toggle', async () => {
  if (!search.open) return
  field.focus()
  engine ??= import(new URL(`${search.dataset.bundle}pagefind.js`, document.baseURI).href)
})
search.addEventListener('keydown', (event) => {
  if (event.key !== 'Escape') return
  search.open = false
  search.querySelector('summary').focus()
})
field.addEventListener('input', async () => {
  const asked = field.value
  const pagefind = await engine
  const { results } = await pagefind.search(asked)
  const found = await Promise.all(results.slice(0, 8).map((result) => result.data()))
  if (asked !== field.value) return
  list.replaceChildren(
    ...found.map(({ url, meta, excerpt }) => {
      const item = document.createElement('li')
      const link = document.createElement('a')
      link.href = url
      link.textContent = meta.title
      const text = document.createElement('p')
      text.innerHTML = excerpt
      item.append(link, text)
      return item
    }),
  )
  if (found.length === 0 && asked !== '') list.textContent = 'Nothing found. Try a single word.'
})

// On a phone the contents are in the way until they are asked for.
if (matchMedia('(max-width: 50rem)').matches) document.querySelector('nav details').open = false
