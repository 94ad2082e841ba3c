import { failed } from '../../base/failure'
import type { PageModel } from '../../page/page-model'
import type { ExtractionCore, Extractor, ExtractorInfo } from './extractor'
import { outputText } from '../../page/output'
import { paramSchema, rangeOf, type ParamValue, type Preset } from './params'
import { NO_PROBE, RecordingProbe, type Probe, type Trace } from './probe'

export interface Registry<E> {
  /** Returns the entries in order of registration. The first entry is the default. */
  list(): readonly E[]
  get(id: string): E | undefined
  /** Adds an extractor. @throws Error if the id exists or is malformed */
  register(entry: E): void
}

/** Creates a registry. Ids are unique and consist of lower-case letters, digits and dashes, with `@version` for libraries. */
export function createRegistry<E extends { readonly id: string }>(entries: readonly E[]): Registry<E> {
  const byId = new Map<string, E>()
  const register = (entry: E): void => {
    if (!/^[a-z][a-z0-9-]*(?:@\d[\w.-]*)?$/.test(entry.id))
      throw new Error(`"${entry.id}" is not an extractor id: use lower-case letters, digits and dashes, and begin with a letter.`)
    if (byId.has(entry.id)) throw new Error(`The extractor id "${entry.id}" exists already.`)
    byId.set(entry.id, entry)
  }
  entries.forEach(register)
  return { list: () => [...byId.values()], get: (id) => byId.get(id), register }
}

/** Finds an extractor by id. @throws FailureError `extractor.unknown` with the existing ids */
export function findExtractor<E extends { readonly id: string }>(known: readonly E[] | Pick<Registry<E>, 'list'>, id: string): E {
  const all = 'list' in known ? known.list() : known
  const extractor = all.find((one) => one.id === id)
  if (extractor) return extractor
  const ids = all.map((one) => one.id)
  throw failed('extractor.unknown', `There is no extractor "${id}".`, `Choose one of: ${ids.join(', ')}.`)
}

/** The result of a run, with the text of the kept nodes. */
export interface Extraction extends ExtractionCore {
  readonly extractor: string
  readonly params: Readonly<Record<string, ParamValue>>
  /** Text of the kept nodes. Scores, files and copies use `extractedText` instead. */
  readonly text: string
  /** Source node of each part of `text`, see `OutputText`. */
  readonly spans: Int32Array
}

/** Returns the text that a library or program returned, or else the text of the kept nodes. */
export function extractedText({ given, text }: Pick<Extraction, 'given' | 'text'>): string {
  return given ?? text
}

/**
 * Checks and completes parameter values.
 * @throws FailureError `params.invalid` with the name of the parameter, and with its range if the parameter exists
 */
export function resolveParams(
  extractor: ExtractorInfo,
  preset: Preset,
  values: Readonly<Record<string, unknown>>,
): Record<string, ParamValue> {
  const parsed = paramSchema(extractor.params, preset).safeParse(values)
  if (parsed.success) return parsed.data
  const issue = parsed.error.issues[0]
  const unknown = issue?.code === 'unrecognized_keys' ? issue.keys.join(', ') : null
  const name = unknown ?? issue?.path.join('.') ?? ''
  const spec = extractor.params[name]
  throw failed(
    'params.invalid',
    unknown !== null
      ? `${extractor.id} has no parameter "${unknown}".`
      : `The parameter "${name}" of ${extractor.id} must be ${spec ? rangeOf(spec) : 'a known parameter'}.`,
    `Its parameters are: ${Object.keys(extractor.params).join(', ')}.`,
  )
}

export function runExtractor(
  page: PageModel,
  extractor: Pick<Extractor, 'id' | 'run'>,
  params: Readonly<Record<string, ParamValue>>,
  probe: Probe = NO_PROBE,
): Extraction {
  const core = extractor.run(page, params as never, probe)
  const { text, spans } = outputText(page, core.selected)
  return { ...core, extractor: extractor.id, params, text, spans }
}

export function traceExtractor(
  page: PageModel,
  extractor: Pick<Extractor, 'id' | 'run'>,
  params: Readonly<Record<string, ParamValue>>,
): { extraction: Extraction; trace: Trace } {
  const probe = new RecordingProbe()
  const extraction = runExtractor(page, extractor, params, probe)
  return { extraction, trace: probe.trace() }
}
