/** The one bridge: gets the window a channel to the host, and says where a dropped file lies. Messages go through the channel, not through here. */
import { contextBridge, ipcRenderer, webUtils, type IpcRendererEvent } from 'electron'

/** The window's own. */
declare function postMessage(message: unknown, origin: string, transfer: IpcRendererEvent['ports']): void

contextBridge.exposeInMainWorld('boilerscope', {
  viewBase: 'boilerscope://app/view/',
  /** Asks for a channel; its end comes as a message of this window to itself. */
  connect: () => ipcRenderer.send('boilerscope:connect'),
  /** Path of a file that the person dropped or chose; empty for one that a script made. */
  pathOf: (file: File) => webUtils.getPathForFile(file),
})
ipcRenderer.on('boilerscope:port', ({ ports }) => postMessage('boilerscope:port', '*', ports))
