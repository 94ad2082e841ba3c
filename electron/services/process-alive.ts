import { hasCode } from './corpus/store/corpus-files'

/** Whether a process of this id runs on this machine, somebody else's too. */
export function isAlive(id: number): boolean {
  try {
    return process.kill(id, 0)
  } catch (thrown) {
    return !hasCode(thrown, 'ESRCH')
  }
}
