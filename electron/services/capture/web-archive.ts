/** Addresses of pages in web archives with the format of the Wayback Machine and pywb: collection, time, web address. */
import { withoutFragment } from '../../../shared/page/kept-address'

export interface ArchivedAddress {
  /** Such as `https://web.archive.org/web/`. */
  readonly prefix: string
  /** The time as YYYYMMDDhhmmss, or only the first digits of this form, at least the year. */
  readonly time: string
  readonly url: string
}

/** Matches a time of 4 to 14 digits, an optional mode (`id_`, `if_`), and an address, possibly with only one slash after `http:`. */
const ARCHIVED = /^(https?:\/\/[^?#]*?\/)(\d{4,14})(?:[a-z]{2}_)?\/(https?):\/{1,2}([^/].*)$/is

export function archivedAddress(address: string): ArchivedAddress | null {
  const [, prefix, time, scheme, rest] = ARCHIVED.exec(address) ?? []
  if (prefix === undefined || time === undefined || scheme === undefined || rest === undefined) return null
  const url = `${scheme.toLowerCase()}://${rest}`
  return URL.canParse(url) ? { prefix, time, url: new URL(url).href } : null
}

export type ArchiveRoute = ReturnType<typeof archiveRoute>

export function archiveRoute({ prefix, time }: ArchivedAddress) {
  const times = new Map<string, string>()
  const timeOf = (url: string): string => times.get(withoutFragment(url)) ?? time
  /** `id_` requests the unchanged response of the original server. */
  const addressOf = (url: string): string => `${prefix}${timeOf(url)}id_/${withoutFragment(url)}`
  return {
    timeOf,
    addressOf,
    /** Returns the web address of a redirect's target, and stores its time for later requests; null if the target is not archived. */
    follow(from: string, location: string): string | null {
      const to = URL.canParse(location, addressOf(from)) ? new URL(location, addressOf(from)).href : ''
      const found = archivedAddress(to)
      if (!found || new URL(found.prefix).origin !== new URL(prefix).origin) return null
      times.set(withoutFragment(found.url), found.time)
      return found.url
    },
  }
}

export function archiveTime(time: string): string {
  const [year, month, day, hour, minute] = [time.slice(0, 4), time.slice(4, 6), time.slice(6, 8), time.slice(8, 10), time.slice(10, 12)]
  const date = [year, month, day].filter((part) => part !== '').join('-')
  return minute === '' ? date : `${date} ${hour}:${minute} UTC`
}
