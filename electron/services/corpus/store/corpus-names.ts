import { failed } from '../../../../shared/base/failure'
import { ANNOTATOR, PAGE_ID } from '../../../../shared/gold/names'

/** Reserved device names of Windows: a corpus with them could not be checked out there. */
const DEVICE_NAME = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i

export function checkPageId(id: string): string {
  if (PAGE_ID.test(id)) return id
  throw failed(
    'corpus.bad-id',
    `"${id.slice(0, 100)}" is not a page id.`,
    'Use lower-case letters, digits, - and _; at most 80 characters.',
  )
}

/** Whether a new page may have this id. Existing pages with other ids still open. */
export function isNewPageId(id: string): boolean {
  return PAGE_ID.test(id) && !DEVICE_NAME.test(id)
}

/** Checks the id of a new page. @throws FailureError `corpus.bad-id`. */
export function checkNewPageId(id: string): string {
  if (isNewPageId(checkPageId(id))) return id
  throw failed('corpus.bad-id', `"${id}" cannot be a page id: Windows keeps the name for a device.`, 'Choose another id.')
}

export function checkAnnotator(name: string): string {
  if (ANNOTATOR.test(name) && !DEVICE_NAME.test(name)) return name
  throw failed(
    'corpus.bad-annotator',
    `"${name.slice(0, 100)}" cannot be the name of an annotator.`,
    'Use letters, digits, spaces and . _ @ + -; at most 64 characters, beginning and ending with a letter or digit.',
  )
}
