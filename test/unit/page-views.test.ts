import { expect, test, vi } from 'vitest'
import { createPageViews, paced } from '../../electron/services/view/page-views'
import type { TakePiece } from '../../electron/services/threads/task-thread'
import type { PageService } from '../../electron/services/view/page-service'
import { failed } from '../../shared/base/failure'
import fc from 'fast-check'

const ask = (views: ReturnType<typeof createPageViews>, path: string) =>
  views.answer({ path, query: new URLSearchParams(), origin: 'http://127.0.0.1:1' })

function pagesOf(isOpen: (page: string) => boolean, resource: PageService['resource'] = () => Promise.resolve(null)): PageService {
  const missing: ReturnType<PageService['missing']> = new Map()
  return {
    missing: (page: string) => (isOpen(page) ? missing : new Map()),
    document: (page: string) => {
      if (isOpen(page)) return { scriptingEnabled: false }
      throw failed('page.unknown', `No ${page}.`, '')
    },
    resource,
    bundle: () => null,
    isOfTheWeb: () => false,
    isAddressable: () => false,
  } as unknown as PageService
}

test('a part of a closed page is not requested, and not stored as missing', async () => {
  const resource = vi.fn<PageService['resource']>(() => Promise.resolve(null))
  let isOpen = false
  const views = createPageViews(pagesOf(() => isOpen, resource))
  for (let n = 0; n < 100; n++) for (const way of ['r', 'f']) expect((await ask(views, `/view/page-${n}/${way}/x`))?.status).toBe(404)
  expect(resource).not.toHaveBeenCalled()
  isOpen = true
  expect(views.summary('page-7').missing).toBe(0)
  await ask(views, '/view/page-7/r/x')
  expect(views.summary('page-7').missing).toBe(1)
})

test('a view that fails while it is written ends with a message; a view that fails earlier is no page', async () => {
  const begin = new TextEncoder().encode('<body><p>One')
  const late = failed('extraction.timeout', 'It took <too> long.', 'Try again.')
  const viewOf = async (pieces: readonly Uint8Array<ArrayBuffer>[]) => {
    const pages = {
      document: () => ({ scriptingEnabled: false }),
      addresses: () => ({}),
      bundle: () => null,
      run: (_page: string, _task: unknown, { onPiece }: { onPiece: TakePiece }) => {
        for (const piece of pieces) onPiece(piece)
        return Promise.reject(late)
      },
    } as unknown as PageService
    const answer = await ask(createPageViews(pages), '/view/a')
    return [answer?.status, await new Response(answer?.body as BodyInit).text()]
  }
  expect(await viewOf([begin])).toEqual([200, '<body><p>One</style><p>It took &lt;too&gt; long. Try again.</p>'])
  expect(await viewOf([])).toEqual([404, '<!doctype html><p>It took &lt;too&gt; long. Try again.</p>'])
})

test('a frame that navigates away while its view is written cancels the view', async () => {
  let given: AbortSignal | undefined
  const pages = {
    document: () => ({ scriptingEnabled: false }),
    addresses: () => ({}),
    bundle: () => null,
    run: (_page: string, _task: unknown, { onPiece, signal }: { onPiece: TakePiece; signal?: AbortSignal }) => {
      given = signal
      onPiece(new TextEncoder().encode('<body>'))
      return new Promise(() => undefined)
    },
  } as unknown as PageService
  const answer = await ask(createPageViews(pages), '/view/a')
  expect(given?.aborted).toBe(false)
  await new Response(answer?.body as BodyInit).body?.cancel()
  expect(given?.aborted).toBe(true)
})

test('every piece is sent, complete and in order', () =>
  fc.assert(
    fc.asyncProperty(fc.array(fc.integer({ min: 0, max: 200_000 }), { maxLength: 6 }), async (sizes) => {
      async function* pieces(): AsyncGenerator<Uint8Array> {
        for (const size of sizes) yield new Uint8Array(size)
      }
      const lengths: number[] = []
      for await (const piece of paced(pieces())) lengths.push(piece.length)
      expect(lengths).toEqual(sizes)
    }),
    { numRuns: 30 },
  ))
