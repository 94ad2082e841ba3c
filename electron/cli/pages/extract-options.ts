import type { Preset, ParamValue } from '../../../shared/extractors/core/params'
import type { ExtractorInfo } from '../../../shared/extractors/core/extractor'
import type { OwnData } from '../../services/own/own-data'
import type { ProjectOption } from '../own-names'
import type { ConditionOptions } from './page-conditions'
import type { Format } from './printed-page'

/** The options of `boilerscope extract`. */
export interface ExtractOptions extends ConditionOptions, ProjectOption {
  readonly extractor?: string
  readonly preset: Preset
  readonly set: readonly string[]
  readonly format?: Format
  readonly nodes?: true
  readonly rendered?: true
  readonly url?: string
  readonly jsonl?: true
  readonly base?: string
  readonly jobs: number
  readonly timeout: number
  readonly maxBytes: number
  readonly maxNodes: number
}

/** The extractor to run, with its parameters. */
export interface Chosen {
  readonly extractor: ExtractorInfo
  readonly params: Readonly<Record<string, ParamValue>>
  readonly own: OwnData | undefined
}
