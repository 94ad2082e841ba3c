/** Saves a file as a browser download. Electron shows a save dialog for downloads. */
export function saveFile(name: string, content: Blob | string, type = 'text/plain;charset=utf-8'): void {
  const blob = typeof content === 'string' ? new Blob([content], { type }) : content
  const url = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // Revoke the address later, because some browsers read the address only after the click's task.
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}

/** Returns a file name from a title. A dash replaces each run of characters that are not letters or digits. */
export function fileName(title: string, extension: string): string {
  const stem = title
    .normalize('NFKD')
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 80)
  return `${stem || 'boilerscope'}.${extension}`
}

export function chooseFiles(
  options: { readonly accept: string; readonly multiple?: boolean },
  read: (files: readonly File[]) => void,
): void {
  const input = Object.assign(document.createElement('input'), { type: 'file', ...options })
  input.addEventListener('change', () => read([...(input.files ?? [])]))
  input.click()
}
