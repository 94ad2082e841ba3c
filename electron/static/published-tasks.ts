/** The thread of a published site: parses pages and runs the extractors of Boilerscope; what libraries kept is stored with the site. */
import { extractors } from '../../shared/extractors'
import { createRegistry } from '../../shared/extractors/core/registry'
import { answerTasks } from './answer-tasks'

const registry = createRegistry(extractors)
answerTasks(() => Promise.resolve(registry))
