/** The browser's thread that parses pages and runs extractors. Other people's libraries bring a DOM and are loaded when one is asked for. */
import { registryFor } from '../peers/registry-for'
import { answerTasks } from './answer-tasks'

answerTasks(registryFor)
