import { existsSync } from 'node:fs'
import { expect, it } from 'vitest'
import { hiddenCause } from '../../shared/explain/coverage'
import { explainNode } from '../../shared/explain/explain-node'
import { headline } from '../../shared/explain/reason-sentence'
import { extractorInfo } from '../../shared/extractors/core/extractor'
import { presetValues } from '../../shared/extractors/core/params'
import { traceExtractor } from '../../shared/extractors/core/run'
import { extractors } from '../../shared/extractors/index'
import { defuddleRules } from '../../shared/extractors/peers/defuddle-info'
import { JUSTEXT, READABILITY_LXML, TRAFILATURA } from '../../shared/extractors/peers/field-rules'
import { readabilityRules } from '../../shared/extractors/peers/readability-info'
import type { PageModel } from '../../shared/page/page-model'
import { parsePage } from '../../shared/page/parse-page'
import { realPages, WCXB } from '../fixtures/real-pages'
import { recordsOfSamples } from '../fixtures/sample-records'

const NODES = 5000
const PER_RUN = 60

const pages = (): Iterable<PageModel> =>
  existsSync(WCXB)
    ? [...realPages(WCXB)].map(({ page }) => page)
    : recordsOfSamples().map(({ html }) => parsePage(html, { sourcePositions: true }))

it(`has at most 90 characters for 95 % of ${NODES} nodes, and never more than 140`, () => {
  const sentences: string[] = []
  for (const page of pages())
    for (const extractor of extractors) {
      const { extraction, trace } = traceExtractor(page, extractor, presetValues(extractor.params, 'default'))
      const { rules } = extractorInfo(extractor)
      const step = Math.max(1, Math.floor(page.count / PER_RUN))
      for (let node = 0; node < page.count && sentences.length < NODES; node += step)
        sentences.push(headline(page, explainNode(page, { extraction, trace, rules }, node), hiddenCause(page, node)))
    }
  expect(sentences.length).toBe(NODES)
  expect(sentences.filter((sentence) => sentence.length > 140)).toEqual([])
  const long = sentences.filter((sentence) => sentence.length > 90)
  expect(long.length / sentences.length, [...new Set(long)].slice(0, 20).join('\n')).toBeLessThanOrEqual(0.05)
})

it('shows the whole sentence of a library rule that has another condition than its comparison', () => {
  const rules = [...readabilityRules, ...defuddleRules, ...JUSTEXT.rules, ...READABILITY_LXML.rules, ...TRAFILATURA.rules]
  const another = /because|but only .* characters|no image|more than two images|links without text|enough stop words|and class weight/
  const hiding = rules.filter(({ relation, named, sentence }) => relation !== '' && !named && another.test(sentence))
  expect(hiding.map(({ id }) => id)).toEqual([])
})
