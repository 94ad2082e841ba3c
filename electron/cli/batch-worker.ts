/** The thread of a batch: takes a line, gives a line. */
import { registry } from '../../shared/extractors'
import { performRecord, type BatchReply, type BatchTask } from './batch-task'

export default function perform(task: BatchTask): Promise<BatchReply> {
  return performRecord(task, registry)
}
