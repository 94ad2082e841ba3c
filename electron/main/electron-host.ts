import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { isAbsolute, join } from 'node:path'
import type { App, SaveDialogOptions, Session, WebContents } from 'electron'
import { failed } from '../../shared/base/failure'
import type { HostEvent } from '../../shared/contract/contract'
import { type Application, createApplication } from '../services/application'
import type { NativeHandlers } from '../services/application'
import { createDocumentation } from '../services/documentation'
import { AT_ONCE, createPageLoader } from '../services/capture/page-loader'
import { saveReaderIn } from '../services/capture/saves/save-reader'
import { readElectronArguments, sourceOfArgument } from '../services/initial-source'
import type { LoadPage } from '../services/capture/loader'
import { type HostChecks, selfCheckTo, untilShown } from '../services/self-check/self-check'
import { DOCUMENTATION_URL, isGranted } from '../services/view/view-policy'
import { createWindowMemory } from '../services/window-place'
import { createAppLog, type ElectronPort, quitAfterWrites, followApp } from './app-events'
import { background, createAppWindow, createUpdateCheck, iconIn } from './app-window'
import { type ContractServer, declareScheme, serveContract, serveScheme } from './contract-ipc'
import { createHiddenWindows } from './hidden-window'
import { describeSaves, fileDialogs } from './window-dialogs'

export interface ElectronHostOptions {
  readonly platform: NodeJS.Platform
  readonly argv: readonly string[]
  readonly folder: string
  readonly isDefaultApp: boolean
  /** Whether the user is the superuser. Chromium has no sandbox for the superuser. */
  readonly isRoot: boolean
  /** Maximum milliseconds to wait for requests of the window, such as saves, when the application ends. */
  readonly patience?: number
}

/** All web requests of the window and its page views are blocked. Captures already contain the resources of a page. */
const WEB = { urls: ['http://*/*', 'https://*/*', 'ws://*/*', 'wss://*/*'] }

