import { readFileSync } from 'node:fs'
import { exampleById } from '../shared/demo/examples'
import type { Tour, TourStop } from '../shared/demo/tours/tour'

export function htmlOfStop(tour: Tour, { example }: TourStop): string {
  if (example === undefined) return readFileSync(`electron/samples/pages/${tour.sample}.html`, 'utf8')
  const found = exampleById(example)
  if (!found) throw new Error(`no example ${example}`)
  return found.html
}

/** Calls `make` once per page of the tour. */
export function oncePerPage<T>(tour: Tour, make: (html: string) => T): (stop: TourStop) => T {
  const made = new Map<string | undefined, T>()
  return (stop) => {
    const found = made.get(stop.example) ?? make(htmlOfStop(tour, stop))
    made.set(stop.example, found)
    return found
  }
}
