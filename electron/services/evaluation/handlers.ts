import type { Handlers } from '../../../shared/contract/dispatcher'
import type { evaluationContract } from '../../../shared/contract/evaluation-contract'
import type { EvaluationService } from './evaluation-service'

/** The handlers of the evaluate workspace's requests. */
export function evaluationHandlers(service: EvaluationService): Pick<Handlers, keyof typeof evaluationContract> {
  return {
    'evaluation.list': () => service.list(),
    'evaluation.count': ({ spec }, { signal }) => service.count(spec, signal),
    'evaluation.create': ({ name, spec }) => service.create(name, spec),
    'evaluation.run': ({ run, jobs, limits }, context) => service.run(run, { jobs, ...limits }, context),
    'evaluation.pause': ({ run, paused }) => {
      service.pause(run, paused)
      return Promise.resolve(null)
    },
    'evaluation.results': ({ run }) => service.results(run),
    'evaluation.rename': ({ run, name, notes }) => service.rename(run, name, notes),
    'evaluation.remove': ({ run }) => service.remove(run).then(() => null),
    'evaluation.restore': ({ run }) => service.restore(run).then(() => null),
    'evaluation.triage': ({ run, page, tags, note }) => service.triage(run, page, { tags, note }).then(() => null),
    'evaluation.page': ({ run, page }) => service.page(run, page),
  }
}
