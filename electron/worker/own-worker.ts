/** Describes a module of a person's own: loading it runs it, so that happens in a thread of its own. */
import { parentPort, workerData } from 'node:worker_threads'
import { toFailure } from '../../shared/base/failure'
import { extractorInfo } from '../../shared/extractors/core/extractor'
import type { DescribeData, DescribeReply } from '../services/own/describe-own'
import { loadOwn } from '../services/own/own-extractors'

const { file, programs } = workerData as DescribeData
const reply: DescribeReply = await loadOwn(file, programs).then(
  ({ extractor }) => ({ info: extractorInfo(extractor) }),
  (thrown: unknown) => ({ failure: toFailure(thrown) }),
)
parentPort?.postMessage(reply)
