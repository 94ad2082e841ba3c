import { untilShown, type HostChecks } from '../services/self-check/self-check'
import type { AppPort, ContentsPort } from './electron-port'

export interface ElectronChecksOptions {
  readonly app: AppPort
  /** The window's contents, as soon as it listens. */
  readonly contents: () => Promise<ContentsPort>
  readonly isRoot: boolean
}

/** What a self-check looks at in Electron alone. */
export function electronChecks({ app, contents, isRoot }: ElectronChecksOptions): HostChecks {
  return {
    async window() {
      const shown = await contents()
      return untilShown((expression) => shown.executeJavaScript(expression))
    },
    async certificate() {
      let isPrevented = false
      const given: unknown[] = []
      const answer = (...certificates: unknown[]): unknown => given.push(...certificates)
      app.emit('select-client-certificate', { preventDefault: () => (isPrevented = true) }, null, 'https://self-check.invalid/', [], answer)
      if (!isPrevented || given.length > 0) throw new Error('Electron would choose one')
      return 'none is given'
    },
    async permissions() {
      const state = async (name: string): Promise<unknown> =>
        (await contents()).executeJavaScript(`navigator.permissions.query({ name: '${name}' }).then(({ state }) => state)`)
      const [write, place] = [await state('clipboard-write'), await state('geolocation')]
      if (write !== 'granted' || place === 'granted') throw new Error(`copying is ${String(write)}, the place is ${String(place)}`)
      return 'as they should be'
    },
    async sandbox() {
      if (isRoot) return 'the superuser has none'
      if (app.commandLine.hasSwitch('no-sandbox')) throw new Error('it was switched off: pages’ scripts are not run')
      return 'on'
    },
    ...(app.isPackaged
      ? {
          async archive() {
            if (!app.getAppPath().endsWith('.asar')) throw new Error(`it runs from ${app.getAppPath()}`)
            return app.getAppPath()
          },
        }
      : {}),
  }
}
