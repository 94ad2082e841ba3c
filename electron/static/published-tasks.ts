/** The thread of a published site. Only the extractors of shared/ run; the site stores the results of other extractors. */
import { extractors } from '../../shared/extractors'
import { createRegistry } from '../../shared/extractors/core/run'
import { serveTasks } from './answer-tasks'

const registry = createRegistry(extractors)
serveTasks(() => Promise.resolve(registry))
