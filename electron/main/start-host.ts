import { app, BrowserWindow, dialog, ipcMain, Menu, MessageChannelMain, nativeTheme, net, protocol, screen, session, shell } from 'electron'
import { createElectronHost } from './electron-host'

const host = createElectronHost(
  { app, BrowserWindow, dialog, ipcMain, Menu, MessageChannelMain, nativeTheme, net, protocol, screen, session, shell },
  {
    platform: process.platform,
    argv: process.argv,
    folder: process.cwd(),
    isDefaultApp: process.defaultApp,
    isRoot: process.getuid?.() === 0,
  },
)
process.on('uncaughtExceptionMonitor', host.note)
void host.start()
