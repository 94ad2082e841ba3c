/** The browser's thread that parses pages and runs extractors. */
import { registryFor } from '../peers/registry-for'
import { serveTasks } from './answer-tasks'

serveTasks(registryFor)
