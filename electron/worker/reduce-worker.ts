import { registryFor } from '../peers/registry-for'
import { findExtractor } from '../../shared/extractors/core/run'
import { addOwnExtractors } from '../services/own/own-extractors'
import { tryPage, type ReduceReply, type ReduceTask } from '../services/reduce/reduce-task'
import { serveThread } from '../services/threads/thread-program'

serveThread<ReduceTask, ReduceReply>(async (task) =>
  tryPage(task, findExtractor(await addOwnExtractors(await registryFor([task.extractor]), task.own), task.extractor)),
)
