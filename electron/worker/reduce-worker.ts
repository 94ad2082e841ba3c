/** Tries the pages of a reduction. */
import { registryFor } from '../peers/registry-for'
import { extractorNamed } from '../../shared/extractors/core/registry'
import { blamingModule, withOwn } from '../services/own/own-extractors'
import { tryPage, type ReduceReply, type ReduceTask } from '../services/reduce/reduce-task'
import { threadProgram } from '../services/threads/thread-program'

export default threadProgram<ReduceTask, ReduceReply>((task) =>
  blamingModule(async () => tryPage(task, extractorNamed(await withOwn(await registryFor([task.extractor]), task.own), task.extractor))),
)
