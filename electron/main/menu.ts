import type { MenuItemConstructorOptions } from 'electron'
import type { MenuAction } from '../../shared/contract/menu'

/** The groups that have a menu of their own; the window's other groups go between View and Window. */
const FIRST = ['File', 'Edit', 'View']
const LAST = ['Help']

/** `Mod+Shift+P` as Electron writes it; keys that Electron cannot name are left out. */
function accelerator(keys: string | undefined): { accelerator?: string; registerAccelerator?: boolean } {
  if (keys === undefined) return {}
  const name = keys
    .replace('Mod', 'CmdOrCtrl')
    .replace('ArrowLeft', 'Left')
    .replace('ArrowRight', 'Right')
    .replace('ArrowUp', 'Up')
    .replace('ArrowDown', 'Down')
  // Shown, not registered: the window listens for its own keys and knows when a text field needs them.
  return /^[\w+=\-?,./]+$/.test(name) ? { accelerator: name, registerAccelerator: false } : {}
}

/** The native menu, made of the window's own list of actions and Electron's standard roles. */
export function applicationMenu(actions: readonly MenuAction[], perform: (action: string) => void): MenuItemConstructorOptions[] {
  const items = (group: string): MenuItemConstructorOptions[] =>
    actions
      .filter((action) => action.group === group)
      .map(({ id, label, keys }) => ({ label, ...accelerator(keys), click: () => perform(id) }))
  const groups = [...new Set(actions.map(({ group }) => group))]
  const middle = groups.filter((group) => !FIRST.includes(group) && !LAST.includes(group))
  return [
    ...(process.platform === 'darwin' ? [{ role: 'appMenu' } as const] : []),
    {
      label: '&File',
      submenu: [...items('File'), { type: 'separator' }, process.platform === 'darwin' ? { role: 'close' } : { role: 'quit' }],
    },
    {
      label: '&Edit',
      submenu: [...items('Edit'), { type: 'separator' }, { role: 'cut' }, { role: 'copy' }, { role: 'paste' }, { role: 'selectAll' }],
    },
    {
      label: '&View',
      submenu: [...items('View'), { type: 'separator' }, { role: 'togglefullscreen' }, { role: 'toggleDevTools' }],
    },
    ...middle.map((group): MenuItemConstructorOptions => ({ label: group, submenu: items(group) })),
    { role: 'windowMenu' },
    ...(items('Help').length > 0 ? [{ role: 'help' as const, submenu: items('Help') }] : []),
  ]
}
