/** How large the card's type and its formulas can be in the room that they have. */

/** How wide a formula is at its own size, that size, and the room for it, in pixels; null where it is not there yet. */
export function measureFormula(formula: HTMLElement): { readonly needed: number; readonly size: number; readonly room: number } | null {
  formula.style.fontSize = ''
  const needed = formula.firstElementChild?.getBoundingClientRect().width ?? 0
  const room = formula.clientWidth
  if (needed === 0 || room === 0) return null
  return { needed, size: Number.parseFloat(getComputedStyle(formula).fontSize), room }
}

/** Makes a formula that is wider than its room as small as it takes to see it whole. */
export function shrinkFormula(formula: HTMLElement): void {
  const measured = measureFormula(formula)
  if (measured && measured.needed > measured.room) formula.style.fontSize = `${measured.size * (measured.room / measured.needed) * 0.98}px`
}

/** Parts of its size that the card's type may have, the largest first. What does not fit at the last is scrolled. */
const SIZES = [1, 0.9]
/** The same in a lecture, whose type is large: the large card fills its room. */
const LECTURE_SIZES = [2.2, 1.9, 1.6, 1.35, 1.15, 1, 0.9, 0.8, 0.7, 0.6]

/** Makes the type as small as it takes to see the whole card. */
export function fitCard(card: HTMLElement): void {
  const sizes = card.closest('[data-lecture="true"]') ? LECTURE_SIZES : SIZES
  for (const size of sizes) {
    card.style.setProperty('--fit', String(size))
    for (const formula of card.querySelectorAll<HTMLElement>('.math-display')) shrinkFormula(formula)
    if (card.scrollHeight <= card.clientHeight) return
  }
}

/** The part of its size that the type of the card around an element has. */
export const fitOf = (element: HTMLElement): number => Number(getComputedStyle(element).getPropertyValue('--fit')) || 1
