import { toFailure } from '../../../shared/base/failure'
import type { TakePiece, TaskMessage, TaskReply } from './task-thread'

/** How a thread speaks with who started it. */
export interface TaskPort {
  tell(reply: TaskReply, handedOver: ArrayBuffer[]): void
  hear(listener: (message: TaskMessage) => void): void
}

/** What a program does with its tasks. */
export interface TaskWork<Request, Value> {
  perform(request: Request, takePiece: TakePiece): Value | Promise<Value>
  /** What is handed over instead of copied; default nothing. */
  buffersOf?(value: Value, request: Request): ArrayBuffer[]
}

/** Answers tasks: says when each begins, and gives its value or its failure, since classes do not cross threads. */
export function answerTasksOf<Request, Value>({ tell, hear }: TaskPort, { perform, buffersOf }: TaskWork<Request, Value>): void {
  const answer = async (id: number, request: Request): Promise<void> => {
    tell({ id }, [])
    try {
      const value = await perform(request, (piece) => tell({ id, piece }, [piece.buffer]))
      tell({ id, result: { ok: true, value } }, buffersOf?.(value, request) ?? [])
    } catch (thrown) {
      tell({ id, result: { ok: false, failure: toFailure(thrown) } }, [])
    }
  }
  // Who starts a program sends it that program's requests.
  hear(({ id, request }) => void answer(id, request as Request))
  tell({ id: 0 }, [])
}
