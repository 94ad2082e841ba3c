import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { failure, FailureError, type Failure } from '../../../shared/base/failure'
import type { ExtractorInfo } from '../../../shared/extractors/core/extractor'
import { programInfo } from '../../../shared/extractors/own/program-extraction'
import { THREAD_LIMITS } from '../threads/thread-budget'
import type { OwnFile } from './own-file'

export interface DescribeData {
  readonly file: OwnFile
  readonly programs: string
}
export type DescribeReply = { readonly info: ExtractorInfo } | { readonly failure: Failure }

/** Milliseconds a module may take to load, its thread with it, on a machine that has much else to do. */
const PATIENCE = 30_000

/**
 * What an extractor of a person's own is. A module is loaded for that, in a thread with limits; a program is not started.
 * @throws FailureError `module.*`.
 */
export async function describeOwn(file: OwnFile, programs: string): Promise<ExtractorInfo> {
  if (file.kind === 'program') return programInfo(file.program)
  if (file.kind === 'library') return file.info
  const data: DescribeData = { file, programs }
  const worker = new Worker(join(programs, 'own-worker.js'), { workerData: data, resourceLimits: THREAD_LIMITS })
  let timer: NodeJS.Timeout | undefined
  try {
    const reply = await new Promise<DescribeReply>((resolve, reject) => {
      timer = setTimeout(() => resolve({ failure: stuck(file.path) }), PATIENCE)
      worker.once('message', resolve).once('error', reject)
      worker.once('exit', () =>
        resolve({ failure: failure('module.ended', `${file.path} ends the thread that loads it.`, 'Take process.exit out of it.') }),
      )
    })
    if ('failure' in reply) throw new FailureError(reply.failure)
    return reply.info
  } finally {
    clearTimeout(timer)
    await worker.terminate()
  }
}

function stuck(path: string): Failure {
  return failure('module.timeout', `${path} does not load within ${PATIENCE / 1000} seconds.`, 'Look for a loop outside of "run".')
}
