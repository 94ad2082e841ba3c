/** F6: the focus goes from one part of the window to the next, as browsers and editors do it. */

/** The parts, in the order of the document. */
const PARTS = '.tab-strip, .toolbar, .pane, .compare-head, #compare-view, aside, .status-bar'
/** What a part is for; the focus goes there first. */
const HEARTS =
  '[role="tree"], [role="grid"], [role="listbox"], iframe:not([tabindex="-1"]), input[type="range"], [role="slider"][tabindex="0"], [role="tab"][aria-selected="true"]'
/** What is read rather than worked: the keys scroll it. */
const READ = '.bs-panel, [role="region"][tabindex="0"]'
const STOPS = ':is(a[href], button, input, select, textarea, [tabindex]):not([tabindex="-1"], :disabled)'

function visible(elements: Iterable<HTMLElement>): HTMLElement | undefined {
  for (const element of elements) if (element.checkVisibility() && !element.closest('[inert]')) return element
  return undefined
}

function stopIn(part: HTMLElement): HTMLElement | undefined {
  // What a pane shows comes before its head.
  const places = [...part.querySelectorAll<HTMLElement>('.pane-body'), part]
  for (const place of places) {
    const found =
      visible(place.querySelectorAll<HTMLElement>(HEARTS)) ??
      visible(place.querySelectorAll<HTMLElement>(READ)) ??
      visible(place.querySelectorAll<HTMLElement>(STOPS))
    if (found) return found
  }
  return part.matches(STOPS) ? part : undefined
}

/** Puts the focus into the next part of the window, or the one before; round the end. */
export function focusNextPart(step: 1 | -1): void {
  const parts = [...document.querySelectorAll<HTMLElement>(PARTS)].flatMap((part) => {
    const stop = part.checkVisibility() ? stopIn(part) : undefined
    return stop ? [{ part, stop }] : []
  })
  if (parts.length === 0) return
  // Parts do not lie in each other, except in a pane.
  const at = parts.findLastIndex(({ part }) => part.contains(document.activeElement))
  const next = at < 0 ? (step > 0 ? 0 : parts.length - 1) : (at + step + parts.length) % parts.length
  parts[next]?.stop.focus()
}
