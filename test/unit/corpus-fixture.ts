import type { BatchContext } from '../../electron/services/corpus/batch-context'

/** A context nobody cancels. */
export function createAddContext(signal: AbortSignal = new AbortController().signal): BatchContext {
  return { signal, progress: () => undefined }
}
