import { z } from 'zod'
import { WORLD } from './page-walk'

export type Send = (method: string, params?: Readonly<Record<string, unknown>>) => Promise<unknown>

/** A world of its own in a frame, as the browser answers. */
export const World = z.object({ executionContextId: z.number() })
const Evaluated = z.object({ result: z.object({ value: z.unknown().optional() }), exceptionDetails: z.unknown().optional() })

/**
 * The value of an expression, in the page's own world where nothing else is said; a promise is waited for.
 * @throws where it throws, or the document is gone.
 */
export async function evaluate(send: Send, expression: string, where: { readonly contextId?: number } = {}): Promise<unknown> {
  const answer = await send('Runtime.evaluate', { expression, ...where, awaitPromise: true, returnByValue: true })
  const { result, exceptionDetails } = Evaluated.parse(answer)
  if (exceptionDetails !== undefined) throw new Error('the page could not be asked')
  return result.value
}

/**
 * The value of an expression in our own world of a frame's document as it is now: no script of the page can stand in for a function.
 * @throws where it throws, or the document is gone.
 */
export async function evaluateIn(send: Send, frameId: string, expression: string): Promise<unknown> {
  const { executionContextId: contextId } = World.parse(await send('Page.createIsolatedWorld', { frameId, worldName: WORLD }))
  return evaluate(send, expression, { contextId })
}
