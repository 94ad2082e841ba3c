import { z } from 'zod'
import { WORLD } from './page-walk'

export type Send = (method: string, params?: Readonly<Record<string, unknown>>) => Promise<unknown>

const World = z.object({ executionContextId: z.number() })
const Evaluated = z.object({ result: z.object({ value: z.unknown() }), exceptionDetails: z.unknown().optional() })

/**
 * The value of an expression in our own world of a frame's document as it is now: no script of the page can stand in for a function.
 * @throws where it throws, or the document is gone.
 */
export async function evaluateIn(send: Send, frameId: string, expression: string): Promise<unknown> {
  const { executionContextId: contextId } = World.parse(await send('Page.createIsolatedWorld', { frameId, worldName: WORLD }))
  const { result, exceptionDetails } = Evaluated.parse(await send('Runtime.evaluate', { expression, contextId, returnByValue: true }))
  if (exceptionDetails !== undefined) throw new Error('the page could not be asked')
  return result.value
}
