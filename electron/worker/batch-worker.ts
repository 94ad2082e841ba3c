import { performRecord, type BatchTask } from '../cli/pages/batch-task'
import { registryFor } from '../peers/registry-for'
import { withOwn } from '../services/own/own-extractors'
import { serveThread } from '../services/threads/thread-program'

serveThread(async (task: BatchTask) => performRecord(task, await withOwn(await registryFor([task.settings.extractor]), task.own)))
