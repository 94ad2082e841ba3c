import { afterEach, beforeEach, expect } from 'vitest'
import type { Limits } from '../../../renderer/window/page/page-options'
import type { actions as Actions, Tab, WindowState } from '../../../renderer/window/window'
import { startInProcessHost } from './in-process-host'
import { eventually } from '../../fixtures/eventually'

export interface TestWindow {
  readonly host: ReturnType<typeof startInProcessHost>
  readonly actions: typeof Actions
  readonly getState: () => WindowState
  tab(): Tab
  setLimits(limits: Limits): void
  openPage(html: string): Promise<void>
  settled(change?: unknown): Promise<void>
}

export function windowForEach(): TestWindow {
  const window = {} as TestWindow
  beforeEach(async () => void Object.assign(window, await openWindow()))
  afterEach(() => window.host.close())
  return window
}

export async function openWindow(): Promise<TestWindow> {
  const host = startInProcessHost()
  const { actions, getState, setState } = await import('../../../renderer/window/window')
  const { activeTab, emptyTab } = await import('../../../renderer/window/window-state')
  const { setLimits } = await import('../../../renderer/window/page/page-options')
  const { call, openLine } = await import('../../../renderer/window/host/host')
  openLine(host.connection)
  const extractors = await call('extractors.list', {})
  if (!extractors.ok) throw new Error(extractors.failure.message)
  const first = emptyTab(extractors.value[0])
  setState({ extractors: extractors.value, tabs: [first], active: first.id })
  const tab = () => activeTab(getState())
  const settled = async (change?: unknown): Promise<void> => {
    await change
    await eventually(() => {
      expect(getState().tabs.filter(({ status, running }) => status === 'loading' || running)).toEqual([])
    })
  }
  return {
    host,
    actions,
    getState,
    tab,
    setLimits,
    settled,
    async openPage(html) {
      actions.openSource({ kind: 'html', html })
      await settled()
      expect(tab().result).not.toBeNull()
    },
  }
}
