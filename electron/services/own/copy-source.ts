/** The sources of the built-in extractors, to begin one's own with. */
import { posix } from 'node:path'
import { idOfName } from './new-extractor'

/** All that an extractor may be made of, by path from `shared/`. */
const SOURCES: ReadonlyMap<string, string> = new Map(
  Object.entries(
    import.meta.glob<string>(['../../../shared/{extractors,page,base}/**/*.ts', '!**/peers/**'], {
      query: '?raw',
      import: 'default',
      eager: true,
    }),
  ).map(([path, text]) => [path.replace(/^.*\/shared\//, ''), text]),
)

const IMPORT = /^(import|export)( type)? \{([^}]*)\} from '(\.{1,2}\/[^']+)'$/gm
const EXTRACTOR = /^export const (\w+) = defineExtractor\(\{\s*id: '([a-z0-9-]+)',\s*title: '([^']*)'/gm

/** What `boilerscope/extractor` offers. */
const KIT: ReadonlySet<string> = new Set(
  [...(SOURCES.get('extractors/own/extractor-kit.ts') ?? '').matchAll(/^export (?:type )?\{([^}]*)\}/gm)].flatMap(([, names = '']) =>
    namesIn(names),
  ),
)

/** What an import brings from `boilerscope/extractor` in a copy, and what from a file that is copied along: types, too, so that an editor finds them. */
function split(list: string): { readonly kit: readonly string[]; readonly files: readonly string[] } {
  const parts = list.split(',').flatMap((part) => part.trim() || [])
  const isOfKit = (part: string): boolean => namesIn(part).every((name) => KIT.has(name))
  return { kit: parts.filter(isOfKit), files: parts.filter((part) => !isOfKit(part)) }
}

function namesIn(list: string): string[] {
  return list.split(',').flatMap((part) => {
    const name = part
      .replace(/^\s*type\s/, '')
      .replace(/ as .*$/, '')
      .trim()
    return name === '' ? [] : [name]
  })
}

const resolveImport = (from: string, specifier: string): string => `${posix.join(posix.dirname(from), specifier)}.ts`

/** The file that defines an extractor. */
function entryOf(id: string): string | undefined {
  for (const [path, text] of SOURCES) for (const [, , found] of text.matchAll(EXTRACTOR)) if (found === id) return path
  return undefined
}

/** The files behind one, itself first, without those that `boilerscope/extractor` stands for; null where one needs a package or is no TypeScript. */
function filesBehind(entry: string): readonly string[] | null {
  const files = new Set([entry])
  for (const file of files) {
    const text = SOURCES.get(file)
    if (text === undefined) return null
    if (/^import [^{'\n]+ from '\.|\.json'|^import .* from '[^.]/m.test(text)) return null
    for (const [, , , names = '', specifier = ''] of text.matchAll(IMPORT))
      if (split(names).files.length > 0) files.add(resolveImport(file, specifier))
  }
  return [...files]
}

/** Ids of the extractors that can be copied. */
export function copiable(): string[] {
  const ids = [...SOURCES.values()].flatMap((text) => [...text.matchAll(EXTRACTOR)].map(([, , id = '']) => id))
  return ids.filter((id) => filesBehind(entryOf(id) ?? '') !== null)
}

/**
 * A copy of a built-in extractor as a module of one's own, under another id and title.
 * @param name of the new file without its extension; other files go into a folder of that name beside it
 * @returns text by path, relative to the folder of the new file, which comes first; null where it cannot be copied
 */
export function copyOf(id: string, name: string): ReadonlyMap<string, string> | null {
  const entry = entryOf(id)
  const files = entry === undefined ? null : filesBehind(entry)
  if (!entry || !files) return null
  const placeOf = (file: string): string => (file === entry ? `${name}.ts` : `${name}/${file}`)
  const own = idOfName(name)
  return new Map(
    files.map((file) => {
      let text = (SOURCES.get(file) ?? '').replace(
        IMPORT,
        (_line, keyword: string, type: string | undefined, names: string, specifier: string) => {
          const { kit, files: others } = split(names)
          // TypeScript names the file that the compiler would write.
          const place = posix.relative(posix.dirname(placeOf(file)), placeOf(resolveImport(file, specifier)).replace(/\.ts$/, '.js'))
          const start = `${keyword}${type ?? ''}`
          return [
            ...(kit.length > 0 ? [`${start} { ${kit.join(', ')} } from 'boilerscope/extractor'`] : []),
            ...(others.length > 0 ? [`${start} { ${others.join(', ')} } from '${place.startsWith('.') ? place : `./${place}`}'`] : []),
          ].join('\n')
        },
      )
      if (file === entry)
        text = text
          .replace(EXTRACTOR, (found, _name, other: string) => (other === id ? found : found.replace('export ', '')))
          .replace(`id: '${id}'`, `id: '${own}'`)
          .replace(new RegExp(`(id: '${own}',\\s*title: )'[^']*'`), `$1'${name.replaceAll("'", '')}'`)
      return [placeOf(file), text]
    }),
  )
}
