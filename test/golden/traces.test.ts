/** Digests of each extractor's behaviour on each sample. `UPDATE_GOLDEN=1 npx vitest run test/golden` writes the files. */
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { registry } from '../../electron/peers/registry'
import { createSamples } from '../../electron/services/sources/collection-folder'
import type { Extractor } from '../../shared/extractors/core/extractor'
import { OUTCOMES, type Trace } from '../../shared/extractors/core/probe'
import { resolveParams, runExtractor, traceExtractor } from '../../shared/extractors/core/run'
import type { PageModel } from '../../shared/page/page-model'
import { parsePage } from '../../shared/page/parse-page'

interface Digest {
  /** `name:decisions` per step. Equal consecutive steps are one entry `name:decisions×times`. */
  readonly steps: string
  /** Number of decisions by `rule outcome`, in the order of the first occurrence. */
  readonly decisions: Readonly<Record<string, number>>
  readonly values: Readonly<Record<string, number>>
  readonly selected: string
  readonly text: string
  readonly asPrinted: string
  readonly verdict?: string
  readonly warnings?: readonly string[]
}

const folder = join(import.meta.dirname, '../../electron/samples')
const samples = await createSamples(folder).list()
const update = process.env.UPDATE_GOLDEN === '1'

const hash = (data: string | Uint8Array): string => createHash('sha256').update(data).digest('hex').slice(0, 12)
const rounded = (value: number): number => Number(value.toPrecision(7))
const spaced = (text: string): string => text.replace(/\s+/g, ' ')
const textDigest = (text: string): string =>
  `${text.length} ${hash(text)} ${spaced(text.slice(0, 40))}${text.length > 40 ? ` … ${spaced(text.slice(Math.max(40, text.length - 40)))}` : ''}`

function countDecisions({ rules, rule, outcome }: Trace): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const [i, r] of rule.entries()) {
    const name = `${rules[r]} ${OUTCOMES[outcome[i] ?? 0]}`
    counts[name] = (counts[name] ?? 0) + 1
  }
  return counts
}

function firstDifference(recorded: Digest | undefined, now: Digest): string {
  const [before = [], after = []] = [recorded, now].map((digest) =>
    JSON.stringify(digest, null, 1)
      .split('\n')
      .map((line) => line.trim()),
  )
  const line = after.findIndex((text, i) => text !== before[i])
  return `the first difference: recorded ${before[line] ?? 'nothing'}, now ${after[line] ?? 'nothing'}`
}

function digest(page: PageModel, extractor: Extractor): Digest {
  const { extraction, trace } = traceExtractor(page, extractor, resolveParams(extractor, 'default', {}))
  const counted = trace.steps.map(
    (step, i) => `${step.name}:${(trace.steps[i + 1]?.firstDecision ?? trace.decisionCount) - step.firstDecision}`,
  )
  const steps: string[] = []
  for (let i = 0; i < counted.length;) {
    let times = 1
    while (counted[i + times] === counted[i]) times++
    steps.push(times === 1 ? (counted[i] ?? '') : `${counted[i]}×${times}`)
    i += times
  }
  return {
    steps: steps.join(' | '),
    decisions: countDecisions(trace),
    values: Object.fromEntries(Object.entries(extraction.values).map(([name, value]) => [name, rounded(value)])),
    selected: hash(extraction.selected),
    text: textDigest(extraction.text),
    asPrinted: textDigest(runExtractor(page, extractor, resolveParams(extractor, 'as-printed', {})).text),
    ...(extraction.verdict
      ? { verdict: `${extraction.verdict.pageType} ${rounded(extraction.verdict.value)}/${extraction.verdict.limit}` }
      : {}),
    ...(extraction.warnings.length > 0 ? { warnings: extraction.warnings } : {}),
  }
}

describe.each(samples.map((sample) => [sample.id, sample] as const))('the traces on the sample %s', (id, sample) => {
  const path = join(import.meta.dirname, `${id}.json`)
  const page = parsePage(readFileSync(join(folder, 'pages', sample.file), 'utf8'), { sourcePositions: true, url: sample.url })
  const golden: Record<string, Digest> = existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Record<string, Digest>) : {}

  if (update) {
    it('are written again', () => {
      const digests = Object.fromEntries(registry.list().map((extractor) => [extractor.id, digest(page, extractor)]))
      writeFileSync(path, `${JSON.stringify(digests, null, 2)}\n`)
    })
    return
  }

  it.each(registry.list().map((extractor) => [extractor.id, extractor] as const))('of %s are as recorded', (extractorId, extractor) => {
    expect(golden[extractorId], `no record of ${extractorId} in ${path}: run with UPDATE_GOLDEN=1 and look at the difference`).toBeDefined()
    const now = digest(page, extractor)
    expect(now, firstDifference(golden[extractorId], now)).toEqual(golden[extractorId])
  })

  it('are not recorded for extractors that were removed', () => {
    expect(Object.keys(golden).sort()).toEqual(
      registry
        .list()
        .map((extractor) => extractor.id)
        .sort(),
    )
  })
})
