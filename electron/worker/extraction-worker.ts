/** The worker thread: does the tasks of open pages, with the libraries that bring a DOM and the person's own extractors. */
import { extractorInfo } from '../../shared/extractors/core/extractor'
import { registry } from '../peers/registry'
import type { PageReply, PageRequest } from '../services/extraction/tasks'
import { latest, registryOfThread, withOwn } from '../services/own/own-extractors'
import { threadProgram } from '../services/threads/thread-program'
import { buffersOf, performTask } from './page-tasks'

const registered = registryOfThread(registry)
registered.catch(() => undefined)

async function answer({ page, task, document }: PageRequest): Promise<PageReply> {
  if (task.kind === 'describe') return { done: extractorInfo(await latest(task.file, task.programs)) }
  const own = task.kind === 'run' || task.kind === 'export' ? task.own : undefined
  return performTask({ page, task, document }, await withOwn(await registered, own))
}

export default threadProgram(answer, buffersOf)
