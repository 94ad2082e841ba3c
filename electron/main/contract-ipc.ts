import { ipcMain, type WebContents } from 'electron'
import { createDispatcher, type Dispatcher, type Handlers } from '../../shared/contract/dispatcher'
import { isOwnFrame } from '../services/view-policy'

/**
 * Serves the contract over IPC. The only place that touches `ipcMain`: every message's sender is checked
 * (top frame, our protocol and host) before anything else looks at it.
 */
export function serveContract(handlers: Handlers): void {
  const dispatchers = new Map<number, Dispatcher>()
  ipcMain.on('boilerscope:message', (event, message: unknown) => {
    const frame = event.senderFrame
    if (!frame || !isOwnFrame(frame.url, frame === event.sender.mainFrame)) return
    dispatcherOf(event.sender).receive(message)
  })

  function dispatcherOf(window: WebContents): Dispatcher {
    const known = dispatchers.get(window.id)
    if (known) return known
    const dispatcher = createDispatcher(handlers, (message) => {
      if (!window.isDestroyed()) window.send('boilerscope:message', message)
    })
    const id = window.id
    dispatchers.set(id, dispatcher)
    const forget = (): void => {
      dispatcher.close()
      dispatchers.delete(id)
    }
    window.once('destroyed', forget)
    window.once('render-process-gone', forget)
    return dispatcher
  }
}
