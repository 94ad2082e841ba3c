import { useEffect, useState } from 'react'
import type { Result } from '../../shared/base/failure'
import type { PagePicture } from '../../shared/contract/contract'
import type { PageModel } from '../../shared/page/page-model'
import { call } from '../window/host/host'

const MOST_WIDTHS = 3

const USUAL_WIDTH = 1280

interface Pictured {
  readonly page: string
  readonly styled: boolean
  readonly model: PageModel
  /** CSS pixels; default: the width of the page's layout, or `USUAL_WIDTH` without a layout. */
  readonly wide?: number | undefined
}

export function requestPicture({ page, styled, model, wide }: Pictured, signal: AbortSignal) {
  const width = Math.max(100, Math.min(4_000, Math.round(wide ?? model.layout?.viewport.width ?? USUAL_WIDTH)))
  return call('figure.page', { page, styled, width, height: Math.min(16_000, width * MOST_WIDTHS) }, { signal })
}

export function usePagePicture(page: string | null, styled: boolean, model: PageModel | null, wide?: number) {
  const [found, setFound] = useState<{ readonly of: string; readonly answer: Result<PagePicture> } | null>(null)
  const [attempt, setAttempt] = useState(0)
  const key = `${page ?? ''} ${styled}`
  useEffect(() => {
    if (page === null || !model) return
    const controller = new AbortController()
    void requestPicture({ page, styled, model, wide }, controller.signal).then((answer) => {
      if (!controller.signal.aborted) setFound({ of: key, answer })
    })
    return () => controller.abort()
  }, [page, styled, model, wide, key, attempt])
  const answer = found?.of === key ? found.answer : null
  return {
    picture: answer?.ok ? answer.value : null,
    failure: answer?.ok === false ? answer.failure : null,
    again: () => {
      setFound(null)
      setAttempt(attempt + 1)
    },
  }
}
