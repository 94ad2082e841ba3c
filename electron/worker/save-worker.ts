import { readSave, type SaveTask } from '../services/capture/saves/save-reader'
import { serveThread } from '../services/threads/thread-program'

serveThread((task: SaveTask) => readSave(task))
