/** The worker thread of saves of other programs: reads what an archive holds, or a page of it with its parts. */
import { readSave, type SaveTask } from '../services/saves/save-reader'
import { answerTasks } from '../services/threads/thread-program'

answerTasks({ perform: (task: SaveTask) => readSave(task) })
