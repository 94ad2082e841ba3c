// Exercises of the articles. Questions are data in docs/site/exercises; answers come from runs of the extractor.
import { registry } from '../electron/peers/registry'
import { symbolOf } from '../renderer/components/math/formula'
import cetd from '../docs/site/exercises/cetd.mjs'
import contentex from '../docs/site/exercises/contentex.mjs'
import cuter from '../docs/site/exercises/cuter.mjs'
import textsweeper from '../docs/site/exercises/textsweeper.mjs'
import ttr from '../docs/site/exercises/ttr.mjs'
import { nodeLabel } from '../shared/explain/node-label'
import { children } from '../shared/page/page-model'
import { mathml, measureAt, runByHand, shownNumber, shownValue } from './docs-hand.mjs'

export const EXERCISES = [cetd, ttr, cuter, contentex, textsweeper].map((source) => ({
  ...source,
  exercises: Object.entries(source.exercises).flatMap(([level, own]) =>
    Object.entries(own).map(([id, one]) => {
      const kind = ['number', 'node', 'choice'].find((name) => one[name])
      return { id, level, kind, of: one[kind], ...one }
    }),
  ),
}))

/** Largest accepted relative error, if the correct number is not an integer. */
const TOLERANCE = 0.01
const SHOWN = 40

function runExercise(source, exercise, option = {}) {
  let { html } = source.page
  for (const [from, to] of option.edit ? [option.edit] : []) {
    if (html.split(from).length !== 2) throw new Error(`${source.id}, ${exercise.id}: ${from} does not occur exactly once in the page`)
    html = html.replace(from, () => to)
  }
  return runByHand(exercise.extractor ?? source.extractor, html, { ...source.set, ...exercise.set, ...option.set })
}

const cut = (text) => (text.length > SHOWN ? `${text.slice(0, SHOWN).trimEnd()}…` : text)

function rowsOf({ page, extraction }) {
  if (extraction.lines) {
    const { start, end, content } = extraction.lines
    return Array.from(start, (from, k) => {
      const text = cut(page.html.slice(from, end[k]))
      return { at: k, name: `line ${k + 1}`, depth: 0, text, isKept: content[k] === 1 }
    })
  }
  const rows = []
  const counts = new Map()
  const depth = new Map([[page.parent[page.body], -1]])
  for (let n = page.body; n < page.subtreeEnd[page.body]; n++) {
    if (page.kind[n] !== 1) continue
    const label = nodeLabel(page, n)
    counts.set(label, (counts.get(label) ?? 0) + 1)
    depth.set(n, depth.get(page.parent[n]) + 1)
    const own = children(page, n).flatMap((k) => (page.kind[k] === 2 ? [page.text[k].trim()] : []))
    const text = cut(own.filter(Boolean).join(' … '))
    rows.push({ at: n, label, nth: counts.get(label), depth: depth.get(n), text, isKept: extraction.selected[n] === 1 })
  }
  return rows.map((row) => ({ ...row, name: counts.get(row.label) > 1 ? `${row.label} ${row.nth}` : row.label }))
}

function rowNamed(rows, name, exercise) {
  const row = rows.find((one) => one.name === name)
  if (row === undefined) throw new Error(`${exercise.id}: the page has no row ${name}`)
  return row
}

function numberAnswer(run, rows, exercise) {
  const read = (id, name) =>
    name === undefined ? (run.extraction.values?.[id] ?? run.params[id]) : measureAt(run.extraction, id, rowNamed(rows, name, exercise).at)
  const { measure, at, value: ofPage, words } = exercise.of
  const value = words ? run.words : ofPage === undefined ? read(measure, at) : run.extraction.values?.[ofPage]
  if (!Number.isFinite(value)) throw new Error(`${exercise.id}: the answer of the run is not a number`)
  const tolerance = Number.isInteger(value) ? 0 : Math.abs(value) * TOLERANCE
  const slips = Object.entries(exercise.slips ?? {}).map(([say, compute]) => {
    const wrong = compute(read)
    if (!Number.isFinite(wrong) || Math.abs(wrong - value) <= tolerance)
      throw new Error(`${exercise.id}: “${say}” gives ${wrong}, which is not a wrong answer`)
    return { value: wrong, say }
  })
  return { value, tolerance, shown: shownNumber(value), slips }
}

