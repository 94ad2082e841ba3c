import { failure, type Failure } from '../../../shared/base/failure'
import { isErrorAnswer } from '../../../shared/base/url'
import type { MissingResource } from '../../../shared/contract/capture'

const AGAIN = 'Check the address and the connection, then try again.'
const ELSEWHERE = 'Try again later, or open a saved copy of the page.'

const NETWORK: readonly (readonly [start: string, code: string, message: string, next: string])[] = [
  ['ERR_NAME_', 'load.unknown-host', 'The host % was not found.', 'Check the spelling of the address, and the connection.'],
  ['ERR_CONNECTION_REFUSED', 'load.refused', '% refused the connection.', 'Check the address and its port, and that the server runs.'],
  ['ERR_CONNECTION_TIMED_OUT', 'load.timeout', '% did not respond.', ELSEWHERE],
  ['ERR_TIMED_OUT', 'load.timeout', '% did not respond.', ELSEWHERE],
  ['ERR_CERT_', 'load.tls', 'The certificate of % is not valid.', 'Check the address; pages without a valid certificate are not opened.'],
  ['ERR_SSL_', 'load.tls', 'No secure connection to % could be made.', 'Check whether the address should begin with http:// instead.'],
  ['ERR_TOO_MANY_REDIRECTS', 'load.redirects', '% redirects too many times.', 'Open the target address.'],
  ['ERR_CONTENT_DECODING_FAILED', 'load.damaged', '% sent compressed data that cannot be decompressed.', ELSEWHERE],
  ['ERR_CONTENT_LENGTH_MISMATCH', 'load.damaged', '% closed the connection in the middle of the page.', AGAIN],
  ['ERR_INCOMPLETE_CHUNKED_ENCODING', 'load.damaged', '% closed the connection in the middle of the page.', AGAIN],
  ['ERR_UNSAFE_REDIRECT', 'load.unsafe-redirect', '% redirects to an address that is not http or https.', 'Open another address.'],
  ['ERR_CONNECTION_', 'load.broken', 'The connection to % failed.', AGAIN],
  ['ERR_EMPTY_RESPONSE', 'load.broken', '% closed the connection without a response.', AGAIN],
  ['ERR_INVALID_HTTP_RESPONSE', 'load.broken', 'The response of % is not HTTP.', 'Check the address and its port.'],
  ['ERR_UNSAFE_PORT', 'load.bad-address', 'Browsers do not open pages on this port.', 'Check the port in the address.'],
  ['ERR_INTERNET_DISCONNECTED', 'load.offline', 'There is no connection to the network.', 'Connect, or open a local file or a sample.'],
  ['ERR_ADDRESS_UNREACHABLE', 'load.offline', '% cannot be reached from this machine.', AGAIN],
  ['ERR_NETWORK_', 'load.offline', 'The network changed or is not available.', AGAIN],
]

export function networkFailure(error: string, url: string): Failure {
  const name = error.replace(/^net::/, '')
  const found = NETWORK.find(([start]) => name.startsWith(start))
  if (!found) return failure('load.failed', `${hostOf(url)} could not be opened (${name || 'unknown error'}).`, AGAIN)
  return failure(found[1], found[2].replace('%', hostOf(url)), found[3])
}

export function reasonOf(error: string, blocked: string | undefined, refusal: string): Pick<MissingResource, 'reason' | 'isFinal'> {
  const name = error.replace(/^net::/, '')
  if (blocked === 'csp') return { reason: 'the page itself forbids it' }
  if (blocked === 'mixed-content') return { reason: 'a secure page may not load it without encryption', isFinal: true }
  if (blocked !== undefined || name.startsWith('ERR_BLOCKED_BY_CLIENT')) return { reason: refusal, isFinal: true }
  if (name.startsWith('ERR_BLOCKED_BY')) return { reason: 'its server does not allow it on other sites', isFinal: true }
  if (name.startsWith('ERR_SOCKS_')) return { reason: 'its server could not be reached' }
  if (name.startsWith('ERR_ABORTED')) return { reason: 'the page cancelled the request' }
  return { reason: `it could not be loaded (${name || 'no reason was reported'})` }
}

export function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : url.slice(0, 200)
}

/** Messages by what the load awaited. `%` stands for the host, `#` for the seconds. */
const TIMEOUTS = {
  archive: ['The archive was not read within # seconds.', 'Raise the load limit, or extract the required pages from the archive.'],
  file: ['The file was not read within # seconds.', 'Check its disk, or raise the load limit.'],
  answer: ['% did not respond within # seconds.', 'Try again later, or raise the load limit.'],
  rest: ['% did not send the whole page within # seconds.', 'Try again later, or raise the load limit.'],
  page: [
    'The page was still busy after # seconds and was stopped.',
    'Open it in source mode, where its scripts do not run, or raise the load limit.',
  ],
} as const

/** @param url address of a page from the network */
export function timeoutFailure(milliseconds: number, awaited: keyof typeof TIMEOUTS, url: string | null = null): Failure {
  const [message, next] = TIMEOUTS[awaited]
  const host = url === null ? 'The browser' : hostOf(url)
  const written = message.replace('#', String(milliseconds / 1000)).replace('%', () => host)
  return failure('load.timeout', written, next)
}

export function tooLargeFailure(name: string, limit: number): Failure {
  const message = `${name} has more than ${Math.round((limit / 1024 / 1024) * 100) / 100} MiB of HTML.`
  return failure('load.too-large', message, 'Raise the size limit, or open a saved part of the page.')
}

export function notHtmlFailure(url: string, kind: string): Failure {
  return failure('load.not-html', `${hostOf(url)} sends ${kind}, not a page.`, 'Open an address that leads to an HTML page.')
}

export function errorAnswerFailure(status: number | null, done: 'kept' | 'read'): Failure | null {
  if (!isErrorAnswer(status)) return null
  const message = `The server responded with status ${status}; its response was ${done} as the page.`
  return failure('load.error-answer', message, 'Check the page and its address.')
}

export function redirectsFailure(url: string, limit: number): Failure {
  return failure('load.redirects', `${hostOf(url)} redirects more than ${limit} times.`, 'Open the target address.')
}

export function crashedFailure(reason: string, isTooHeavy = false): Failure {
  const message = 'The page used more memory than the limit and was stopped.'
  if (isTooHeavy) return failure('load.too-heavy', message, 'Open it in source mode, where its scripts do not run.')
  return failure('load.crashed', `The browser stopped while it loaded the page (${reason}).`, 'Try again; source mode needs less memory.')
}
