/** Pages in web archives that answer as the Wayback Machine and pywb do: an address of the web behind a time, below a collection. */
import { withoutFragment } from '../../../shared/page/kept-address'

/** A page of the web as an archive has it. */
export interface ArchivedAddress {
  /** What stands before the time: `https://web.archive.org/web/`. */
  readonly prefix: string
  /** YYYYMMDDhhmmss, or a beginning of it. */
  readonly time: string
  /** The page's own address. */
  readonly url: string
}

/** A time of at least a year, perhaps a word for how it is to be shown (`id_`, `if_`), and an address; some write it with one slash. */
const ARCHIVED = /^(https?:\/\/[^?#]*?\/)(\d{4,14})(?:[a-z]{2}_)?\/(https?):\/{1,2}([^/].*)$/is

/** The page of the web that an address of an archive names; null for any other address. */
export function archivedAddress(address: string): ArchivedAddress | null {
  const [, prefix, time, scheme, rest] = ARCHIVED.exec(address) ?? []
  if (prefix === undefined || time === undefined || scheme === undefined || rest === undefined) return null
  const url = `${scheme.toLowerCase()}://${rest}`
  return URL.canParse(url) ? { prefix, time, url: new URL(url).href } : null
}

/** The way of one page's requests into an archive. */
export interface ArchiveRoute {
  /** Where the archive answers for an address of the web, as it was served (`id_`). */
  addressOf(url: string): string
  /**
   * Where a redirect of the archive leads in the web of then; null where it leads out of the archive. An archive that has a page of
   * another time than was asked for says so by a redirect to that time: the address stays, and is asked for at that time from then on.
   */
  follow(from: string, location: string): string | null
  /** When the archive took what it answers for an address, as it says itself. */
  timeOf(url: string): string
}

export function archiveRoute({ prefix, time }: ArchivedAddress): ArchiveRoute {
  const times = new Map<string, string>()
  const timeOf = (url: string): string => times.get(withoutFragment(url)) ?? time
  return {
    timeOf,
    addressOf: (url) => `${prefix}${timeOf(url)}id_/${withoutFragment(url)}`,
    follow(from, location) {
      const base = `${prefix}${timeOf(from)}id_/${withoutFragment(from)}`
      const to = URL.canParse(location, base) ? new URL(location, base).href : ''
      const found = archivedAddress(to)
      if (!found || new URL(found.prefix).origin !== new URL(prefix).origin) return null
      times.set(withoutFragment(found.url), found.time)
      return found.url
    },
  }
}

/** A time of an archive for a person: "1 May 2019, 12:34 UTC", as far as it is known. */
export function archiveTime(time: string): string {
  const [year, month, day, hour, minute] = [time.slice(0, 4), time.slice(4, 6), time.slice(6, 8), time.slice(8, 10), time.slice(10, 12)]
  const date = [year, month, day].filter((part) => part !== '').join('-')
  return minute === '' ? date : `${date} ${hour}:${minute} UTC`
}
