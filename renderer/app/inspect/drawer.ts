import { create } from 'zustand'
import { z } from 'zod'
import { useMedia } from '../../components/hooks'
import { readValue, writeValue } from '../../window/host/storage'

export const DRAWER_PANELS = ['tree', 'chart', 'source', 'parameters'] as const
type DrawerPanel = (typeof DRAWER_PANELS)[number]

export const BESIDE_TREE = ['chart', 'source', 'parameters'] as const

const Stored = z.object({
  isOpen: z.boolean().default(false),
  beside: z.enum(BESIDE_TREE).default('chart'),
  last: z.enum(DRAWER_PANELS).default('tree'),
})
export type Drawer = z.infer<typeof Stored>

const KEY = 'boilerscope.drawer'

export const useDrawer = create<Drawer>()(() => readValue(KEY, Stored) ?? Stored.parse({}))

function change(patch: Partial<Drawer>): void {
  useDrawer.setState(patch)
  writeValue(KEY, useDrawer.getState())
}

const WIDE = '(min-width: 1100px)'

export const useWide = (): boolean => useMedia(WIDE)

export const shownPanels = ({ beside, last }: Drawer, wide: boolean): readonly DrawerPanel[] => (wide ? ['tree', beside] : [last])

export const isDrawerPanel = (id: string): id is DrawerPanel => DRAWER_PANELS.some((panel) => panel === id)

export function showInDrawer(panel: DrawerPanel): void {
  change({ ...(panel === 'tree' ? {} : { beside: panel }), isOpen: true, last: panel })
}

export function toggleInDrawer(panel: DrawerPanel): void {
  const drawer = useDrawer.getState()
  if (drawer.isOpen && shownPanels(drawer, matchMedia(WIDE).matches).includes(panel)) change({ isOpen: false })
  else showInDrawer(panel)
}

export const toggleDrawer = (): void => change({ isOpen: !useDrawer.getState().isOpen })
