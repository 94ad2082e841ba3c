/** Exchanges requests and responses with one program, for a thread that waits. */
import { workerData } from 'node:worker_threads'
import { toFailure } from '../../shared/base/failure'
import type { ProgramRequest } from '../../shared/extractors/own/program-protocol'
import type { ProgramReply, ProgramThreadData } from '../services/own/program-bridge'
import { createProgramProcess } from '../services/own/program-process'

const { file, port, answered } = workerData as ProgramThreadData
const program = createProgramProcess(file)

port.on('message', (request: ProgramRequest) => {
  void program
    .requestAnswer(request)
    .then((answer): ProgramReply => ({ answer }))
    .catch((thrown: unknown): ProgramReply => ({ failure: toFailure(thrown) }))
    .then((reply) => {
      port.postMessage(reply)
      Atomics.add(answered, 0, 1)
      Atomics.notify(answered, 0)
    })
})
