/** The worker thread for saves of other programs: lists an archive, or reads a page of the archive with its parts. */
import { readSave, type SaveTask } from '../services/capture/saves/save-reader'
import { serveThread } from '../services/threads/thread-program'

serveThread((task: SaveTask) => readSave(task))
