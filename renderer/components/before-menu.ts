let beforeMenu: HTMLElement | null = null

/** Stores the focused element when a context menu opens: a dialog that opens from the menu returns the focus to this element. */
export function rememberFocus(): void {
  beforeMenu = document.activeElement instanceof HTMLElement ? document.activeElement : null
}

/** Returns the element that had the focus when the last context menu opened; null if it left the document. */
export const focusedBeforeMenu = (): HTMLElement | null => (beforeMenu?.isConnected ? beforeMenu : null)
