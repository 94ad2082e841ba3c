/** Searches for a newer release at each start if the user enabled this in the Help menu. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { MenuItemConstructorOptions } from 'electron'
import { z } from 'zod'
import type { AppLog } from '../services/app-log'
import type { WindowMemoryStore } from '../services/window-place'
import type { ElectronPort, WindowPort } from './electron-port'

const Manifest = z.object({ version: z.string(), boilerscope: z.object({ source: z.string() }) })

/**
 * Returns the address of the latest release if its version is above `version`. @param source the web repository, which has
 * `releases/latest`
 */
export async function findUpdate(source: string, version: string): Promise<string | null> {
  const { ok, url } = await fetch(`${source}/releases/latest`, { method: 'HEAD', signal: AbortSignal.timeout(10_000) })
  const latest = /\/v?(\d+(?:\.\d+)*)$/.exec(url)?.[1]
  return ok && latest !== undefined && latest.localeCompare(version, 'en', { numeric: true }) > 0 ? url : null
}

export function createUpdateCheck<Window extends WindowPort>(
  { dialog, shell }: Pick<ElectronPort<Window>, 'dialog' | 'shell'>,
  { root, memory, log }: { readonly root: string; readonly memory: WindowMemoryStore; readonly log: AppLog },
) {
  const { version, boilerscope } = Manifest.parse(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')))
  return {
    /** The switch in the Help menu; none in a build that names no repository. */
    menu: (): MenuItemConstructorOptions[] =>
      boilerscope.source === ''
        ? []
        : [
            {
              label: 'Check for updates at start',
              type: 'checkbox',
              checked: memory.read().checksUpdates,
              click: ({ checked }) => memory.change({ checksUpdates: checked }),
            },
          ],
    async run(window: Window | null): Promise<void> {
      if (!memory.read().checksUpdates || boilerscope.source === '' || window === null) return
      const url = await findUpdate(boilerscope.source, version).catch((thrown: unknown) => log.write(`Update check: ${String(thrown)}`))
      if (!url) return
      const message = 'A newer version of Boilerscope is available.'
      const { response } = await dialog.showMessageBox(window, { message, detail: url, buttons: ['Show', 'Later'], cancelId: 1 })
      if (response === 0) await shell.openExternal(url)
    },
  }
}
