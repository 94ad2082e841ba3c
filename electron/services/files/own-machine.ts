/** What tells of the machine that a site is made on, so that it can be taken out of what is published. */
import { homedir, hostname, tmpdir, userInfo } from 'node:os'

export interface OwnMachine {
  /** Folders of the machine, absolute. */
  readonly folders: readonly string[]
  /** Names of its user and of itself. */
  readonly names: readonly string[]
}

/** This machine. @param folders that the run names besides: of its pages, of its extractors, of where it is published */
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

/** What stands for what was taken out. */
export const TAKEN_OUT = '…'

/** Absolute paths whatever machine they are of: a user's folder on Linux, macOS and Windows, temporary folders, addresses of files. */
const ANY_PATH =
  /file:\/\/[^\s"'<>)]*|(?<![\w/.:-])\/(?:home|Users|root|tmp|var|private|mnt|media|work|opt|srv)\/[^\s"'<>),;:]*|\b[A-Za-z]:\\[^\s"'<>),;]*/g

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** Something that a word goes on with is another word. */
const asWord = (text: string): string => `(?<![\\p{L}\\p{N}_])${escaped(text)}(?![\\p{L}\\p{N}_])`

/** A folder as part of a path, not the end of a longer one: `/root` is not in `example.org/root`. */
const asFolder = (folder: string): string => `(?<![\\w.~-])${escaped(folder.replace(/[\\/]+$/, ''))}(?:[\\\\/][^\\s"'<>),;:]*)?(?![\\w-])`

/** Takes paths and names of a machine out of a sentence that a program wrote. */
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

/** Whether a text that is published as it is, a page, names a folder of the machine; folders that every machine has do not count. */
export function namesFolder({ folders }: Pick<OwnMachine, 'folders'>): (text: string) => boolean {
  const own = [...new Set(folders)].map((path) => path.replace(/[\\/]+$/, '')).filter((path) => path.split(/[\\/]/).length > 2)
  return (text) => own.some((path) => text.includes(path))
}
