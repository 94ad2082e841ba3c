import { isAbsolute } from 'node:path'
import type { App, SaveDialogOptions, Session, WebContents } from 'electron'
import { untilShown, type HostChecks } from '../services/self-check/self-check'

export function electronChecks(app: App, session: Session, contents: () => Promise<WebContents>, isRoot: boolean): HostChecks {
  return {
    async window() {
      const shown = await contents()
      return untilShown((expression) => shown.executeJavaScript(expression))
    },
    async certificate() {
      let isPrevented = false
      const chosen: unknown[] = []
      const answer = (...certificates: unknown[]): unknown => chosen.push(...certificates)
      app.emit(
        'select-client-certificate',
        { preventDefault: () => (isPrevented = true) },
        await contents(),
        'https://self-check.invalid/',
        [],
        answer,
      )
      if (!isPrevented || chosen.length > 0) throw new Error('Electron would choose a certificate')
      return 'no certificate is sent'
    },
    async permissions() {
      const state = async (name: string): Promise<unknown> =>
        (await contents()).executeJavaScript(`navigator.permissions.query({ name: '${name}' }).then(({ state }) => state)`)
      const [write, place] = [await state('clipboard-write'), await state('geolocation')]
      if (write !== 'granted' || place === 'granted') throw new Error(`permissions: copying ${String(write)}, location ${String(place)}`)
      return 'copying is allowed, reading the location is not'
    },
    async sandbox() {
      if (isRoot) return 'the superuser has no sandbox'
      if (app.commandLine.hasSwitch('no-sandbox')) throw new Error('the sandbox is switched off: scripts of pages do not run')
      return 'on'
    },
    async save() {
      const shown = await contents()
      const options = new Promise<SaveDialogOptions>((resolve) =>
        session.once('will-download', (event, item) => {
          event.preventDefault()
          resolve(item.getSaveDialogOptions())
        }),
      )
      await shown.executeJavaScript(
        `Object.assign(document.createElement('a'), { href: URL.createObjectURL(new Blob(['x'])), download: 'saved.txt' }).click()`,
      )
      const { title, defaultPath = '' } = await options
      if (title !== 'Save' || !isAbsolute(defaultPath)) throw new Error(`the dialog has the title ${title} and starts at ${defaultPath}`)
      return defaultPath
    },
    ...(app.isPackaged
      ? {
          async archive() {
            if (!app.getAppPath().endsWith('.asar')) throw new Error(`the application runs from ${app.getAppPath()}`)
            return app.getAppPath()
          },
        }
      : {}),
  }
}
