/** Evaluates pages as the program does, but leaves it to the engine when to collect garbage. */
import { threadProgram } from '../../electron/services/threads/thread-program'
import { evaluate } from '../../electron/worker/evaluation-worker'

export default threadProgram(evaluate)
