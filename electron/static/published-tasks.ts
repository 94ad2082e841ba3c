/** The thread of a published site: parses pages and runs the extractors of shared/. The site stores the results of all other extractors. */
import { extractors } from '../../shared/extractors'
import { createRegistry } from '../../shared/extractors/core/run'
import { serveTasks } from './answer-tasks'

const registry = createRegistry(extractors)
serveTasks(() => Promise.resolve(registry))
