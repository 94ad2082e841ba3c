/** The one bridge: gets the window a channel to the host, nothing else. Messages go through the channel, not through here. */
import { contextBridge, ipcRenderer, type IpcRendererEvent } from 'electron'

/** The window's own. */
declare function postMessage(message: unknown, origin: string, transfer: IpcRendererEvent['ports']): void

contextBridge.exposeInMainWorld('boilerscope', {
  viewBase: 'boilerscope://app/view/',
  /** Asks for a channel; its end comes as a message of this window to itself. */
  connect: () => ipcRenderer.send('boilerscope:connect'),
})
ipcRenderer.on('boilerscope:port', ({ ports }) => postMessage('boilerscope:port', '*', ports))
