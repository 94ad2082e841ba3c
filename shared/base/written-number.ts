/** Numbers as they are printed for people: with a minus that is none of the keyboard's hyphens. */

/** A written number with a real minus. */
export const withMinus = (written: string): string => written.replace('-', '−')

/** A difference with its sign, `+0.12`, `−0.05`, `+0.00`, so that many stand under each other. @param digits behind the point */
export const signedFixed = (value: number, digits: number): string => `${value < 0 ? '−' : '+'}${Math.abs(value).toFixed(digits)}`
