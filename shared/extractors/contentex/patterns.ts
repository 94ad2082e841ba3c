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

const MONTHS =
  'january|february|march|april|may|june|july|august|september|october|november|december|' +
  'jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec|' +
  'januar|februar|märz|mai|juni|juli|oktober|dezember|mär|okt|dez|' +
  'janvier|février|mars|avril|juin|juillet|août|septembre|octobre|novembre|décembre|janv|févr|avr|juil|déc|' +
  'enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|octubre|noviembre|diciembre|ene|abr|ago|dic'
const DAYS =
  'monday|tuesday|wednesday|thursday|friday|saturday|sunday|mon|tues?|wed|thur?s?|fri|sat|sun|' +
  'montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag|lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche|' +
  'lunes|martes|miércoles|jueves|viernes|sábado|domingo|today|yesterday|heute|gestern|hier|hoy|ayer|今天|昨天|前天|星期[一二三四五六日天]|周[一二三四五六日]'

export const FORMS: readonly RegExp[] = [
  // 2009-05-17T20:15:03Z, 2009/5/17, 2009.05.17
  /(?<![\d.])(?:18|19|20)\d{2}[-/.]\d{1,2}[-/.]\d{1,2}(?:t(?=\d))?/giu,
  // 2009年5月17日 20时15分
  /\d{2,4}\s?年(?:\s?\d{1,2}\s?月)?(?:\s?\d{1,2}\s?[日号])?|\d{1,2}\s?月\s?\d{1,2}\s?[日号]/gu,
  /\d{1,2}\s?[时点](?:\s?\d{1,2}\s?分)?(?:\s?\d{1,2}\s?秒)?/gu,
  // 5/17/09, 17-5-2009; 17.5.2009 and 17.05.09, but not version 1.2.30
  /(?<![\d./-])\d{1,2}[-/]\d{1,2}[-/](?:(?:18|19|20)\d{2}|\d{2})(?![\d/-])/gu,
  /(?<![\d.])(?:\d{1,2}\.\s?\d{1,2}\.\s?(?:18|19|20)\d{2}|(?:0[1-9]|[12]\d|3[01])\.(?:0[1-9]|1[0-2])\.\d{2})(?!\.?\d)/gu,
  // May 17th, 2009 and 17. Mai 2009, 17 de mayo de 2009, 17-May-2009
  new RegExp(String.raw`(?<!\p{L})(?:${MONTHS})\b\.?,?[\s-]*\d{1,2}(?:st|nd|rd|th)?\b(?:[,\s-]+(?:\d{4}|'\d{2}))?`, 'giu'),
  new RegExp(
    String.raw`\b\d{1,2}(?:st|nd|rd|th|er|\.)?[\s-]*(?:of\s|de\s)?(?:${MONTHS})(?!\p{L})\.?[,\s-]*(?:de\s)?(?:\d{4}|'?\d{2}\b)?`,
    'giu',
  ),
  new RegExp(String.raw`(?<!\p{L})(?:${MONTHS})\.?\s+\d{4}\b`, 'giu'),
  // 20:15:03 +0100, 8.15 pm, 20 Uhr, 20h15
  /\b(?:[01]?\d|2[0-4])[:h][0-5]\d(?::\d{2})?(?:\.\d+)?(?:\s?(?:[ap]\.?m\b\.?|uhr\b|z\b|utc\b|gmt\b|cest\b|cet\b|[ecmp][sd]t\b))?(?:\s?[+-]\d{2}:?\d{2})?/giu,
  /\b\d{1,2}(?:\.\d{2})?\s?(?:[ap]\.?m\b\.?|uhr\b)/giu,
  // 3 hours ago, vor 3 Stunden, il y a 2 jours, hace 5 minutos, 3小时前
  /\b(?:\d+|an?|one|few)\s+(?:sec(?:ond)?|min(?:ute)?|h(?:ou)?r|day|week|month|year)s?\s+ago\b/giu,
  /\bvor\s+(?:\d+|einer|einem)\s+(?:sekunde|minute|stunde|tag|woche|monat|jahr)(?:n|en|e)?\b/giu,
  /\bil y a\s+(?:\d+|une?)\s+(?:seconde|minute|heure|jour|semaine|mois|an|année)s?/giu,
  /\bhace\s+(?:\d+|una?)\s+(?:segundo|minuto|hora|día|semana|mes|año)(?:s|es)?\b/giu,
  /\d+\s?(?:秒|分钟|小时|天|周|个月|月|年)\s?(?:前|以前|之前)/gu,
  new RegExp(String.raw`(?<!\p{L})(?:${DAYS})(?!\p{L})`, 'giu'),
]

