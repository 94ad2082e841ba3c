/** Grades the exercises of a page, and stores which are solved. Without this script each exercise shows its answer. */
import { grade, slipOf } from './grading.js'

const lesson = document.querySelector('.exercises').dataset.lesson
const KEY = `boilerscope-exercises-${lesson}`
const forms = [...document.querySelectorAll('.exercise form')]
const progress = document.querySelector('.progress')
const again = document.querySelector('.again')

/** Returns the solved exercises, and whether the browser can store them. */
function readSolved() {
  try {
    const solved = JSON.parse(localStorage.getItem(KEY) ?? '[]')
    return { solved: new Set(Array.isArray(solved) ? solved : []), isKept: true }
  } catch {
    return { solved: new Set(), isKept: false }
  }
}

let { solved, isKept } = readSolved()

function storeSolved() {
  try {
    localStorage.setItem(KEY, JSON.stringify([...solved]))
  } catch {
    isKept = false
  }
}

const idOf = (form) => form.closest('.exercise').id

function showProgress() {
  const count = forms.filter((form) => solved.has(idOf(form))).length
  const note = isKept ? '' : ' This browser does not store your progress.'
  progress.textContent = `${count} of ${forms.length} solved.${note}`
  progress.hidden = false
  again.hidden = count === 0
  for (const form of forms) form.closest('.exercise').querySelector('.mark').textContent = solved.has(idOf(form)) ? '✓ solved' : ''
}

function sentenceFor(verdict, answer, given, isTyped) {
  if (verdict === 'right') return 'Right.'
  if (verdict === 'unread') return isTyped ? 'Type a number, such as 12.5, 2/3 or 7 %.' : 'Choose an answer first.'
  return `Not yet. ${slipOf(answer, given) ?? 'See the hint below.'}`
}

function check(form) {
  const answer = JSON.parse(form.dataset.answer)
  const field = form.querySelector('.typed')
  const given = field ? field.value : (form.querySelector('input:checked')?.value ?? null)
  const verdict = grade(answer, given)
  const said = form.querySelector('.said')
  said.textContent = sentenceFor(verdict, answer, given, field !== null)
  said.dataset.verdict = verdict
  if (verdict === 'unread') return
  form.querySelector('.hint').hidden = verdict === 'right'
  form.closest('.exercise').querySelector('.answer').hidden = false
  if (verdict !== 'right') return
  solved.add(idOf(form))
  storeSolved()
  showProgress()
}

for (const form of forms) {
  form.querySelector('button').hidden = false
  form.closest('.exercise').querySelector('.answer').hidden = true
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    check(form)
  })
  // A click anywhere in a row chooses the row.
  form.addEventListener('click', (event) => {
    const own = event.target.closest('label, input') ? null : event.target.closest('tr')?.querySelector('input')
    if (own) own.checked = true
  })
}

again.addEventListener('click', () => {
  solved = new Set()
  storeSolved()
  showProgress()
  forms[0].querySelector('input').focus()
})

document.querySelector('.still').remove()
showProgress()
