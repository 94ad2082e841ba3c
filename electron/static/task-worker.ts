/** The browser's thread that parses pages and runs extractors. Libraries need a DOM and are loaded on demand. */
import { registryFor } from '../peers/registry-for'
import { serveTasks } from './answer-tasks'

serveTasks(registryFor)
