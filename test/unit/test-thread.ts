import { createGunzip, gunzipSync, gzipSync } from 'node:zlib'
import { failure, FailureError } from '../../shared/base/failure'
import { serveThread } from '../../electron/services/threads/thread-program'

export type TestTask =
  | { readonly kind: 'work'; readonly milliseconds: number }
  | { readonly kind: 'hold'; readonly gate: Int32Array }
  | { readonly kind: 'count' }
  | { readonly kind: 'pack'; readonly gate: Int32Array }
  | { readonly kind: 'fill' }
  | { readonly kind: 'exit' }
  | { readonly kind: 'refuse' }
  | { readonly kind: 'numbers'; readonly length: number }

let count = 0

function perform(task: TestTask): number | Float64Array {
  switch (task.kind) {
    case 'work': {
      const end = performance.now() + task.milliseconds
      while (performance.now() < end);
      return ++count
    }
    case 'hold':
      Atomics.store(task.gate, 0, 1)
      Atomics.wait(task.gate, 1, 0)
      return ++count
    case 'pack':
      Atomics.store(task.gate, 0, 1)
      for (;;) {
        gunzipSync(gzipSync('x'))
        createGunzip().destroy()
      }
    case 'count':
      return ++count
    case 'fill':
      for (const kept: unknown[] = []; ;) kept.push({ text: `${kept.length}` })
    case 'exit':
      return process.exit(7)
    case 'refuse':
      throw new FailureError(failure('test.refused', 'It was refused.', 'Ask otherwise.'))
    case 'numbers':
      return new Float64Array(task.length).fill(1)
  }
}

serveThread(perform)
