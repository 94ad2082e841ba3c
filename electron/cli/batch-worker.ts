/** The thread of a batch: takes a page, gives a line. */
import { registry } from '../peers/registry'
import { performRecord, type BatchReply, type BatchTask } from './batch-task'

export default function perform(task: BatchTask): BatchReply {
  if (task.started) Atomics.store(task.started, 0, 1)
  return performRecord(task, registry)
}
