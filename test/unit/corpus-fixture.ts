import type { BatchContext } from '../../electron/services/corpus/exchange/corpus-import'

/** A context nobody cancels. */
export function createAddContext(signal: AbortSignal = new AbortController().signal): BatchContext {
  return { signal, progress: () => undefined }
}
