import type { MenuItemConstructorOptions } from 'electron'

/** The native menu; entries that do something in the window send the id of its action. */
export function applicationMenu(perform: (action: string) => void): MenuItemConstructorOptions[] {
  return [
    ...(process.platform === 'darwin' ? [{ role: 'appMenu' } as const] : []),
    {
      label: '&File',
      submenu: [
        { label: 'Open File …', accelerator: 'CmdOrCtrl+O', click: () => perform('open-file') },
        { label: 'Open Address …', accelerator: 'CmdOrCtrl+L', click: () => perform('focus-address') },
        { label: 'Command Palette …', accelerator: 'CmdOrCtrl+K', click: () => perform('palette') },
        { type: 'separator' },
        process.platform === 'darwin' ? { role: 'close' } : { role: 'quit' },
      ],
    },
    { role: 'editMenu' },
    {
      label: '&View',
      submenu: [
        { role: 'zoomIn' },
        { role: 'zoomOut' },
        { role: 'resetZoom' },
        { type: 'separator' },
        { role: 'togglefullscreen' },
        { role: 'toggleDevTools' },
      ],
    },
    { role: 'windowMenu' },
  ]
}