/** Call `createElectronHost` before Electron is ready, because `declareScheme` declares a protocol. */
export function createElectronHost(electron: ElectronPort, options: ElectronHostOptions) {
  const { app } = electron
  const { platform, isRoot } = options
  const root = app.getAppPath()
  declareScheme(electron)
  // Without the switch, a sandboxed frame gets a separate process and sends requests before the debugger is attached.
  app.commandLine.appendSwitch('disable-site-isolation-trials')
  // Without the switch, Chromium treats a local page as public and refuses the page's local style sheets.
  app.commandLine.appendSwitch('disable-features', 'LocalNetworkAccessChecks')
  app.setAppUserModelId('boilerscope')

  const log = createAppLog(join(app.getPath('logs'), 'boilerscope.log'))
  const memory = createWindowMemory(join(app.getPath('userData'), 'window.json'))
  const updates = createUpdateCheck(electron, { root, memory, log })
  const read = (argv: readonly string[], folder: string) =>
    readElectronArguments(argv, { root, isDefaultApp: options.isDefaultApp, folder })
  const { page, selfCheck, extractors } = read(options.argv, options.folder)

  let contract: ContractServer | null = null
  let application: Application | null = null
  const send = (event: HostEvent): void => contract?.announce({ type: 'event', event })
  const window = createAppWindow(electron, { platform, root, log, memory, updates, send })

  if (page !== undefined) window.announce({ type: 'open', source: sourceOfArgument(page, options.folder) })
  followApp(electron, {
    ...{ platform, log, reopen: window.reopen },
    sourceOf(argv, folder) {
      const { page } = read(argv, folder)
      return page === undefined ? null : sourceOfArgument(page, folder)
    },
    show(source) {
      if (source !== null) window.announce({ type: 'open', source })
      window.bringToFront()
    },
  })
  const end = async (): Promise<void> => {
    await contract?.settled(options.patience ?? 3000)
    await application?.close()
  }
  quitAfterWrites(electron, log, () => (application === null ? null : end))

  const native: NativeHandlers = {
    ...fileDialogs(electron, window.current, memory),
    'menu.set': ({ actions }) => {
      window.listens(actions)
      return Promise.resolve(null)
    },
    'window.theme': ({ theme }) => {
      memory.change({ theme })
      electron.nativeTheme.themeSource = theme
      window.current()?.setBackgroundColor(background(electron))
      return Promise.resolve(null)
    },
  }

  function makeApplication(data: string): Application {
    // Loads use `AT_ONCE` sessions. The extra session serves a figure, or a load while another session is cleared.
    const { open } = createHiddenWindows(electron, AT_ONCE + 1)
    const saves = saveReaderIn(root, true)
    const loadPage = createPageLoader(open, {}, saves)
    // The superuser never has a sandbox. For other users without a sandbox, scripts of pages do not run.
    const hasNoSandbox = app.commandLine.hasSwitch('no-sandbox') && !isRoot
    return createApplication({
      root,
      data,
      host: { kind: 'electron', version: app.getVersion(), initial: window.initial(), fileDialog: true, docs: DOCUMENTATION_URL },
      loadPage: hasNoSandbox ? withoutScripts(loadPage) : loadPage,
      saves,
      openTarget: open,
      announce: send,
      own: { named: extractors, folder: options.folder },
      native,
    })
  }

  async function runSelfCheck(file: string, data: string, made: Application): Promise<void> {
    const contents = async (): Promise<WebContents> => {
      await window.listening
      const shown = window.current()
      if (shown === null) throw new Error('the window was closed')
      return shown.webContents
    }
    const hostChecks = electronChecks(app, electron.session.defaultSession, contents, isRoot)
    const code = await selfCheckTo(file, made.handlers, hostChecks)
    await made.close()
    rmSync(data, { recursive: true, force: true, maxRetries: 5 })
    app.exit(code)
  }

  async function start(): Promise<void> {
    // A self-check may run beside the user's instance.
    if (selfCheck === null && !app.requestSingleInstanceLock()) return app.quit()
    await app.whenReady()
    app.setAboutPanelOptions({
      applicationName: 'Boilerscope',
      applicationVersion: app.getVersion(),
      copyright: 'Copyright © 2026 The Boilerscope authors. MIT licence.',
      iconPath: iconIn(root),
    })
    electron.nativeTheme.themeSource = memory.read().theme
    const own = electron.session.defaultSession
    // Copying and full screen are granted to the window and the documentation. Pages get no permission.
    own.setPermissionRequestHandler((_contents, permission, answer, { requestingUrl, isMainFrame }) =>
      answer(isGranted(permission, requestingUrl, isMainFrame)),
    )
    own.setPermissionCheckHandler((_contents, permission, origin) => isGranted(permission, origin, true))
    const data = selfCheck === null ? app.getPath('userData') : mkdtempSync(join(tmpdir(), 'boilerscope-self-check-'))
    const made = makeApplication(data)
    const { handlers, views } = made
    application = made
    contract = serveContract(electron, {
      ...handlers,
      'host.info': async (input, context) => ({ ...(await handlers['host.info'](input, context)), initial: window.initial() }),
    })
    own.webRequest.onBeforeRequest(WEB, (_request, answer) => answer({ cancel: true }))
    describeSaves(own, app, memory)
    serveScheme(electron, { renderer: join(root, 'out', 'renderer'), views, documentation: createDocumentation(root) })
    window.begin()
    if (selfCheck === null) void updates.run(window.current())
    else await runSelfCheck(selfCheck, data, made)
  }

  return {
    note: (thrown: unknown): void => log.write(`Not caught: ${traceOf(thrown)}`),
    start: (): Promise<void> =>
      start().catch((thrown: unknown) => {
        const message = traceOf(thrown)
        log.write(`Boilerscope could not be started: ${message}`)
        if (selfCheck !== null) console.error(message)
        else electron.dialog.showErrorBox('Boilerscope could not be started', `${message}\n\nThe log is in ${log.file}.`)
        // A process without a window would hold the lock and block other instances.
        app.exit(1)
      }),
  }
}

const traceOf = (thrown: unknown): string => (thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown))

function withoutScripts(loadPage: LoadPage): LoadPage {
  return async (source, options, context) => {
    if (options.mode === 'source') return loadPage(source, options, context)
    const message = 'Scripts of pages do not run: Boilerscope was started without the operating system’s sandbox.'
    const next = 'Use source mode, or start Boilerscope without --no-sandbox (on Ubuntu, the deb package sets the sandbox up).'
    throw failed('load.no-sandbox', message, next)
  }
}

function electronChecks(app: App, session: Session, contents: () => Promise<WebContents>, isRoot: boolean): HostChecks {
  return {
    async window() {
      const shown = await contents()
      return untilShown((expression) => shown.executeJavaScript(expression))
    },
    async certificate() {
      let isPrevented = false
      const chosen: unknown[] = []
      const answer = (...certificates: unknown[]): unknown => chosen.push(...certificates)
      const event = { preventDefault: () => (isPrevented = true) }
      app.emit('select-client-certificate', event, await contents(), 'https://self-check.invalid/', [], answer)
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
