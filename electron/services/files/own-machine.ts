/** Names and folders of this machine, to remove them from published sites. */
import { homedir, hostname, tmpdir, userInfo } from 'node:os'

export interface OwnMachine {
  /** Absolute folders of the machine. */
  readonly folders: readonly string[]
  /** Names of the user and the machine. */
  readonly names: readonly string[]
}

/** Returns the names of this machine. @param folders of the run: pages, extractors, target */
export function thisMachine(folders: readonly string[]): OwnMachine {
  const user = ((): string => {
    try {
      return userInfo().username
    } catch {
      return ''
    }
  })()
  return { folders: [homedir(), tmpdir(), process.cwd(), ...folders], names: [user, hostname()] }
}

/** Replacement of removed texts. */
export const TAKEN_OUT = '…'

/** Absolute paths of any machine: user folders on Linux, macOS and Windows, temporary folders, file addresses. */
const ANY_PATH =
  /file:\/\/[^\s"'<>)]*|(?<![\w/.:-])\/(?:home|Users|root|tmp|var|private|mnt|media|work|opt|srv)\/[^\s"'<>),;:]*|\b[A-Za-z]:\\[^\s"'<>),;]*/g

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** Matches only whole words. */
const asWord = (text: string): string => `(?<![\\p{L}\\p{N}_])${escaped(text)}(?![\\p{L}\\p{N}_])`

/** Matches a folder at the start of a path: `/root` is not in `example.org/root`. */
const asFolder = (folder: string): string => `(?<![\\w.~-])${escaped(folder.replace(/[\\/]+$/, ''))}(?:[\\\\/][^\\s"'<>),;:]*)?(?![\\w-])`

/** Returns a function that removes paths and names of a machine from a sentence of a program. */
export function scrubber({ folders, names }: OwnMachine): (text: string) => string {
  const paths = [...new Set(folders)].filter((path) => path.length > 1).sort((a, b) => b.length - a.length)
  const words = [...new Set(names)].filter((name) => name.length > 1)
  const known = [...paths.map(asFolder), ...words.map(asWord)]
  const own = known.length > 0 ? new RegExp(known.join('|'), 'gu') : null
  return (text) => {
    const without = own ? text.replace(own, TAKEN_OUT) : text
    return without.replace(ANY_PATH, TAKEN_OUT)
  }
}

/** Whether a page names a folder of the machine; folders of every machine do not count. */
export function namesFolder({ folders }: Pick<OwnMachine, 'folders'>): (text: string) => boolean {
  const own = [...new Set(folders)].map((path) => path.replace(/[\\/]+$/, '')).filter((path) => path.split(/[\\/]/).length > 2)
  return (text) => own.some((path) => text.includes(path))
}
