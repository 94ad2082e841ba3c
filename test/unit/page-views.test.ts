/** What frames of the window are answered, where somebody asks who knows no page. */
import { expect, test, vi } from 'vitest'
import { createPageViews } from '../../electron/services/view/page-views'
import type { PageService } from '../../electron/services/page-service'
import { failed } from '../../shared/base/failure'

const ask = (views: ReturnType<typeof createPageViews>, path: string) =>
  views.answer({ path, query: new URLSearchParams(), origin: 'http://127.0.0.1:1' })

test('a part of a page that is not open is asked for by nobody, and not remembered as missing', async () => {
  const resource = vi.fn<PageService['resource']>(() => Promise.resolve(null))
  let isOpen = false
  const pages = {
    document: (page: string) => {
      if (isOpen) return { scriptingEnabled: false }
      throw failed('page.unknown', `No ${page}.`, '')
    },
    resource,
    bundle: () => null,
    isOfTheWeb: () => false,
    isAddressable: () => false,
  } as unknown as PageService
  const views = createPageViews(pages)
  for (let n = 0; n < 100; n++) for (const way of ['r', 'f']) expect((await ask(views, `/view/page-${n}/${way}/x`))?.status).toBe(404)
  expect(resource).not.toHaveBeenCalled()
  isOpen = true
  expect(views.summary('page-7').missing).toBe(0)
  await ask(views, '/view/page-7/r/x')
  expect(views.summary('page-7').missing).toBe(1)
})

test('what was missing of pages that are closed is forgotten when another page misses something', async () => {
  let open = 'a'
  const pages = {
    document: (page: string) => {
      if (page === open) return { scriptingEnabled: false }
      throw failed('page.unknown', `No ${page}.`, '')
    },
    resource: () => Promise.resolve(null),
    bundle: () => null,
    isOfTheWeb: () => false,
    isAddressable: () => false,
  } as unknown as PageService
  const views = createPageViews(pages)
  await ask(views, '/view/a/r/x')
  open = 'b'
  await ask(views, '/view/b/r/x')
  expect([views.summary('a').missing, views.summary('b').missing]).toEqual([0, 1])
})
