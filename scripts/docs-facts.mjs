// What the web site says of the methods, made from the methods themselves: parameters, formulas, tours, and runs on the samples.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { registry } from '../electron/peers/registry'
import { createSamples } from '../electron/services/samples'
import { formulaWithSymbols, symbolOf } from '../renderer/components/math/formula'
import { codeLines } from '../shared/demo/code-place'
import { markOf } from '../shared/demo/tours/tour'
import { TOURS } from '../shared/demo/tours/tours'
import { resolveParams, traceExtractor } from '../shared/extractors/core/run'
import { originWords } from '../shared/extractors/quotations'
import { scoreText } from '../shared/metrics/text-scores'
import { parsePage } from '../shared/page/parse-page'
import { countWords } from '../shared/page/text'
import { CONSTANTS, LISTS } from './docs-constants.mjs'
import { readExercises } from './docs-exercises.mjs'
import { leftSide, mathml, readHand } from './docs-hand.mjs'
import { momentsOf } from './docs-moments.mjs'

function shown(spec, value) {
  if (spec.kind === 'boolean') return value ? 'on' : 'off'
  if (spec.kind === 'choice') return spec.options.find((option) => option.value === value)?.label ?? value
  return String(value)
}

function paramFacts([name, spec]) {
  const range =
    spec.kind === 'number'
      ? `${spec.min} to ${spec.max}`
      : spec.kind === 'boolean'
        ? 'on, off'
        : spec.options.map(({ label }) => label).join(', ')
  return {
    name,
    label: spec.label,
    description: spec.description,
    origin: originWords(spec),
    range,
    default: shown(spec, spec.default),
    asPrinted: spec.asPrinted === undefined ? null : shown(spec, spec.asPrinted),
    ...(spec.kind === 'number' ? { value: spec.default, min: spec.min, max: spec.max, step: spec.step } : {}),
  }
}

function methodFacts(extractor) {
  const { id, title, family, paper, summary, params, measures, rules, pseudocode } = extractor
  const tour = TOURS.find((one) => one.extractor === id)
  return {
    id,
    title,
    family,
    paper,
    summary,
    params: Object.entries(params).map(paramFacts),
    formulas: measures
      .filter(({ tex }) => tex !== '')
      .map((one) => ({
        label: one.label,
        unit: one.unit,
        description: one.description,
        math: mathml(`${leftSide(one, measures)}${formulaWithSymbols(one.tex, measures)}`),
      })),
    symbols: measures.map((one) => ({
      math: mathml(symbolOf(one.id, measures), false),
      label: one.label,
      unit: one.unit,
      description: one.description,
    })),
    rules: rules.map(({ label, sentence }) => ({ label, sentence })),
    pseudocode: codeLines(pseudocode),
    tour: tour && { title: tour.title, sample: tour.sample, stops: tour.stops.map(({ title: name, text }) => ({ title: name, text })) },
  }
}

/** @param root the project's folder */
export async function readFacts(root) {
  const folder = join(root, 'electron', 'samples')
  const samples = await createSamples(folder).list()
  const methods = registry.list().map(methodFacts)
  const runs = {}
  for (const { id, file, url, mode } of samples) {
    const html = await readFile(join(folder, 'pages', file), 'utf8')
    const page = parsePage(html, { sourcePositions: true, scriptingEnabled: mode === 'rendered', url })
    const gold = await readFile(join(folder, 'gold', `${id}.txt`), 'utf8').catch(() => null)
    runs[id] = { gold: gold === null ? null : countWords(gold) }
    for (const extractor of registry.list()) {
      const { extraction, trace } = traceExtractor(page, extractor, resolveParams(extractor, 'default', {}))
      const { text, verdict } = extraction
      const values = Object.assign({}, ...trace.steps.map((step) => step.values), extraction.values)
      const score = gold === null ? null : scoreText(text, gold)
      runs[id][extractor.id] = { words: countWords(text), values, verdict: verdict?.pageType ?? null, f1: score?.f1 ?? null }
    }
  }
  // The tours' sentences name values of their runs.
  for (const { id, tour } of methods) {
    const source = TOURS.find((one) => one.extractor === id)
    const sampleOf = () => samples.find((one) => one.id === tour.sample)
    const moments = tour ? await momentsOf(folder, sampleOf(), registry.get(id), source) : []
    tour?.stops.forEach((stop, k) => (stop.moment = moments[k]))
    for (const stop of tour?.stops ?? []) {
      stop.sentences = stop.text.map((sentence) => {
        const rule = typeof sentence === 'string' ? sentence : sentence.rule
        const text = rule.replace(/\{(\w+)\}/g, (_, name) => round(runs[tour.sample][id].values[name]))
        return { text, mark: typeof sentence === 'string' ? '' : markOf(sentence) }
      })
    }
  }
  return {
    methods: Object.fromEntries(methods.map((one) => [one.id, one])),
    samples,
    runs,
    ...families(methods),
    hand: readHand(),
    exercises: readExercises(),
    lists: LISTS,
    constants: CONSTANTS,
  }
}

/** Of an article about several variants: all their symbols and formulas, each once. */
const VARIANTS = { 'cectd-ds': ['cetd-ds', 'cectd-ds', 'cectd-s'] }

function families(methods) {
  const once = (id, key) => {
    const all = (VARIANTS[id] ?? [id]).flatMap((one) => methods.find((method) => method.id === one)[key])
    return [...new Map(all.map((one) => [one.math + (one.label ?? ''), one])).values()]
  }
  const of = (key) => Object.fromEntries(methods.map(({ id }) => [id, once(id, key)]))
  return { symbols: of('symbols'), formulas: of('formulas') }
}

function round(value) {
  if (value === undefined) throw new Error('a tour names a value that its run does not have')
  return value.toLocaleString('en', { maximumSignificantDigits: 4 })
}
