import type { ExtractorInfo } from '../../../shared/extractors/core/extractor'
import { programInfo } from '../../../shared/extractors/own/program-extraction'
import { describeModule } from './module-extractor'
import type { OwnFile } from './own-file'

/**
 * What an extractor of a person's own is. A module is loaded for that, in a process of its own; a program is not started.
 * @throws FailureError `module.*`.
 */
export async function describeOwn(file: OwnFile, programs: string): Promise<ExtractorInfo> {
  if (file.kind === 'program') return programInfo(file.program)
  return file.kind === 'library' ? file.info : describeModule(file, programs)
}
