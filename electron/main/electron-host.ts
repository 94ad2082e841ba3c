/** The Electron host: life cycle and windows; everything else is in electron/services. */
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { failed } from '../../shared/base/failure'
import type { HostEvent, MenuAction } from '../../shared/contract/contract'
import type { Source } from '../../shared/contract/source'
import { createAppLog } from '../services/app-log'
import { createApplication, type Application } from '../services/application'
import { createDocumentation } from '../services/documentation'
import { AT_ONCE, createPageLoader } from '../services/capture/page-loader'
import { saveReaderIn } from '../services/saves/save-reader'
import { readElectronArguments, sourceOfArgument } from '../services/initial-source'
import type { PageLoader } from '../services/capture/loader'
import { FIRST_SAMPLE } from '../services/sample-list'
import { selfCheckTo } from '../services/self-check/self-check'
import { DOCUMENTATION_URL, INDEX_URL, isGranted } from '../services/view-policy'
import { createWindowMemory } from '../services/window-place'
import { declareScheme, serveScheme } from './app-protocol'
import { serveContract, type ContractServer } from './contract-ipc'
import type { ContentsPort, ElectronPort, PortPort, WindowPort } from './electron-port'
import { electronChecks } from './host-checks'
import { createHiddenWindows } from './hidden-window'
import { background, createWindow, guardViews } from './main-window'
import { applicationMenu } from './menu'
import { fileDialogs, watchWindow } from './window-dialogs'

export interface ElectronHostOptions {
  readonly platform: NodeJS.Platform
  readonly argv: readonly string[]
  /** The folder the program was started in. */
  readonly folder: string
  /** Whether Electron was started with the application's folder as an argument. */
  readonly isDefaultApp: boolean
  /** Whether this is the superuser, for whom Chromium has no sandbox. */
  readonly isRoot: boolean
  /** Called when the first window listens. */
  readonly onListening?: () => void
  /** Milliseconds that saves may take when the application ends. */
  readonly patience?: number
}

