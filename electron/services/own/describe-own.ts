import type { ExtractorInfo } from '../../../shared/extractors/core/extractor'
import { programInfo } from '../../../shared/extractors/own/program-extraction'
import { describeModule } from './module-extractor'
import type { OwnFile } from './own-file'

/**
 * Describes a custom extractor. Loads a module in a separate process; does not start a program.
 * @throws FailureError `module.*`.
 */
export async function describeOwn(file: OwnFile, programs: string): Promise<ExtractorInfo> {
  if (file.kind === 'program') return programInfo(file.program)
  return file.kind === 'library' ? file.info : describeModule(file, programs)
}
