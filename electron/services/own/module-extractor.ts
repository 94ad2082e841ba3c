import { join } from 'node:path'
import { deserialize, serialize } from 'node:v8'
import { failed, failure, type Failure, FailureError, toFailure } from '../../../shared/base/failure'
import type { ExtractionCore, Extractor, ExtractorInfo } from '../../../shared/extractors/core/extractor'
import type { ParamValue } from '../../../shared/extractors/core/params'
import { type Trace, replayTrace } from '../../../shared/extractors/core/probe'
import { type ProgramRequest, PROTOCOL_VERSION } from '../../../shared/extractors/own/program-protocol'
import { packModel, type PageModel } from '../../../shared/page/page-model'
import type { OwnFile } from './own-file'
import { createProgramBridge, type LoadedExtractor, type ProgramFile } from './program-bridge'
import { createProgramProcess } from './program-process'

/** Without a page, the runner describes the extractor. */
export interface ModuleRequest extends ProgramRequest {
  /** `page` is the number of a page. `model` is the packed page, and is missing if the previous request was for this page. */
  readonly page?: number
  readonly model?: string
  readonly isTraced?: boolean
}

export interface ModuleAnswer {
  readonly id: string
  readonly failure?: Failure
  readonly info?: ExtractorInfo
  /** If true, the caller must repeat the request with the page. */
  readonly lacksPage?: boolean
  readonly result?: string
}

export interface ModuleResult {
  readonly found: ExtractionCore
  readonly trace: Trace | null
}

export const packed = (value: unknown): string => serialize(value).toString('base64')
export const unpacked = (text: string): unknown => deserialize(Buffer.from(text, 'base64'))

export type ModuleFile = OwnFile & { readonly kind: 'module' }

/** Maximum megabytes of a module's heap. */
const HEAP = 2048
/** Maximum milliseconds to load and describe a module. */
const LOADING = 30_000
/** Maximum milliseconds of a run. Callers have shorter limits. */
const RUNNING = 24 * 3600 * 1000

function runnerOf({ path, hash }: ModuleFile, programs: string, timeout: number): ProgramFile {
  return {
    ...{ kind: 'program', path, hash, files: [path] },
    program: {
      ...{ protocol: PROTOCOL_VERSION, id: 'module', title: path, summary: '', params: {}, measures: [], rules: [] },
      ...{ mode: 'jsonl', answer: 'json', timeout, startTimeout: 0 },
      command: process.execPath,
      args: [`--max-old-space-size=${HEAP}`, join(programs, 'module-runner.js'), path, hash],
    },
  }
}

function moduleFailure(thrown: unknown): FailureError {
  const reason = toFailure(thrown)
  const { code, message } = reason
  if (!code.startsWith('program.') && code !== 'internal') return new FailureError(reason)
  if (message.includes('heap out of memory'))
    return failed('module.out-of-memory', message, 'Reduce the memory of the module, or open a smaller page.')
  return failed(code === 'internal' ? 'module.error' : code.replace('program.', 'module.'), message, 'Correct the module and save it.')
}

function checked(answer: unknown): ModuleAnswer {
  const { failure: reason, ...rest } = answer as ModuleAnswer
  if (reason) throw new FailureError(failure(String(reason.code), String(reason.message), String(reason.next)))
  return rest
}

/** Loads the module in a separate process. */
export async function describeModule(file: ModuleFile, programs: string): Promise<ExtractorInfo> {
  const runner = createProgramProcess(runnerOf(file, programs, LOADING))
  try {
    const { info } = checked(await runner.requestAnswer({ protocol: PROTOCOL_VERSION, id: '0', url: null, html: '', params: {} }))
    if (info) return info
    throw failed('module.error', `${file.path} returned no description of its extractor.`, 'Correct the module and save it.')
  } catch (thrown) {
    throw moduleFailure(thrown)
  } finally {
    runner.close()
  }
}

let lastPage = 0
const pageNumbers = new WeakMap<PageModel, number>()

export function moduleExtractor(file: ModuleFile & { readonly info: ExtractorInfo }, programs: string): LoadedExtractor {
  const bridge = createProgramBridge(runnerOf(file, programs, RUNNING), programs)
  let held = 0

  function request(page: PageModel, params: Readonly<Record<string, ParamValue>>, isTraced: boolean): ModuleResult {
    const number = pageNumbers.get(page) ?? ++lastPage
    pageNumbers.set(page, number)
    const base = { protocol: PROTOCOL_VERSION, url: page.url, html: '', params, page: number, isTraced } as const
    const send = (model?: string): ModuleAnswer => checked(bridge.request({ ...base, model } as ModuleRequest))
    let answer = held === number ? send() : null
    if (!answer || answer.lacksPage) answer = send(packed(packModel(page)))
    held = number
    const result = unpacked(answer.result ?? '') as ModuleResult
    const { selected } = result.found
    if (selected instanceof Uint8Array && selected.length === page.count) return result
    const message = `${file.path} did not return one selection value per node of the page (${page.count} nodes).`
    throw failed('module.error', message, 'Correct the module and save it.')
  }

  const run: Extractor['run'] = (page, params, probe) => {
    try {
      const { found, trace } = request(page, params, probe.active)
      if (trace) replayTrace(trace, probe)
      return found
    } catch (thrown) {
      held = 0
      throw moduleFailure(thrown)
    }
  }
  return { extractor: { ...file.info, run }, end: bridge.end }
}
