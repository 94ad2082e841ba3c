import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { applicationMenu } from '../../electron/main/menu'
import { root } from '../../scripts/ensure.mjs'

const ACTIONS = [
  { id: 'open-file', label: 'Open file …', group: 'File', keys: 'Mod+O', inFields: true },
  { id: 'undo', label: 'Undo', group: 'Edit', keys: 'Mod+Z', inFields: true },
  { id: 'toggle-kept', label: 'Tint kept text', group: 'View', keys: 'Alt+K', inFields: false },
  { id: 'select-parent', label: 'Select parent', group: 'Tree', inFields: false },
  { id: 'shortcuts', label: 'Keyboard shortcuts', group: 'Help', keys: '?', inFields: false },
]

type Menu = ReturnType<typeof applicationMenu>
const menuOf = (platform: NodeJS.Platform, perform: (id: string) => void = () => undefined): Menu =>
  applicationMenu({ platform, actions: ACTIONS, perform, showLog: () => undefined, updates: [] })
const itemsOf = (menu: Menu, label: string): Menu => {
  const submenu = menu.find((item) => (item.label ?? item.role) === label)?.submenu
  return Array.isArray(submenu) ? submenu : []
}
const itemOf = (menu: Menu, label: string): Menu[number] | undefined =>
  menu.flatMap(({ submenu }) => (Array.isArray(submenu) ? submenu : [])).find((item) => item.label === label)

describe('the native menu', () => {
  test('consists of the window’s actions, and performs them by id', () => {
    const performed: string[] = []
    const menu = menuOf('linux', (id) => performed.push(id))
    for (const { label } of ACTIONS) (itemOf(menu, label)?.click as (() => void) | undefined)?.()
    expect(performed).toEqual(ACTIONS.map(({ id }) => id))
    expect(menu.map(({ label, role }) => label ?? role)).toEqual(['&File', 'Ed&it', '&View', 'Tree', 'windowMenu', 'help'])
    expect(menuOf('darwin')[0]).toEqual({ role: 'appMenu' })
  })

  test('shows keys without handling them: the window handles its keys', () => {
    expect(itemsOf(menuOf('linux'), '&File')[0]).toMatchObject({ accelerator: 'CmdOrCtrl+O', registerAccelerator: false })
    expect(itemOf(menuOf('win32'), 'Tint kept text')).toMatchObject({ accelerator: 'Alt+K', registerAccelerator: false })
  })

  test('has, on a Mac, only keys with the same meaning in a text field, because a menu reserves its keys', () => {
    const menu = menuOf('darwin')
    expect(itemOf(menu, 'Tint kept text')).not.toHaveProperty('accelerator')
    expect(itemOf(menu, 'Open file …')).toMatchObject({ accelerator: 'CmdOrCtrl+O' })
    // On macOS, Blink requires a menu item for undo.
    expect(itemOf(menu, 'Undo')).toMatchObject({ accelerator: 'CmdOrCtrl+Z' })
  })

  test('opens by no key that the window handles', () => {
    const letters = menuOf('linux').flatMap(({ label }) => /&(.)/.exec(label ?? '')?.[1]?.toUpperCase() ?? [])
    expect(letters).toEqual(['F', 'I', 'V'])
    const app = join(root, 'renderer', 'app')
    const names = readdirSync(app, { recursive: true, encoding: 'utf8' }).filter((name) => /\.tsx?$/.test(name))
    const own = names.map((name) => readFileSync(join(app, name), 'utf8')).flatMap((source) => source.match(/(?<=')Alt\+[A-Z](?=')/g) ?? [])
    expect(own).toContain('Alt+E')
    for (const letter of letters) expect(own).not.toContain(`Alt+${letter}`)
  })
})
