export function saveFile(name: string, content: Blob | string, type = 'text/plain;charset=utf-8'): void {
  const blob = typeof content === 'string' ? new Blob([content], { type }) : content
  const url = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // Some browsers read the address after the click, so revoke the address later.
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}

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