function rowAnswer(run, rows, exercise) {
  const { value, most, least, status } = exercise.of
  const among = exercise.among ? rows.filter(({ name }) => exercise.among.includes(name)) : rows
  const numbers = among.map((row) => measureAt(run.extraction, most ?? least, row.at) ?? Number.NaN)
  const known = numbers.filter(Number.isFinite)
  const best = most ? Math.max(...known) : Math.min(...known)
  const right = value
    ? among.filter(({ at }) => at === run.extraction.values[value])
    : status
      ? among.filter(({ isKept }) => isKept === (status === 'kept'))
      : among.filter((_, k) => numbers[k] === best)
  const chosen = status && !exercise.among ? right.slice(0, 1) : right
  if (chosen.length === 0 || chosen.length === rows.length)
    throw new Error(`${exercise.id}: ${chosen.length} of ${rows.length} rows are correct; an exercise needs correct and wrong rows`)
  const spec = run.extractor.measures.find(({ id }) => id === (most ?? least))
  const slips = among.flatMap((row, k) =>
    spec === undefined || chosen.includes(row) || !Number.isFinite(numbers[k])
      ? []
      : [{ chosen: row.at, say: `Its ${spec.label} is ${shownNumber(numbers[k])}; another row has a ${most ? 'higher' : 'lower'} value.` }],
  )
  return { rows: chosen.map(({ at }) => at), shown: chosen.map(({ name }) => name).join(', '), slips }
}

function holds({ extraction }, { keeps = [], loses = [], verdict }) {
  const has = (words) => extraction.text.includes(words)
  return [keeps].flat().every(has) && ![loses].flat().some(has) && (verdict === undefined || extraction.verdict?.pageType === verdict)
}

function settingsOf(extractor, set) {
  return Object.entries(set)
    .map(([name, value]) => {
      const spec = registry.get(extractor).params[name]
      return `${spec.label} = ${shownValue(spec, value)}`
    })
    .join(', ')
}

function choiceAnswer(source, exercise) {
  const options = exercise.options.map((option) => {
    const run = runExercise(source, exercise, option)
    const label = option.say ?? (option.set ? settingsOf(run.extractor.id, option.set) : 'Leave the page as it is')
    const kept = run.words === 0 ? 'nothing is kept' : `${run.words} words are kept, “${cut(run.extraction.text.replace(/\s+/g, ' '))}”`
    const verdict = run.extraction.verdict ? `; verdict: ${run.extraction.verdict.pageType}` : ''
    const [from = '', to = ''] = option.edit ?? []
    return { label, from, to, outcome: `${kept}${verdict}`, isRight: holds(run, exercise.of) }
  })
  const right = options.flatMap(({ isRight }, k) => (isRight ? [k] : []))
  if (right.length !== 1)
    throw new Error(
      `${source.id}, ${exercise.id}: ${right.length} of the choices are right: ${options.map(({ outcome }) => outcome).join(' | ')}`,
    )
  const slips = options.flatMap(({ isRight, outcome }, chosen) => (isRight ? [] : [{ chosen, say: `With this choice, ${outcome}.` }]))
  return { options, answer: { option: right[0], shown: options[right[0]].label, slips } }
}

const ANSWERS = { number: numberAnswer, node: rowAnswer }

function exerciseFacts(source, exercise, index) {
  const run = runExercise(source, exercise)
  const { id, kind, level, ask, hint, unit = '' } = exercise
  const { measures, title } = run.extractor
  const rows = rowsOf(run)
  const columns = (exercise.show ?? []).map((id) => {
    const spec = measures.find((one) => one.id === id)
    if (spec === undefined) throw new Error(`${exercise.id}: no measure ${id}`)
    return { id, label: spec.label, symbol: mathml(symbolOf(id, measures), false) }
  })
  const setByOptions = new Set((exercise.options ?? []).flatMap(({ set = {} }) => Object.keys(set)))
  const settled = Object.fromEntries(Object.entries({ ...source.set, ...exercise.set }).filter(([name]) => !setByOptions.has(name)))
  const { options = [], answer } =
    exercise.kind === 'choice' ? choiceAnswer(source, exercise) : { answer: ANSWERS[exercise.kind](run, rows, exercise) }
  return {
    ...{ id, kind, level, title, ask, hint, unit, columns, options, answer },
    number: index + 1,
    set: settingsOf(run.extractor.id, settled),
    rows: rows.map((row) => ({ ...row, values: columns.map(({ id }) => shownNumber(measureAt(run.extraction, id, row.at))) })),
  }
}

/** Returns the page and the answered exercises per extractor. @throws Error if an exercise does not fit the page or a run */
export function readExercises() {
  return EXERCISES.map((source) => ({
    id: source.id,
    title: registry.get(source.extractor).title,
    name: source.name,
    page: source.page,
    exercises: source.exercises.map((exercise, index) => exerciseFacts(source, exercise, index)),
  }))
}
