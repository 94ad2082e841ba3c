/** Whether a process of this id runs on this machine, somebody else's too. */
export function isAlive(id: number): boolean {
  try {
    return process.kill(id, 0)
  } catch (thrown) {
    return !(thrown instanceof Error && 'code' in thrown && thrown.code === 'ESRCH')
  }
}
