/** Lets a person choose files of their own machine in the browser's dialog. Nothing happens if they choose none. */
export function chooseFiles(
  options: { readonly accept: string; readonly multiple?: boolean },
  take: (files: readonly File[]) => void,
): void {
  const input = Object.assign(document.createElement('input'), { type: 'file', ...options })
  input.addEventListener('change', () => take([...(input.files ?? [])]))
  input.click()
}
