/** The thread of a published site: parses pages and runs built-in extractors; results of libraries are stored with the site. */
import { extractors } from '../../shared/extractors'
import { createRegistry } from '../../shared/extractors/core/run'
import { serveTasks } from './answer-tasks'

const registry = createRegistry(extractors)
serveTasks(() => Promise.resolve(registry))
