/** The one bridge: passes contract messages between window and host, nothing else. */
import { contextBridge, ipcRenderer } from 'electron'

contextBridge.exposeInMainWorld('boilerscope', {
  viewBase: 'boilerscope://app/view/',
  send: (message: unknown) => ipcRenderer.send('boilerscope:message', message),
  onMessage: (listener: (message: unknown) => void) => {
    ipcRenderer.on('boilerscope:message', (_event, message: unknown) => listener(message))
  },
})
