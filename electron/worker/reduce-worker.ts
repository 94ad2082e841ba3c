/** Tries the pages of a reduction. */
import { registry } from '../peers/registry'
import { extractorNamed } from '../../shared/extractors/core/registry'
import { blamingModule, withOwn } from '../services/own/own-extractors'
import { tryPage, type ReduceReply, type ReduceTask } from '../services/reduce/reduce-task'
import { threadProgram } from '../services/threads/thread-program'

export default threadProgram<ReduceTask, ReduceReply>((task) =>
  blamingModule(async () => tryPage(task, extractorNamed(await withOwn(registry, task.own), task.extractor))),
)
