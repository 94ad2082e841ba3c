/** The worker thread of saves of other programs: reads what an archive holds, or a page of it with its parts. */
import { readSave, type SaveTask } from '../services/capture/saves/save-reader'
import { serveThread } from '../services/threads/thread-program'

serveThread((task: SaveTask) => readSave(task))
