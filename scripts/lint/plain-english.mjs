// node scripts/lint/plain-english.mjs [PATH PREFIX …]: prints phrases that the language guide of CONTRIBUTING.md rejects.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseSync, Visitor } from 'vite'

const root = fileURLToPath(new URL('../..', import.meta.url))

const EXEMPT =
  /^(?:electron\/samples|test\/(?:fixtures|golden)|scripts\/docs-figure-pages|docs\/by-hand\/from-papers|scripts\/lint\/plain)|quotations|own-extractor\.d\.ts/
/** Fixed expressions that contain a rejected phrase. */
const ALLOWED =
  /stand-?alone|let alone|leaves? \S+ alone|What would change|(?:boilerscope|npm run) peers|consent banners?|gold words|gold began from|@param gold|gold\.jsonl|Looking at sibling node/gi

/** Rejected phrases at the start of a sentence, each with advice. */
const STARTS = {
  'Of (?:[a-zA-Z]|\\d)': 'start with the subject',
  'Whose? [a-z]': 'write "A person who …"',
  'What [a-z]': 'start with the noun',
  'Where there ': 'write "If …"',
  'Nothing that ': 'start with the noun',
}
const ANYWHERE = {
  'where (?:there (?:is|are|was|were)|nothing|none|no|neither)': 'write "if"',
  'the ones? (?:that|who|which|in|of|with|from|before|after|to)': 'repeat the noun',
  'those (?:that|who|which|it|they)': 'repeat the noun',
  "(?:what|who|which)ever|(?:no|some|any|every)body(?:[’']s)?": 'name the noun',
  'what (?:is|are|was|were|stands)': 'name the noun',
  "of (?:one|its|their|your|our|his|a person|the person)(?:[’']s)? own": 'write "custom" or "separate"',
  '(?:is|are|was|were|be) none': 'write "missing" or "no …"',
  former: 'write "previous"',
  'tells?|telling|told': 'write "report" or "show"',
  'asks?|asked|asking': 'write "request"',
  'hears?|heard|learns|knows|knew': 'write "store", "detect" or "receive"',
  'let(?:s|ting)? go': 'write "release"',
  'hand(?:s|ed|ing)? (?:it |them )?(?:over|out|in|on|back)': 'write "pass" or "send"',
  '(?:take|takes|took|taken|taking) (?:it |them )?(?:in|over|out|away|back|off)': 'write "import", "copy" or "remove"',
  'look(?:s|ed|ing)? at': 'write "check" or "open"',
  alone: 'write "only"',
  '(?:ms|bytes|words?|once|twice|times|seconds|lines?|pages?|nodes?|one|objects?|MB|KiB|threads?) an? (?:page|node|line|run|element|file|second|day|row|thread)':
    'write "per"',
  'rivals?|next came|(?:came|comes|come) close': 'write "runner-up"',
  'fate|slack|what decided': 'write "reason", "rule", "value" or "limit"',
  'reproducers?|least page': 'write "minimal example"',
  'agree(?:s|d|ing)? to|consent(?:s|ed)?': 'write "approve"',
  'as sent|after (?:its|their) scripts': 'write "source HTML" or "rendered page"',
  'who is to': 'write "assign"',
  "newest wins|left behind|dead one(?:[’']s)?": 'write "latest request", "temporary file" or "stale lock"',
  'gold(?! (?:standards?|texts?|labels?|files?))': 'write "gold standard" or "gold text"',
  'peers?': 'write "library extractor"',
}
const PHRASES = [
  ...Object.entries(STARTS).map(([pattern, advice]) => ({ pattern: new RegExp(`(?:^|(?<=[.!?:] ["“(]?))(?:${pattern})`, 'gm'), advice })),
  ...Object.entries(ANYWHERE).map(([pattern, advice]) => ({
    pattern: new RegExp(`(?<![\\w’'/.-])(?:${pattern})(?![\\w-])`, 'gi'),
    advice,
  })),
]
const ANY_START = new RegExp(`(?:^|[.!?:] ["“(]?)(?:${Object.keys(STARTS).join('|')})`, 'm')
const ANY = new RegExp(`\\b(?:${Object.keys(ANYWHERE).join('|')})`, 'i')

