/** The only bridge: gives the window a channel to the host and the paths of dropped files. Messages use the channel. */
import { contextBridge, ipcRenderer, webUtils, type IpcRendererEvent } from 'electron'

declare function postMessage(message: unknown, origin: string, transfer: IpcRendererEvent['ports']): void

contextBridge.exposeInMainWorld('boilerscope', {
  viewBase: 'boilerscope://app/view/',
  /** Requests a channel to the host. The window receives the channel's port in a `message` event. */
  connect: () => ipcRenderer.send('boilerscope:connect'),
  pathOf: (file: File) => webUtils.getPathForFile(file),
})
ipcRenderer.on('boilerscope:port', ({ ports }) => postMessage('boilerscope:port', '*', ports))
