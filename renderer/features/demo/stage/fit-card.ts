/** Scales the card's type and formulas to their space. */

/** Returns the natural width of a formula, its type size, and the available width, in pixels; null before it is drawn. */
export function measureFormula(formula: HTMLElement): { readonly needed: number; readonly size: number; readonly room: number } | null {
  formula.style.fontSize = ''
  const needed = formula.firstElementChild?.getBoundingClientRect().width ?? 0
  const room = formula.clientWidth
  if (needed === 0 || room === 0) return null
  return { needed, size: Number.parseFloat(getComputedStyle(formula).fontSize), room }
}

/** Shrinks a formula until it fits its width. */
export function shrinkFormula(formula: HTMLElement): void {
  const measured = measureFormula(formula)
  if (measured && measured.needed > measured.room) formula.style.fontSize = `${measured.size * (measured.room / measured.needed) * 0.98}px`
}

/** Scales of the card's type, the largest first. A card that does not fit at the last scale scrolls. */
const SIZES = [1, 0.9]
/** Scales in a lecture, whose type is large: the card fills its space. */
const LECTURE_SIZES = [2.2, 1.9, 1.6, 1.35, 1.15, 1, 0.9, 0.8, 0.7, 0.6]

/** Shrinks the type until the whole card is visible. */
export function fitCard(card: HTMLElement): void {
  const sizes = card.closest('[data-lecture="true"]') ? LECTURE_SIZES : SIZES
  for (const size of sizes) {
    card.style.setProperty('--fit', String(size))
    for (const formula of card.querySelectorAll<HTMLElement>('.math-display')) shrinkFormula(formula)
    if (card.scrollHeight <= card.clientHeight) return
  }
}

/** Returns the scale of the card around an element. */
export const fitOf = (element: HTMLElement): number => Number(getComputedStyle(element).getPropertyValue('--fit')) || 1
