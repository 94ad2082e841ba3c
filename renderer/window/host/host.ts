/** The window's line to its host: everything that the window asks goes through `call`. */
import { useEffect, useMemo, useState } from 'react'
import type { Client } from '../../../shared/contract/client'
import { connect, type Connection } from './connect'
import { getState, setState } from '../store'

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

/** Path of a file that the person dropped or chose; null where the window is not told, as in a browser. */
export function pathOf(file: File): string | null {
  return line().pathOf(file)
}

/**
 * Address of an open page's view; null until there is one. `styled`: with the images and styles that were kept. `version`: grows where
 * it has more to show.
 */
export function useViewUrl(page: string | null, styled: boolean, version = 0): string | null {
  const served = useMemo(() => (page === null ? null : line().viewUrl(page, styled)), [page, styled])
  const [made, setMade] = useState<{ readonly page: string; readonly styled: boolean; readonly url: string } | null>(null)
  useEffect(() => {
    if (page === null || served !== null) return
    let url: string | null = null
    const asking = new AbortController()
    void call('page.view', { page, styled }, { signal: asking.signal }).then((view) => {
      if (!view.ok || asking.signal.aborted) return
      url = URL.createObjectURL(new Blob([view.value], { type: 'text/html; charset=utf-8' }))
      setMade({ page, styled, url })
    })
    return () => {
      asking.abort()
      if (url !== null) URL.revokeObjectURL(url)
    }
  }, [page, styled, served])
  if (served === null) return made?.page === page && made.styled === styled ? made.url : null
  return version === 0 ? served : `${served}${served.includes('?') ? '&' : '?'}v=${version}`
}
