import type { SessionPort } from './electron-port'

const WEB = { urls: ['http://*/*', 'https://*/*', 'ws://*/*', 'wss://*/*'] }

/** The window and its page views load nothing from the web, whatever their policies say: what a page shows was kept when it was captured. */
export function guardViews(session: SessionPort): void {
  session.webRequest.onBeforeRequest(WEB, (_request, answer) => answer({ cancel: true }))
}
