/**
 * What Chromium 83 and Electron 9 cannot do, with the tests that fail for it. The list may not grow stale: a name whose test passes fails
 * the run, and so does one that no test has, and a limit that `can` finds gone.
 */
import type { CdpTarget } from '../../electron/services/capture/cdp-target'

export interface Limit {
  readonly reason: string
  /** The tests, by file and name. */
  readonly names: Readonly<Record<string, readonly string[]>>
  /** Whether this browser can after all. @param page shows `/missing` of the capture server at `origin`, and may ask for anything */
  readonly can: (page: CdpTarget, origin: string) => Promise<boolean>
}

/** The value of an expression in the page. */
async function valueOf(page: CdpTarget, expression: string): Promise<unknown> {
  const answer = await page.send('Runtime.evaluate', { expression, awaitPromise: true, returnByValue: true, userGesture: true })
  return (answer as { readonly result: { readonly value?: unknown } }).result.value
}

/** What `tell` makes of the first event of the kind, after the address was opened. */
function firstOf<T>(page: CdpTarget, kind: string, url: string, tell: (params: never) => Promise<T> | T): Promise<T> {
  return new Promise((resolve, reject) => {
    page.on((method, params) => void (method === kind && Promise.resolve(tell(params as never)).then(resolve, reject)))
    page.send('Page.navigate', { url }).catch(reject)
  })
}

const pages = (...names: readonly string[]): Limit['names'] => ({ 'chromium-capture': names })
const READ = ['gbk-header is read as GBK', 'gbk-meta is read as GBK', 'utf16-mark is read as UTF-16LE'] as const

export const LIMITS: readonly Limit[] = [
  {
    reason: 'a document does not tell its animations yet',
    names: pages('what fades in is seen, whatever the moment in which the page is taken'),
    can: async (page) => (await valueOf(page, `'getAnimations' in Document.prototype`)) === true,
  },
  {
    reason: 'HTML declares no shadow roots yet',
    names: pages(
      'rendered mode reads open shadow roots and frames, where they are, as they are; of what nobody can read it says so',
      'source mode leaves the string as it was sent, and lays out the shadow roots and the srcdoc that are in it',
    ),
    can: async (page) => (await valueOf(page, `'shadowRootMode' in HTMLTemplateElement.prototype`)) === true,
  },
  {
    reason: 'a part of a page over HTTPS is refused where it is continued over HTTP, as from an archive on this machine',
    names: {
      'web-archive': [
        'is the page of then with its styles, images and frames of about that time; nobody else is asked',
        'is there in source mode, too, byte for byte',
      ],
    },
    async can(page, origin) {
      const html = [{ name: 'Content-Type', value: 'text/html' }]
      const answer = { responseCode: 200, responseHeaders: html, body: Buffer.from('<p>x').toString('base64') }
      page.on((method, params) => {
        if (method !== 'Fetch.requestPaused') return
        const { requestId, request } = params as { readonly requestId: string; readonly request: { readonly url: string } }
        if (request.url.endsWith('/page')) void page.send('Fetch.fulfillRequest', { requestId, ...answer })
        else void page.send('Fetch.continueRequest', { requestId, url: `${origin}/style.css` })
      })
      await page.send('Fetch.enable', { patterns: [{ urlPattern: '*' }] })
      await page.send('Page.navigate', { url: 'https://old.example/page' })
      const link = `Object.assign(document.createElement('link'), { rel: 'stylesheet', href: '/part' })`
      return (
        (await valueOf(
          page,
          `new Promise((told) => { const link = ${link}
        link.onload = () => told(true)
        link.onerror = () => told(false)
        document.head.append(link) })`,
        )) === true
      )
    },
  },
  {
    reason: 'the body of an answer is read as text in UTF-8, not as bytes',
    names: pages(...READ, ...READ.map((name) => `of the web: ${name}`)),
    async can(page, origin) {
      await page.send('Fetch.enable', { patterns: [{ urlPattern: '*', requestStage: 'Response' }] })
      return firstOf(page, 'Fetch.requestPaused', `${origin}/gbk-header`, async ({ requestId }: { readonly requestId: string }) => {
        const { stream } = (await page.send('Fetch.takeResponseBodyAsStream', { requestId })) as { readonly stream: string }
        const chunk = (await page.send('IO.read', { handle: stream })) as { readonly base64Encoded?: boolean }
        return chunk.base64Encoded === true
      })
    },
  },
  {
    reason: 'a redirect to a file is followed (CVE-2022-36077, https://github.com/electron/electron/pull/35357)',
    names: pages('a redirect to a file of this machine is refused'),
    async can(page, origin) {
      const { errorText = '' } = (await page.send('Page.navigate', { url: `${origin}/to-file` })) as { readonly errorText?: string }
      return errorText.includes('UNSAFE_REDIRECT')
    },
  },
  {
    reason: 'the page has a popup before its opening can be refused, and every permission but by request',
    names: {
      'hostile-page': [
        'reaches nothing on this machine or in a private network, by no element and no function',
        'gets no permission, no popup, no download, no service worker and no credentials',
      ],
    },
    can: async (page) => (await valueOf(page, `open('about:blank') === null`)) === true,
  },
  {
    reason: 'an answer does not say from what kind of network it came',
    names: {
      'hostile-page': ['is not reached by a name that is public when it is looked up here, and leads inside when the browser looks it up'],
    },
    async can(page, origin) {
      await page.send('Network.enable')
      return firstOf(page, 'Network.responseReceivedExtraInfo', `${origin}/article`, (told: object) => 'resourceIPAddressSpace' in told)
    },
  },
  {
    reason: 'no picture is taken as WebP',
    names: {
      'kept-resources': [
        'a picture of the whole page where it is asked for',
        'a picture that would outweigh its page is taken at half its size',
      ],
    },
    async can(page) {
      const picture = (await page.send('Page.captureScreenshot', { format: 'webp' })) as { readonly data: string }
      return Buffer.from(picture.data, 'base64').toString('latin1', 8, 12) === 'WEBP'
    },
  },
]

/** Tests that pass and fail by turns, which are not run: by file and name, with the reason. */
export const UNSTEADY: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'hostile-page': {
    'that moves on for ever is kept after fifty times':
      'kept between two pages, this browser may show a document that has nothing in it yet',
  },
}