const CUT = '\uFFFC'

export const TIME_WORDS =
  String.raw`(?<!\p{L})(?:posted|published|updated|modified|created|edited|added|submitted|written|joined|registered|date|time|on|since|` +
  String.raw`veröffentlicht|geschrieben|verfasst|erstellt|geändert|aktualisiert|am|vom|seit|publié|posté|modifié|mis à jour|écrit|le|depuis|` +
  String.raw`publicado|actualizado|editado|escrito|el|desde)(?!\p{L})|发表于|发布时间|发布于|发表时间|编辑于|更新时间|更新于|回复于|时间|日期|于`

const DAY = '(?:0?[1-9]|[12][0-9]|3[01])'
const MONTH = '(?:0?[1-9]|1[0-2])'
/** Matches a day and a month in either order. Prices, scores, versions and fractions match too. */
export const DAY_AND_MONTH = String.raw`(?:${DAY}[-/.]${MONTH}|${MONTH}[-/]${DAY})(?![\d%]|[.,/-]\d)`
export const GAP = String.raw`[\s,;:(–-]*`
/** A day and month without a year counts only beside a date or time, or after a time word such as “posted”. */
const YEARLESS: readonly RegExp[] = [
  new RegExp(String.raw`(?<=(?:${CUT}|${TIME_WORDS})${GAP})(?<![\d.,/])${DAY_AND_MONTH}`, 'giu'),
  new RegExp(String.raw`(?<![\d.,/-])${DAY_AND_MONTH}(?=\.?${GAP}${CUT})`, 'gu'),
]

/** Words that accompany a time. These words do not count as text besides the time. */
export const COMPANIONS = new RegExp(
  String.raw`(?<!\p{L})(?:posted|published|updated|modified|created|edited|added|submitted|written|joined|registered|last|first|post|date|time|on|at|in|by|am|pm|the|gmt|utc|cet|cest|` +
    String.raw`veröffentlicht|geschrieben|verfasst|erstellt|geändert|aktualisiert|zuletzt|am|um|vom|von|uhr|publié|posté|modifié|mis à jour|écrit|le|à|par|` +
    String.raw`publicado|actualizado|editado|escrito|el|a las|por)(?!\p{L})|发表于|发布时间|发布于|发表时间|发表|发布|编辑于|最后编辑于|最后编辑|更新时间|更新于|回复于|时间|日期|注册时间|最后登录|于|由|编辑|上午|下午`,
  'giu',
)

export const HINT = /\d|ago|ayer|hier|hoy|gestern|heute|today|yesterday|day\b|天/iu

/**
 * Removes dates, times and words like "posted" from a text in normal form.
 * @returns the number of remaining letters and digits, or -1 for a long text and for a text without a date or time
 */
export function timeRemainder(text: string): number {
  if (text.length > LIMITS.countedCharacters || !HINT.test(text)) return -1
  if (text.length > LIMITS.timeCharacters && countWords(text) > LIMITS.timeWords) return -1
  let rest = text
  for (const form of FORMS) rest = rest.replace(form, CUT)
  for (const form of YEARLESS) rest = rest.replace(form, CUT)
  if (rest === text) return -1
  return (rest.replace(COMPANIONS, ' ').match(/[\p{L}\p{N}]/gu) ?? []).length
}
