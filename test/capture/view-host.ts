import { startHttpHost, type HttpHost } from '../../electron/server/http-host'
import type { ChromiumTargets } from '../../electron/server/chromium-target'
import { createApplication, type Application } from '../../electron/services/application'
import type { LoadPage } from '../../electron/services/capture/loader'
import { createPageLoader } from '../../electron/services/capture/page-loader'
import { createDocumentation } from '../../electron/services/documentation'

export async function startViewHost(
  root: string,
  folder: string,
  targets: ChromiumTargets,
): Promise<{ readonly application: Application; readonly host: HttpHost; readonly loadPage: LoadPage }> {
  const resolve = (): Promise<readonly string[]> => Promise.resolve(['203.0.113.7'])
  const loadPage = createPageLoader(targets.open, { resolve, proxied: false })
  const application = createApplication({
    root,
    data: folder,
    host: { kind: 'browser', version: '0', initial: { kind: 'html', html: '' }, fileDialog: false, docs: './docs/' },
    loadPage,
    openTarget: targets.open,
  })
  const host = await startHttpHost({
    handlers: application.handlers,
    renderer: folder,
    views: application.views,
    documentation: createDocumentation(folder),
    token: 'x',
    port: 0,
  })
  return { application, host, loadPage }
}
