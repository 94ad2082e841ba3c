import { extractRecord, type BatchTask } from '../cli/pages/printed-page'
import { registryFor } from '../peers/registry-for'
import { addOwnExtractors } from '../services/own/own-extractors'
import { serveThread } from '../services/threads/thread-program'

serveThread(async (task: BatchTask) => extractRecord(task, await addOwnExtractors(await registryFor([task.settings.extractor]), task.own)))
