import type { Result } from '../../../shared/base/failure'
import { notify } from '../store'

export function copyText(text: string, what: string): void {
  navigator.clipboard.writeText(text).then(
    () => notify(`${what} copied.`),
    () => notify(`${what} could not be copied: the browser refused access to the clipboard.`),
  )
}

export async function copyLink(hash: Promise<Result<string>>): Promise<void> {
  const link = await hash
  if (link.ok) copyText(`${location.origin}${location.pathname}#${link.value}`, 'Link')
  else notify(link.failure)
}
