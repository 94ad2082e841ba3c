/** The browser's thread that parses pages and runs extractors. Other people's libraries bring a DOM and are loaded when one is asked for. */
import { descriptions, extractors } from '../../shared/extractors'
import { createRegistry } from '../../shared/extractors/core/registry'
import { answerTasks } from './answer-tasks'

const own = createRegistry(extractors)

answerTasks(async (id) => {
  if (id === null || own.get(id) || !descriptions.get(id)) return own
  return (await import('../peers/registry')).registry
})
