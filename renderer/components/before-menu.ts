/** Where the focus was before a context menu: the menu has no button to return it to. */
let beforeMenu: HTMLElement | null = null

/** Remembers what has the focus when a context menu opens; the menu has none of its own to return it to once a dialog lies over it. */
export function rememberFocus(): void {
  beforeMenu = document.activeElement instanceof HTMLElement ? document.activeElement : null
}

/** What had the focus when the last context menu opened, where it is still there. */
export const focusedBeforeMenu = (): HTMLElement | null => (beforeMenu?.isConnected ? beforeMenu : null)