function textsOfCode(path, code) {
  const { comments, program } = parseSync(path, code)
  const texts = []
  for (const { type, value, start, end } of comments) {
    const last = texts.at(-1)
    const text = value.replace(/^\s*\*\s?/gm, '').trim()
    if (type === 'Line' && last?.type === type && /^\s*$/.test(code.slice(last.end, start)))
      Object.assign(last, { end, text: `${last.text} ${text}` })
    else texts.push({ kind: 'comment', type, start, end, text: text.replace(/\n(?!\s*[@-])/g, ' ') })
  }
  const add = (start, text) =>
    /[a-z]{2,}[,.]? [a-z]/i.test(text) && !/<\/|=> /.test(text) && texts.push({ kind: 'prose', start, text: text.trim() })
  const addLiteral = (node) => {
    if (node?.type === 'Literal' && typeof node.value === 'string') add(node.start, node.value)
    if (node?.type === 'TemplateLiteral') add(node.start, node.quasis.map(({ value }) => value.cooked).join('…'))
  }
  // Strings of tests are data, except the names of the tests.
  const visitor = path.startsWith('test/')
    ? {
        CallExpression: ({ callee, arguments: [name] }) =>
          /^(?:test|it|describe)\b/.test(code.slice(callee.start, callee.end)) && addLiteral(name),
      }
    : { Literal: addLiteral, TemplateLiteral: addLiteral, JSXText: ({ start, value }) => add(start, value.replace(/\s+/g, ' ')) }
  new Visitor(visitor).visit(program)
  return texts
}

const MARKUP = /^```[\s\S]*?^```|`[^`\n]*`|\]\([^)\n]*\)|<pre[\s\S]*?<\/pre>|<[^>]*>|\{[%{][\s\S]*?[%}]\}/gm
const textsOfDocument = (document) => {
  const plain = document.replace(MARKUP, (markup) => markup.replace(/[^\n]/g, markup.startsWith('`') ? '#' : ' '))
  return [...plain.matchAll(/[^\n|]+/g)].map(({ 0: text, index }) => ({
    kind: 'prose',
    start: index,
    text: text.replace(/^[\s#>*:-]+|[*_]/g, ''),
  }))
}
const textsOfHash = (code) =>
  [...code.matchAll(/(?:^|\s)#(?!!)(.*)|"""([\s\S]*?)"""/gm)].map(({ 1: line, 2: block, index }) => ({
    kind: 'comment',
    start: index,
    text: line ?? block,
  }))
const textsOfCss = (code) =>
  [...code.matchAll(/\/\*([\s\S]*?)\*\//g)].map(({ 1: text, index }) => ({ kind: 'comment', start: index, text }))

const TEXTS = {
  md: (_, code) => textsOfDocument(code),
  njk: (_, code) => textsOfDocument(code),
  py: (_, code) => textsOfHash(code),
  css: (_, code) => textsOfCss(code),
}

export function findPhrases(path, code) {
  return (TEXTS[/\w+$/.exec(path)[0]] ?? textsOfCode)(path, code).flatMap(({ kind, start, text: raw }) => {
    const text = raw
      .replace(/`[^`]*`/g, '#')
      .replace(/\s+/g, ' ')
      .trim()
      .replace(ALLOWED, '#')
    if (!ANY_START.test(text) && !ANY.test(text)) return []
    return PHRASES.flatMap(({ pattern, advice }) =>
      [...text.matchAll(pattern)]
        // A question may begin with "What" or "Who".
        .filter(({ 0: found, index }) => !(/^wh/i.test(found) && /^[^.:!]*\?/.test(text.slice(index))))
        .map(({ 0: found }) => ({ kind, line: code.slice(0, start).split('\n').length, phrase: found, advice, text })),
    )
  })
}

export function findAll(prefixes = ['']) {
  const files = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' }).split('\n')
  return files
    .filter(
      (path) => /\.(?:[cm]?[jt]sx?|md|njk|py|css)$/.test(path) && !EXEMPT.test(path) && prefixes.some((prefix) => path.startsWith(prefix)),
    )
    .flatMap((path) => findPhrases(path, readFileSync(join(root, path), 'utf8')).map((hit) => ({ path, ...hit })))
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  for (const { path, line, kind, phrase: found, advice, text } of findAll(process.argv.length > 2 ? process.argv.slice(2) : ['']))
    console.log(`${path}:${line}  ${kind}  "${found}": ${advice}  | ${text.slice(0, 240)}`)
