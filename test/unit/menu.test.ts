import { describe, expect, test } from 'vitest'
import { applicationMenu } from '../../electron/main/menu'
import { contract } from '../../shared/contract/contract'

const ACTIONS = [
  { id: 'open-file', label: 'Open file …', group: 'File', keys: 'Mod+O' },
  { id: 'undo', label: 'Undo', group: 'Edit', keys: 'Mod+Z' },
  { id: 'toggle-kept', label: 'Tint what was kept', group: 'View', keys: 'Alt+K' },
  { id: 'select-parent', label: 'Select the parent', group: 'Tree' },
  { id: 'shortcuts', label: 'Keyboard shortcuts', group: 'Help', keys: '?' },
]

describe('the native menu', () => {
  test('is made of the window’s own actions, and performs them by id', () => {
    const performed: string[] = []
    const menu = applicationMenu(ACTIONS, (id) => performed.push(id))
    for (const { submenu } of menu) {
      if (!Array.isArray(submenu)) continue
      for (const item of submenu) (item.click as (() => void) | undefined)?.()
    }
    expect(performed).toEqual(ACTIONS.map(({ id }) => id))
    expect(menu.map(({ label, role }) => label ?? role).filter((name) => name !== 'appMenu')).toEqual([
      '&File',
      '&Edit',
      '&View',
      'Tree',
      'windowMenu',
      'help',
    ])
  })

  test('shows keys without taking them: the window listens for its own', () => {
    const file = applicationMenu(ACTIONS, () => undefined).find(({ label }) => label === '&File')
    const [open] = Array.isArray(file?.submenu) ? file.submenu : []
    expect(open).toMatchObject({ accelerator: 'CmdOrCtrl+O', registerAccelerator: false })
  })

  test('a malformed list is refused by the contract', () => {
    expect(contract['menu.set'].in.safeParse({ actions: [{ id: '', label: 'x', group: 'File' }] }).success).toBe(false)
    expect(contract['menu.set'].in.safeParse({ actions: ACTIONS }).success).toBe(true)
  })
})
