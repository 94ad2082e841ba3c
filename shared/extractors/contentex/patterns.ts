import { countWords } from '../../page/text'

export const LIMITS = {
  addressCharacters: 60,
  colonCharacters: 30,
  colonWords: 10,
  copyrightCharacters: 200,
  shortCharacters: 15,
  shortWords: 4,
  /** The time pattern and the repeated short text pattern skip longer texts. */
  countedCharacters: 120,
  timeCharacters: 40,
  timeWords: 8,
  timeRest: 3,
} as const

export const IP =
  /(?<![\d.])(?:\d{1,3}\.){3}(?:\d{1,3}|\*)(?![\d.])|(?<![\d.])(?:\d{1,3}\.){2}\*\.\*|(?<![\da-f:])(?:[\da-f]{1,4}:){7}[\da-f]{1,4}(?![\da-f:])/i
const IP_HINT = /\d\.\d|[\da-f]:[\da-f]/i

/** Whether a text in normal form has at most 60 characters and contains an IP address, such as `1.2.3.4` or `1.2.3.*`. */
export function isAddressLine(text: string): boolean {
  if (text.length > LIMITS.addressCharacters || !IP_HINT.test(text)) return false
  const match = IP.exec(text)
  if (!match) return false
  return match[0].includes(':') || match[0].split('.').every((part) => part === '*' || Number(part) <= 255)
}

/** Whether a text ends in a colon: "a colon as their last non-blank word" (§III.B). @param capped whether to return false for long texts */
export function endsInColon(text: string, capped: boolean): boolean {
  if (!text.endsWith(':')) return false
  return !capped || text.length <= LIMITS.colonCharacters || countWords(text) <= LIMITS.colonWords
}

export const COPYRIGHT =
  /all rights? (?:are )?reserved|(?:©|\(c\)|copyright)\s*(?:\(c\)|©)?\s*(?:19|20)\d{2}|(?:19|20)\d{2}\s*(?:©|\(c\)(?!\w))|alle rechte vorbehalten|tous droits réservés|todos los derechos reservados|todos os direitos reservados|tutti i diritti riservati|alle rechten voorbehouden|wszelkie prawa zastrzeżone|все права защищены|版权所有|著作权所有|版權所有|保留所有权利|保留一切权利/iu

const PRINTED_COPYRIGHT = /all rights? reserved/i

/**
 * Whether a text of at most 200 characters is a copyright message.
 * @param asPrinted accepts only "all right(s) reserved", in a text of any length (§III.B)
 */
export function isCopyright(text: string, asPrinted = false): boolean {
  if (asPrinted) return PRINTED_COPYRIGHT.test(text)
  return text.length <= LIMITS.copyrightCharacters && COPYRIGHT.test(text)
}

export const STATEMENT =
  /^\W{0,3}(?:disclaimer|legal (?:notice|disclaimer|information)|haftungsausschluss|rechtliche hinweise|mentions légales|avis de non-responsabilité|aviso legal|descargo de responsabilidad|免责声明|法律声明|郑重声明|版权声明)(?:\W|$)|(?:views|opinions) expressed (?:here|herein|on this (?:site|page|forum)|in (?:this|these) (?:comments?|posts?|articles?))?.{0,60}(?:are (?:solely )?those of|do not (?:necessarily )?(?:reflect|represent))|(?:comply|complies|compliance|accordance) with (?:the )?(?:local |national |applicable )?laws|may not be (?:published, broadcast|reproduced|copied|republished|redistributed)|不代表本站|仅代表(?:作者|个人|网友)|遵守.{0,20}法律|icp备|icp证|京公网安备/iu

/** Whether a text in normal form is a statement about copyright, a disclaimer or local laws (§II.A). @param limit maximum characters */
export function isStatement(text: string, limit: number): boolean {
  return text.length <= limit && (isCopyright(text) || STATEMENT.test(text))
}

/** Whether a text has at most 15 characters, or at most 4 words in at most 120 characters. */
export function isShortText(text: string): boolean {
  return text.length <= LIMITS.shortCharacters || (text.length <= LIMITS.countedCharacters && countWords(text) <= LIMITS.shortWords)
}

function isPlain(text: string): boolean {
  let space = true
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if (code < 32 || code > 126 || (code === 32 && space)) return false
    space = code === 32
  }
  return !space || text === ''
}

/** Returns the text in NFKC, trimmed, with collapsed white space. */
export function normalForm(text: string): string {
  return isPlain(text) ? text : text.replace(/\s+/gu, ' ').trim().normalize('NFKC').trim()
}
