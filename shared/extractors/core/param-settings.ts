import { failed } from '../../base/failure'
import type { ExtractorInfo } from './extractor'
import { paramSchema, presetValues, type ParamSpecs, type ParamValue, type Preset } from './params'

/** @throws FailureError `params.malformed` if `=` is missing, or if no name precedes `=` */
function splitSetting(setting: string, known: readonly string[]): [name: string, value: string] {
  const cut = setting.indexOf('=')
  if (cut > 0) return [setting.slice(0, cut).trim(), setting.slice(cut + 1)]
  throw failed('params.malformed', `"${setting}" is not a setting.`, `Write name=value; the parameters are: ${known.join(', ')}.`)
}

/**
 * Reads `name=value` settings. Returns, per extractor id, the values of the settings whose parameters the extractor has.
 * @throws FailureError `params.malformed`, or `params.unknown` if no extractor has the parameter
 */
export function readSharedSettings(
  extractors: readonly ExtractorInfo[],
  settings: readonly string[],
): ReadonlyMap<string, Record<string, ParamValue>> {
  const names = [...new Set(extractors.flatMap(({ params }) => Object.keys(params)))]
  for (const setting of settings) {
    const [name] = splitSetting(setting, names)
    if (names.includes(name)) continue
    throw failed('params.unknown', `None of the extractors has a parameter "${name}".`, `Parameters are: ${names.join(', ')}.`)
  }
  return new Map(
    extractors.map((extractor) => [
      extractor.id,
      readSettings(
        extractor,
        settings.filter((setting) => splitSetting(setting, names)[0] in extractor.params),
      ),
    ]),
  )
}

/** Reads `name=value` settings by the types of the parameters. Does not check names and ranges. @throws FailureError `params.malformed` */
export function readSettings(extractor: Pick<ExtractorInfo, 'params'>, settings: readonly string[]): Record<string, ParamValue> {
  const values: Record<string, ParamValue> = {}
  for (const setting of settings) {
    const [name, text] = splitSetting(setting, Object.keys(extractor.params))
    values[name] = typed(extractor.params[name]?.kind, text)
  }
  return values
}

/** Returns the preset's values, replaced by the valid settings of a link. Invalid settings are omitted. */
export function acceptedSettings(params: ParamSpecs, settings: readonly string[], preset: Preset): Record<string, ParamValue> {
  const schema = paramSchema(params, preset)
  const accepted = settings
    .filter((setting) => setting.indexOf('=') > 0)
    .flatMap((setting) => Object.entries(readSettings({ params }, [setting])))
    .filter(([name, value]) => schema.safeParse({ [name]: value }).success)
  return { ...presetValues(params, preset), ...Object.fromEntries(accepted) }
}

function typed(kind: string | undefined, text: string): ParamValue {
  if (kind === 'number') return text.trim() === '' ? text : Number(text)
  if (kind === 'boolean') return text === 'true' || text === 'on' ? true : text === 'false' || text === 'off' ? false : text
  return text
}
