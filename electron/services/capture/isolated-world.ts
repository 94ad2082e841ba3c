import { z } from 'zod'
import { WORLD } from './page-walk'

export type Send = (method: string, params?: Readonly<Record<string, unknown>>) => Promise<unknown>

/** Response with an isolated world of a frame. */
export const World = z.object({ executionContextId: z.number() })
const Evaluated = z.object({ result: z.object({ value: z.unknown().optional() }), exceptionDetails: z.unknown().optional() })

/**
 * Evaluates an expression, by default in the page's own world; awaits a promise.
 * @throws if it throws, or the document is gone.
 */
export async function evaluate(send: Send, expression: string, where: { readonly contextId?: number } = {}): Promise<unknown> {
  const answer = await send('Runtime.evaluate', { expression, ...where, awaitPromise: true, returnByValue: true })
  const { result, exceptionDetails } = Evaluated.parse(answer)
  if (exceptionDetails !== undefined) throw new Error('the page did not answer')
  return result.value
}

/**
 * Evaluates an expression in our isolated world of a frame's current document, where scripts of the page cannot replace functions.
 * @throws if it throws, or the document is gone.
 */
export async function evaluateIn(send: Send, frameId: string, expression: string): Promise<unknown> {
  const { executionContextId: contextId } = World.parse(await send('Page.createIsolatedWorld', { frameId, worldName: WORLD }))
  return evaluate(send, expression, { contextId })
}
