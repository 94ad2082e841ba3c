/** The run as an animated GIF, encoded in a thread of its own. */
import type { GifMessage } from './gif-worker'

/** Writes a GIF picture by picture, one at a time. */
export interface GifWriter {
  /** @param data of the picture, as a canvas gives it; it is handed over @param milliseconds how long it is shown */
  readonly add: (data: Uint8ClampedArray<ArrayBuffer>, milliseconds: number) => Promise<void>
  /** The file. */
  readonly finish: () => Promise<Blob>
  /** Ends the thread, whatever it does. */
  readonly close: () => void
}

export function gifWriter(width: number, height: number): GifWriter {
  const worker = new Worker(new URL('gif-worker.ts', import.meta.url))
  const tell = (message: GifMessage, transfer: Transferable[] = []): void => worker.postMessage(message, transfer)
  const answer = (): Promise<unknown> =>
    new Promise((resolve, reject) => {
      worker.onmessage = ({ data }) => resolve(data)
      worker.onerror = ({ message }) => reject(new Error(message || 'The pictures could not be encoded.'))
    })
  const ask = async (message: GifMessage, transfer?: Transferable[]): Promise<unknown> => {
    tell(message, transfer)
    return answer()
  }
  tell({ width, height })
  return {
    add: async (data, delay) => void (await ask({ data, delay }, [data.buffer])),
    finish: async () => (await ask(null)) as Blob,
    close: () => worker.terminate(),
  }
}
