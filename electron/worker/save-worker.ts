/** The worker thread of saves of other programs: reads what an archive holds, or a page of it with its parts. */
import { readSave, type SaveTask } from '../services/capture/saves/save-reader'
import { threadProgram } from '../services/threads/thread-program'

export default threadProgram((task: SaveTask) => readSave(task))