/** Makes the host of an Electron. Call it before Electron is ready: what must be said early is said here. */
export function createElectronHost<Window extends WindowPort, Port extends PortPort>(
  electron: ElectronPort<Window, Port>,
  options: ElectronHostOptions,
) {
  const { app } = electron
  const { platform } = options
  const root = app.getAppPath()
  declareScheme(electron)
  // A sandboxed frame would get a process of its own and ask for things before the debugger can look.
  app.commandLine.appendSwitch('disable-site-isolation-trials')
  // Pages are handed to the browser, which takes them for public ones and would refuse a page of this machine its own style sheets.
  // What a page may reach is decided by our own policy, in every session.
  app.commandLine.appendSwitch('disable-features', 'LocalNetworkAccessChecks')
  app.setAppUserModelId('boilerscope')

  const log = createAppLog(join(app.getPath('logs'), 'boilerscope.log'))
  const memory = createWindowMemory(join(app.getPath('userData'), 'window.json'))
  const commandLine = readElectronArguments(options.argv, { root, isDefaultApp: options.isDefaultApp, folder: options.folder })

  /** What is to be shown or done as soon as there is a window that listens. */
  const waiting: HostEvent[] = []
  let window: Window | null = null
  /** What the window opens first. */
  let initial: Source = { kind: 'sample', id: FIRST_SAMPLE }
  let isListening = false
  let onListening: () => void = () => undefined
  const listening = new Promise<void>((resolve) => (onListening = resolve))
  void listening.then(() => options.onListening?.())
  let isStarted = false
  let contract: ContractServer | null = null
  let application: Application | null = null
  let actions: readonly MenuAction[] = []

  if (commandLine.page !== undefined) waiting.push({ type: 'open', source: sourceOfArgument(commandLine.page, options.folder) })

  function announce(event: HostEvent): void {
    waiting.push(event)
    if (!isStarted) return
    if (window === null) openWindow()
    else if (isListening) flush()
  }

  function flush(): void {
    for (const event of waiting.splice(0)) contract?.announce({ type: 'event', event })
  }

  function bringToFront(): void {
    if (!isStarted) return
    if (window === null) return openWindow()
    if (window.isMinimized()) window.restore()
    window.show()
    window.focus()
  }

  function openWindow(): void {
    const first = waiting[0]
    initial = first?.type === 'open' ? first.source : { kind: 'sample', id: FIRST_SAMPLE }
    if (first?.type === 'open') waiting.shift()
    isListening = false
    const opened = createWindow(electron, root, memory)
    window = opened
    opened.on('closed', () => {
      if (window !== opened) return
      window = null
      isListening = false
    })
    watchWindow(electron, opened, { log, hold })
    opened.loadURL(INDEX_URL).catch((thrown: unknown) => log.write(`The window could not be loaded: ${String(thrown)}`))
  }

  /** What is asked for meanwhile waits. @returns lets it go on */
  function hold(): () => void {
    const wasListening = isListening
    isListening = false
    return () => {
      isListening ||= wasListening
      if (isListening) flush()
    }
  }

  function setMenu(): void {
    const perform = (id: string): void => announce({ type: 'action', id })
    const showLog = (): void => {
      log.write('The log was looked at.')
      electron.shell.showItemInFolder(log.file)
    }
    electron.Menu.setApplicationMenu(electron.Menu.buildFromTemplate(applicationMenu({ platform, actions, perform, showLog })))
  }

  // Early events: a file of the Finder comes before Electron is ready, a second instance while the first one starts.
  app.on('open-file', (event, path) => {
    event.preventDefault()
    announce({ type: 'open', source: { kind: 'file', path } })
    bringToFront()
  })
  app.on('second-instance', (_event, argv, folder) => {
    const { page } = readElectronArguments(argv, { root, isDefaultApp: options.isDefaultApp, folder })
    if (page !== undefined) announce({ type: 'open', source: sourceOfArgument(page, folder) })
    bringToFront()
  })
  // macOS: the dock icon. Hidden windows of captures do not count.
  app.on('activate', () => {
    if (isStarted && window === null) openWindow()
  })
  app.on('window-all-closed', () => {
    if (platform !== 'darwin') app.quit()
  })
  // Without this Electron would hand the first certificate that fits to any page that asks for one.
  app.on('select-client-certificate', (event, _contents, url, _certificates, answer) => {
    event.preventDefault()
    log.write(`No certificate was given to ${url}`)
    answer()
  })
  app.on('child-process-gone', (_event, { type, reason }) => log.write(`A process of the kind ${type} ended: ${reason}`))

  // The last save of a window that closes is under way when Electron wants to end.
  let isSettled = false
  app.on('will-quit', (event) => {
    if (isSettled || application === null) return
    event.preventDefault()
    const end = async (): Promise<void> => {
      await contract?.settled(options.patience ?? 3000)
      await application?.close()
    }
    end()
      .catch((thrown: unknown) => log.write(`Ending: ${String(thrown)}`))
      .finally(() => {
        isSettled = true
        app.quit()
      })
  })

  async function start(): Promise<void> {
    // A self-check neither disturbs nor needs the instance that a person works in.
    if (commandLine.selfCheck === null && !app.requestSingleInstanceLock()) return app.quit()
    await app.whenReady()
    app.setAboutPanelOptions({
      applicationName: 'Boilerscope',
      applicationVersion: app.getVersion(),
      copyright: 'Copyright © 2026 The Boilerscope authors. MIT licence.',
    })
    electron.nativeTheme.themeSource = memory.read().theme
    const own = electron.session.defaultSession
    own.setPermissionRequestHandler((_contents, permission, answer, { requestingUrl, isMainFrame }) =>
      answer(isGranted(permission, requestingUrl, isMainFrame)),
    )
    own.setPermissionCheckHandler((_contents, permission, origin) => isGranted(permission, origin, true))

    // One more than pages that are loaded at once: for a figure that is drawn, or a session that is still being cleared.
    const hidden = createHiddenWindows(electron, { most: AT_ONCE + 1 })
    const saves = saveReaderIn(root, true)
    const loader = createPageLoader(() => hidden.open(), {}, saves)
    // For the superuser there is no sandbox in any host; whoever else switches it off runs no strangers' scripts.
    const hasNoSandbox = app.commandLine.hasSwitch('no-sandbox') && !options.isRoot
    const made = createApplication({
      root,
      data: commandLine.selfCheck === null ? app.getPath('userData') : mkdtempSync(join(tmpdir(), 'boilerscope-self-check-')),
      host: { kind: 'electron', version: app.getVersion(), initial, fileDialog: true, docs: DOCUMENTATION_URL },
      loader: hasNoSandbox ? withoutScripts(loader) : loader,
      saves,
      openTarget: () => hidden.open(),
      announce: (event) => contract?.announce({ type: 'event', event }),
      own: { named: commandLine.extractors, folder: options.folder },
      native: {
        ...fileDialogs(electron, () => window, memory),
        setMenu: (given) => {
          actions = given
          setMenu()
          // The window sends this when it listens.
          isListening = true
          onListening()
          flush()
        },
        setTheme: (theme) => {
          memory.change({ theme })
          electron.nativeTheme.themeSource = theme
          window?.setBackgroundColor(background(electron))
        },
      },
    })
    application = made
    contract = serveContract(electron, {
      ...made.handlers,
      'host.info': async (input, context) => ({ ...(await made.handlers['host.info'](input, context)), initial }),
    })
    guardViews(own)
    serveScheme(electron, { renderer: join(root, 'out', 'renderer'), views: made.views, documentation: createDocumentation(root) })
    // Until the window has told its actions.
    setMenu()
    isStarted = true
    openWindow()
    if (commandLine.selfCheck !== null) {
      const contents = async (): Promise<ContentsPort> => {
        await listening
        if (window === null) throw new Error('the window was closed')
        return window.webContents
      }
      const hostChecks = electronChecks({ app, contents, isRoot: options.isRoot })
      app.exit(await selfCheckTo(commandLine.selfCheck, { handlers: made.handlers, hostChecks }))
    }
  }

  return {
    /** Writes an error down that nobody caught. */
    note: (thrown: unknown): void =>
      log.write(`Not caught: ${thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown)}`),
    /** Resolves when the window is being loaded. Where another instance runs already, that one shows the page and this one ends. */
    start: (): Promise<void> =>
      start().catch((thrown: unknown) => {
        const message = thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown)
        log.write(`Boilerscope could not be started: ${message}`)
        // A process without a window would hold the lock, and no other could start.
        if (commandLine.selfCheck !== null) console.error(message)
        else electron.dialog.showErrorBox('Boilerscope could not be started', `${message}\n\nThe log is in ${log.file}.`)
        app.exit(1)
      }),
  }
}

/** A loader that runs no page's scripts. */
function withoutScripts(loader: PageLoader): PageLoader {
  return {
    async load(source, options, context) {
      if (options.mode === 'source') return loader.load(source, options, context)
      throw failed(
        'load.no-sandbox',
        'Pages’ scripts are not run: Boilerscope was started without the operating system’s sandbox.',
        'Use source mode, or start Boilerscope without --no-sandbox (on Ubuntu, the deb package sets the sandbox up).',
      )
    },
  }
}
