import { failure, FailureError } from '../../shared/base/failure'
import type { Extractor } from '../../shared/extractors/core/extractor'
import type { Registry } from '../../shared/extractors/core/registry'

/** Finds an extractor, or says which there are. @throws FailureError `extractor.unknown`. */
export function extractorNamed(registry: Registry<Extractor>, id: string): Extractor {
  const extractor = registry.get(id)
  if (extractor) return extractor
  const ids = registry.list().map((known) => known.id)
  throw new FailureError(failure('extractor.unknown', `There is no extractor "${id}".`, `Choose one of: ${ids.join(', ')}.`))
}

/**
 * Reads `name=value` settings as the extractor's parameters are typed; whether they are in range is checked when they are used.
 * @throws FailureError `params.malformed` for what has no `=`.
 */
export function readSettings(extractor: Extractor, settings: readonly string[]): Record<string, unknown> {
  const values: Record<string, unknown> = {}
  for (const setting of settings) {
    const cut = setting.indexOf('=')
    if (cut <= 0) {
      throw new FailureError(
        failure(
          'params.malformed',
          `"${setting}" is not a setting.`,
          `Write --set name=value; the parameters of ${extractor.id} are: ${Object.keys(extractor.params).join(', ')}.`,
        ),
      )
    }
    const name = setting.slice(0, cut)
    values[name] = typed(extractor.params[name]?.kind, setting.slice(cut + 1))
  }
  return values
}

function typed(kind: string | undefined, text: string): unknown {
  if (kind === 'number') return text.trim() === '' ? text : Number(text)
  if (kind === 'boolean') return text === 'true' || text === 'on' ? true : text === 'false' || text === 'off' ? false : text
  return text
}
