import { countWords } from '../../page/text'
import { LIMITS } from './patterns'

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
