/** Which texts of a page were kept, in few characters: a baseline has it instead of the page's words. */
import { TEXT, type PageModel } from '../../page/page-model'
import { KEPT } from '../../page/selection'

/** `TEXTS:RANGES`: how many texts the page has, and numbers of those kept among them, `0-4,9`. Linear in nodes. */
export function writeKept(page: PageModel, selected: Uint8Array): string {
  const ranges: string[] = []
  let texts = 0
  let from = -1
  const close = (): void => {
    if (from >= 0) ranges.push(from === texts - 1 ? String(from) : `${from}-${texts - 1}`)
    from = -1
  }
  for (let n = 0; n < page.count; n++) {
    if (page.kind[n] !== TEXT) continue
    if (selected[n] !== KEPT) close()
    else if (from < 0) from = texts
    texts++
  }
  close()
  return `${texts}:${ranges.join(',')}`
}

/** By node, 1 where the text was kept; null where what was written is of another page, or is damaged. Linear in nodes. */
export function readKept(page: PageModel, written: string): Uint8Array | null {
  const [count, list = ''] = written.split(':')
  const kept = new Uint8Array(page.count)
  const ranges = list === '' ? [] : list.split(',').map((range) => /^(\d{1,9})(?:-(\d{1,9}))?$/.exec(range))
  let texts = 0
  let next = 0
  for (let n = 0; n < page.count; n++) {
    if (page.kind[n] !== TEXT) continue
    const range = ranges[next]
    if (range) {
      const last = Number(range[2] ?? range[1])
      if (texts >= Number(range[1]) && texts <= last) kept[n] = 1
      if (texts === last) next++
    }
    texts++
  }
  return String(texts) === count &&
    next === ranges.length &&
    ranges.every((range) => range !== null && Number(range[1]) <= Number(range[2] ?? range[1]))
    ? kept
    : null
}
