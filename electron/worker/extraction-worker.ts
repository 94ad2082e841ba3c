/** The worker thread: does the tasks of open pages, with the libraries that bring a DOM and the person's own extractors. */
import type { ExtractionResult } from '../../shared/contract/contract'
import { extractorInfo } from '../../shared/extractors/core/extractor'
import { registry } from '../peers/registry'
import type { PageReply, PageRequest } from '../services/extraction/tasks'
import { blamingModule, latest, moduleWarnings, withOwn } from '../services/own/own-extractors'
import { threadProgram } from '../services/threads/thread-program'
import { buffersOf, performTask } from './page-tasks'

async function answer({ page, task, document }: PageRequest): Promise<PageReply> {
  if (task.kind === 'describe') return { done: extractorInfo(await latest(task.file, task.programs)) }
  const own = task.kind === 'run' || task.kind === 'export' ? task.own : undefined
  const reply = performTask({ page, task, document }, await withOwn(registry, own))
  return task.kind === 'run' ? warned(reply) : reply
}

function warned(reply: PageReply): PageReply {
  const warnings = moduleWarnings()
  if (warnings.length === 0 || reply === 'miss') return reply
  const { extraction, ...rest } = reply.done as ExtractionResult
  const done: ExtractionResult = { ...rest, extraction: { ...extraction, warnings: [...warnings, ...extraction.warnings] } }
  return { done }
}

export default threadProgram((request: PageRequest) => blamingModule(() => answer(request)), buffersOf)
