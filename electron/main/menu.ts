import type { MenuItemConstructorOptions } from 'electron'
import type { MenuAction } from '../../shared/contract/contract'

/** The other groups are between the view menu and the help menu. */
const STANDARD = ['File', 'Edit', 'View', 'Help']

interface MenuOptions {
  readonly platform: NodeJS.Platform
  readonly actions: readonly MenuAction[]
  readonly perform: (action: string) => void
  readonly showLog: () => void
  readonly updates: MenuItemConstructorOptions[]
}

function electronName(keys: string): string | null {
  const name = keys.replace('Mod', 'CmdOrCtrl').replace(/Arrow(?=Left|Right|Up|Down)/, '')
  return /^[\w+=\-?,./]+$/.test(name) ? name : null
}

/** macOS registers all menu keys, so the menu of macOS omits keys that have another effect in a text field. */
function accelerator({ keys, inFields }: MenuAction, platform: NodeJS.Platform): { accelerator?: string; registerAccelerator?: boolean } {
  const name = keys === undefined || (platform === 'darwin' && !inFields) ? null : electronName(keys)
  return name === null ? {} : { accelerator: name, registerAccelerator: false }
}

export function applicationMenu({ platform, actions, perform, showLog, updates }: MenuOptions): MenuItemConstructorOptions[] {
  const items = (group: string): MenuItemConstructorOptions[] =>
    actions
      .filter((action) => action.group === group)
      .map((action) => ({ label: action.label, ...accelerator(action, platform), click: () => perform(action.id) }))
  const groups = [...new Set(actions.map(({ group }) => group))]
  const middle = groups.filter((group) => !STANDARD.includes(group))
  const isMac = platform === 'darwin'
  const recent: MenuItemConstructorOptions[] = [{ role: 'recentDocuments', submenu: [{ role: 'clearRecentDocuments' }] }]
  const line = { type: 'separator' } as const
  return [
    ...(isMac ? [{ role: 'appMenu' } as const] : []),
    {
      label: '&File',
      submenu: [
        ...items('File'),
        // Only macOS has a submenu of recent files.
        ...(isMac ? recent : []),
        line,
        { role: isMac ? 'close' : 'quit' },
      ],
    },
    {
      label: 'Ed&it',
      submenu: [...items('Edit'), line, { role: 'cut' }, { role: 'copy' }, { role: 'paste' }, { role: 'selectAll' }],
    },
    {
      label: '&View',
      submenu: [
        ...items('View'),
        line,
        { role: 'resetZoom', label: 'Text and buttons: normal size' },
        { role: 'zoomIn', label: 'Text and buttons: larger' },
        { role: 'zoomOut', label: 'Text and buttons: smaller' },
        line,
        { role: 'reload', label: 'Reload the window' },
        { role: 'togglefullscreen' },
        { role: 'toggleDevTools' },
      ],
    },
    ...middle.map((group): MenuItemConstructorOptions => ({ label: group, submenu: items(group) })),
    { role: 'windowMenu' },
    {
      role: 'help',
      submenu: [
        ...items('Help'),
        line,
        { label: 'Show the log file', click: () => showLog() },
        ...updates,
        ...(isMac ? [] : [{ role: 'about' } as const]),
      ],
    },
  ]
}
