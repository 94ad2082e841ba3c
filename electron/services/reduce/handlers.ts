import type { Handlers } from '../../../shared/contract/dispatcher'
import type { ExtractorInfo } from '../../../shared/extractors/core/extractor'
import { resolveParams, findExtractor } from '../../../shared/extractors/core/run'
import { reproducerReport } from '../../../shared/reduce/report'
import { originOf, type OwnData } from '../own/own-file'
import type { HeapLimits } from '../threads/thread-pool'
import type { PageService } from '../view/page-service'
import { reduceToReproducer } from './reducer'

export interface ReducePorts {
  readonly pages: PageService
  readonly extractors: () => Promise<readonly ExtractorInfo[]>
  readonly own: (ids: readonly string[]) => Promise<OwnData | undefined>
  readonly program: string
  readonly limits: HeapLimits
  /** Maximum milliseconds per page. */
  readonly timeout: number
  readonly version: string
}

export function reduceHandlers(ports: ReducePorts): Pick<Handlers, 'reduce.run'> {
  return {
    async 'reduce.run'({ page, extractor: id, preset, params: changed, kind, text }, context) {
      const extractor = findExtractor(await ports.extractors(), id)
      const { html, url, layout, scriptingEnabled, maxNodes } = ports.pages.document(page)
      const own = await ports.own([id])
      const params = resolveParams(extractor, preset, changed)
      const outcome = await reduceToReproducer(
        {
          html,
          url,
          scripting: scriptingEnabled,
          maxNodes,
          extractor,
          params,
          complaint: { kind, text },
          sameRule: extractor.family === 'peer',
        },
        { program: ports.program, limits: ports.limits, timeout: ports.timeout, own },
        {
          signal: context.signal,
          progress: ({ round, kind: step, nodes, trials }) =>
            context.progress({ done: null, message: `Round ${round}, ${step}: ${nodes} nodes left, ${trials} pages tried` }),
        },
      )
      const report = reproducerReport({
        ...outcome,
        extractor,
        params,
        url,
        hadLayout: layout !== null,
        origin: originOf(extractor, own?.files),
        versions: [`Boilerscope ${ports.version}`, `Node ${process.version}`],
      })
      const { before, after, trials, minimal } = outcome
      return { html: outcome.html, report, before, after, trials, minimal }
    },
  }
}
