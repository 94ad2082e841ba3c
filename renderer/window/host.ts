/** The window's line to its host: everything that the window asks goes through `call`. */
import type { Client } from '../../shared/contract/client'
import { connect, type Connection } from './connect'
import { getState, setState } from './store'

/** Opens the line; once, before anything is asked. */
export function openLine(connection = connect()): void {
  connection.onLost(() => setState({ lost: true }))
  setState({ connection })
}

function line(): Connection {
  const { connection } = getState()
  if (!connection) throw new Error('The line to the host is not open yet.')
  return connection
}

/** Asks the host; failures are data. */
export const call: Client['call'] = (method, input, options) => line().client.call(method, input, options)

/** Listens to what the host says unasked. Returns the way to stop. */
export const onHostEvent: Client['onEvent'] = (listener) => line().client.onEvent(listener)

/** Address of an open page's view. `styled`: with the images and styles that were kept. `version`: grows where it has more to show. */
export function viewUrl(page: string, styled: boolean, version = 0): string {
  const url = line().viewUrl(page, styled)
  return version === 0 ? url : `${url}${url.includes('?') ? '&' : '?'}v=${version}`
}
