// Facts for the website, read from the extractors: parameters, formulas, and runs on the samples.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { registry } from '../electron/peers/registry'
import { createSamples } from '../electron/services/sources/collection-folder'
import { codeLines } from '../shared/demo/code-place'
import { resolveParams, traceExtractor } from '../shared/extractors/core/run'
import { originWords } from '../shared/extractors/quotations'
import { scoreText } from '../shared/metrics/text-scores'
import { parsePage } from '../shared/page/parse-page'
import { countWords } from '../shared/page/text'
import { CONSTANTS, formulasOf, LISTS, symbolsOf } from './docs-constants.mjs'
import { readExercises } from './docs-exercises.mjs'
import { readFigures } from './docs-figures.mjs'
import { mathml, readHand, shownValue } from './docs-hand.mjs'
import { readReadability } from './docs-readability.mjs'

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
    default: shownValue(spec, spec.default),
    asPrinted: spec.asPrinted === undefined ? null : shownValue(spec, spec.asPrinted),
    ...(spec.kind === 'number' ? { value: spec.default, min: spec.min, max: spec.max, step: spec.step } : {}),
  }
}

function methodFacts(extractor) {
  const { id, title, paper, summary, params, measures, pseudocode } = extractor
  return {
    ...{ id, title, paper, summary },
    params: Object.entries(params).map(paramFacts),
    formulas: formulasOf(measures).map((one) => ({ ...one, math: mathml(one.tex) })),
    symbols: symbolsOf(measures).map((one) => ({ ...one, math: mathml(one.tex, false) })),
    pseudocode: codeLines(pseudocode),
  }
}

/** Samples for which an article reports the result of an extractor with preset “as printed”. */
const PRINTED = { ttr: ['minified', 'chinese-brief'] }

function runFacts(page, extractor, gold, preset = 'default') {
  const { extraction, trace } = traceExtractor(page, extractor, resolveParams(extractor, preset, {}))
  const { text, verdict } = extraction
  const values = Object.assign({}, ...trace.steps.map((step) => step.values), extraction.values)
  const score = gold === null ? null : scoreText(text, gold)
  return { words: countWords(text), values, verdict: verdict?.pageType ?? null, f1: score?.f1 ?? null }
}

export async function readFacts(root) {
  const folder = join(root, 'electron', 'samples')
  const samples = await createSamples(folder).list()
  const methods = registry.list().map(methodFacts)
  const runs = {}
  const printed = {}
  for (const { id, file, url, mode } of samples) {
    const html = await readFile(join(folder, 'pages', file), 'utf8')
    const page = parsePage(html, { sourcePositions: true, scriptingEnabled: mode === 'rendered', url })
    const gold = await readFile(join(folder, 'gold', `${id}.txt`), 'utf8').catch(() => null)
    runs[id] = { gold: gold === null ? null : countWords(gold) }
    for (const extractor of registry.list()) {
      runs[id][extractor.id] = runFacts(page, extractor, gold)
      if (PRINTED[extractor.id]?.includes(id)) (printed[id] ??= {})[extractor.id] = runFacts(page, extractor, gold, 'as-printed')
    }
  }
  const byId = Object.fromEntries(methods.map((one) => [one.id, one]))
  return {
    methods: byId,
    rows(ids, key, shown) {
      const rows = ids.flatMap((id) => byId[id][key]).filter(({ id }) => shown === undefined || shown.includes(id))
      return [...new Map(rows.map((one) => [`${one.tex} ${one.label}`, one])).values()]
    },
    samples,
    runs,
    printed,
    hand: readHand(),
    figures: readFigures(),
    exercises: readExercises(),
    lists: LISTS,
    constants: CONSTANTS,
    readability: readReadability(root),
  }
}
