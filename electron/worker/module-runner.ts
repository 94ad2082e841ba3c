/** Runs a custom module as a program: `node module-runner.js MODULE HASH`. Requests and responses are lines of JSON. */
import { dirname } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { toFailure } from '../../shared/base/failure'
import { extractorInfo, type Extractor } from '../../shared/extractors/core/extractor'
import { NO_PROBE, RecordingProbe } from '../../shared/extractors/core/probe'
import { unpackModel, type PackedModel, type PageModel } from '../../shared/page/page-model'
import { loadModule } from '../services/own/load-module'
import { packed, unpacked, type ModuleAnswer, type ModuleRequest, type ModuleResult } from '../services/own/module-extractor'

const [, , path = '', hash = ''] = process.argv
const write = process.stdout.write.bind(process.stdout)
const { stringify } = JSON
// Standard output contains only responses, so the module's output goes to standard error.
process.stdout.write = process.stderr.write.bind(process.stderr)

const loading = loadModule(path, hash, dirname(fileURLToPath(import.meta.url)))
loading.catch(() => undefined)
let held: { readonly number: number; readonly page: PageModel } | null = null

function run(extractor: Extractor, { page: number = 0, model, params, isTraced }: ModuleRequest): Omit<ModuleAnswer, 'id'> {
  if (model !== undefined) held = { number, page: unpackModel(unpacked(model) as PackedModel) }
  if (held?.number !== number) return { lacksPage: true }
  const probe = isTraced ? new RecordingProbe() : null
  const found = extractor.run(held.page, params as never, probe ?? NO_PROBE)
  return { result: packed({ found, trace: probe?.trace() ?? null } satisfies ModuleResult) }
}

for await (const line of createInterface({ input: process.stdin, crlfDelay: Number.POSITIVE_INFINITY })) {
  const request = JSON.parse(line) as ModuleRequest
  let answer: Omit<ModuleAnswer, 'id'>
  try {
    const extractor = await loading
    answer = request.page === undefined ? { info: extractorInfo(extractor) } : run(extractor, request)
  } catch (thrown) {
    answer = { failure: toFailure(thrown) }
  }
  write(`${stringify({ id: request.id, ...answer })}\n`)
}
