/** A picture of an open page for a figure, with where its nodes are in it. */
import { useEffect, useState } from 'react'
import type { Result } from '../../shared/base/failure'
import type { PagePicture } from '../../shared/contract/figure-contract'
import type { PageModel } from '../../shared/page/page-model'
import { call } from '../window/host/host'

/** Height of the picture at most, in its own widths: three screens of a page are what a paper has room for. */
const MOST_WIDTHS = 3

/** CSS pixels that a page without a known layout is pictured in. */
const USUAL_WIDTH = 1280

interface Pictured {
  /** Handle of the open page. */
  readonly page: string
  readonly styled: boolean
  readonly model: PageModel
  /** CSS pixels that it is pictured in; without it those of its layout, or the usual ones. */
  readonly wide?: number | undefined
}

/** Asks the host's browser for the picture. */
export function takePagePicture({ page, styled, model, wide }: Pictured, signal: AbortSignal) {
  const width = Math.max(100, Math.min(4_000, Math.round(wide ?? model.layout?.viewport.width ?? USUAL_WIDTH)))
  return call('figure.page', { page, styled, width, height: Math.min(16_000, width * MOST_WIDTHS) }, { signal })
}

/** The picture as soon as it is there, or why it does not come. */
export function usePagePicture(page: string | null, styled: boolean, model: PageModel | null, wide?: number) {
  const [found, setFound] = useState<{ readonly of: string; readonly answer: Result<PagePicture> } | null>(null)
  const [attempt, setAttempt] = useState(0)
  const key = `${page ?? ''} ${styled}`
  useEffect(() => {
    if (page === null || !model) return
    const controller = new AbortController()
    void takePagePicture({ page, styled, model, wide }, controller.signal).then((answer) => {
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
