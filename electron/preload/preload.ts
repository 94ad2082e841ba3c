/** The window's only bridge: a channel to the host, and the paths of dropped files. */
import { contextBridge, ipcRenderer, webUtils, type IpcRendererEvent } from 'electron'

declare function postMessage(message: unknown, origin: string, transfer: IpcRendererEvent['ports']): void

contextBridge.exposeInMainWorld('boilerscope', {
  viewBase: 'boilerscope://app/view/',
  connect: () => ipcRenderer.send('boilerscope:connect'),
  pathOf: (file: File) => webUtils.getPathForFile(file),
})
ipcRenderer.on('boilerscope:port', ({ ports }) => postMessage('boilerscope:port', '*', ports))
