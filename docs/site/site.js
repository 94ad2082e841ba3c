/** Loads a stage on request, and the search when it opens. */
for (const stage of document.querySelectorAll('.stage')) {
  const play = stage.querySelector('.play')
  const handles = stage.querySelector('.handles')
  const query = new URLSearchParams(stage.dataset.address.slice(stage.dataset.address.indexOf('#') + 1))
  const frame = document.createElement('iframe')
  frame.title = stage.dataset.title

  /** Shows the stage of the present query. The address of the frame contains its whole state. */
  const show = () => {
    const address = new URL(stage.dataset.address, document.baseURI)
    address.hash = query.toString()
    if (frame.isConnected) frame.contentWindow.location.hash = address.hash
    else {
      frame.src = address.href
      play.replaceWith(frame)
      handles.hidden = handles.childElementCount === 0
    }
  }
  play.hidden = false
  play.addEventListener('click', () => {
    show()
    frame.focus()
  })

  let waiting = 0
  handles.addEventListener('input', ({ target }) => {
    target.nextElementSibling.textContent = target.value
    const inputs = [...handles.querySelectorAll('input')].filter((input) => input.value !== input.defaultValue || input === target)
    query.delete('set')
    for (const { name, value, dataset } of inputs)
      for (const pair of [dataset.also, `${name}=${value}`]) if (pair !== '') query.append('set', pair)
    clearTimeout(waiting)
    waiting = setTimeout(show, 120)
  })

  const buttons = [...document.querySelectorAll('.switch button')]
  for (const button of buttons) {
    button.addEventListener('click', () => {
      for (const other of buttons) other.setAttribute('aria-pressed', String(other === button))
      query.set('extractor', button.dataset.extractor)
      query.delete('set')
      show()
    })
  }
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

/** Opens the folds around the target of the address. */
function openFold() {
  const place = location.hash && document.getElementById(decodeURIComponent(location.hash.slice(1)))
  for (let fold = place && place.closest('details'); fold; fold = fold.parentElement.closest('details')) fold.open = true
  if (place) place.scrollIntoView()
}
addEventListener('hashchange', openFold)
openFold()

// On a phone the table of contents is closed at first, because it would hide the page.
if (matchMedia('(max-width: 50rem)').matches) document.querySelector('nav details').open = false
