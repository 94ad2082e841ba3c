import { createDispatcher, type Dispatcher, type Handlers } from '../../shared/contract/dispatcher'
import type { HostMessage } from '../../shared/contract/client'
import { isOwnFrame } from '../services/view/view-policy'
import type { ElectronPort, PortPort, WindowPort } from './electron-port'

/**
 * Serves the contract over message channels, one per document. Only this file uses `ipcMain`: the sender is checked first (top frame, our
 * page). A channel ends with its document, so a new document never gets a response for the old one, and messages of a closing document
 * still arrive.
 */
export function serveContract<Port extends PortPort>(
  electron: Pick<ElectronPort<WindowPort, Port>, 'ipcMain' | 'MessageChannelMain'>,
  handlers: Handlers,
) {
  const channels = new Map<PortPort, Dispatcher>()
  const leaving = new Set<Dispatcher>()
  let onClose: () => void = () => undefined

  electron.ipcMain.on('boilerscope:connect', ({ senderFrame: frame }) => {
    // A frame that is being closed has no window above it either; its address identifies it.
    if (!frame || !isOwnFrame(frame.url, frame.parent === null)) return
    const { port1: own, port2: theirs } = new electron.MessageChannelMain()
    const dispatcher = createDispatcher(handlers, (message) => own.postMessage(message))
    channels.set(own, dispatcher)
    own.on('message', ({ data }) => dispatcher.receive(data))
    own.on('close', () => {
      channels.delete(own)
      dispatcher.close()
      leaving.add(dispatcher)
      void dispatcher.settled().then(() => leaving.delete(dispatcher))
      onClose()
    })
    own.start()
    frame.postMessage('boilerscope:port', null, [theirs])
  })

  return {
    /** Sends an event to every document of the window. */
    announce(message: HostMessage): void {
      for (const port of channels.keys()) port.postMessage(message)
    },
    /**
     * Waits for the last messages and requests of closed documents.
     * @param milliseconds the longest wait
     */
    async settled(milliseconds: number): Promise<void> {
      const late = new Promise<void>((resolve) => setTimeout(resolve, milliseconds).unref())
      const done = async (): Promise<void> => {
        while (channels.size > 0) await new Promise<void>((resolve) => (onClose = resolve))
        await Promise.all([...leaving].map((dispatcher) => dispatcher.settled()))
      }
      await Promise.race([late, done()])
    },
  }
}

export type ContractServer = ReturnType<typeof serveContract>
