/** Sources of the built-in extractors, as templates for custom extractors. */
import { posix } from 'node:path'
import { idOfName } from './new-extractor'

/** The keys are paths relative to `shared/`. */
const SOURCES: ReadonlyMap<string, string> = new Map(
  Object.entries(
    import.meta.glob<string>(['../../../shared/{extractors,page,base}/**/*.ts', '../../../shared/base/*.json', '!**/peers/**'], {
      query: '?raw',
      import: 'default',
      eager: true,
    }),
  ).map(([path, text]) => [path.replace(/^.*\/shared\//, ''), text]),
)

const IMPORT = /^(import|export)( type)? \{([^}]*)\} from '(\.{1,2}\/[^']+)'$/gm
const EXTRACTOR = /^export const (\w+) = defineExtractor\(\{\s*id: '([a-z0-9-]+)',\s*title: '([^']*)'/gm

const KIT: ReadonlySet<string> = new Set(
  [...(SOURCES.get('extractors/own/extractor-kit.ts') ?? '').matchAll(/^export (?:type )?\{([^}]*)\}/gm)].flatMap(([, names = '']) =>
    namesIn(names),
  ),
)

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

const isData = (specifier: string): boolean => specifier.endsWith('.json')

const resolveImport = (from: string, specifier: string): string =>
  posix.join(posix.dirname(from), isData(specifier) ? specifier : `${specifier}.ts`)

function constantsOf(data: string, list: string): string {
  const values = JSON.parse(data) as Readonly<Record<string, unknown>>
  return list
    .split(',')
    .flatMap((part) => {
      const [name = '', local = name] = part.trim().split(/\s+as\s+/)
      return name === '' ? [] : [`const ${local} = ${JSON.stringify(values[name])}`]
    })
    .join('\n')
}

/** Paths of the files by the id of their extractor. */
const ENTRIES: ReadonlyMap<string, string> = new Map(
  [...SOURCES].flatMap(([path, text]) => [...text.matchAll(EXTRACTOR)].map(([, , id = '']) => [id, path] as const)),
)

/** Returns null if a file imports a package, the default export of a file, or a file that is missing in `SOURCES`. */
function filesBehind(entry: string): readonly string[] | null {
  const files = new Set([entry])
  for (const file of files) {
    const text = SOURCES.get(file)
    if (text === undefined) return null
    if (/^import [^{'\n]+ from '\.|^import .* from '[^.]/m.test(text)) return null
    for (const [, , , names = '', specifier = ''] of text.matchAll(IMPORT))
      if (!isData(specifier) && split(names).files.length > 0) files.add(resolveImport(file, specifier))
  }
  return [...files]
}

export const copiable = (): string[] => [...ENTRIES].flatMap(([id, path]) => (filesBehind(path) === null ? [] : [id]))

/** @returns text by path relative to the new module's folder, with the module first; null if the extractor cannot be copied */
export function copyOf(id: string, name: string): ReadonlyMap<string, string> | null {
  const entry = ENTRIES.get(id)
  const files = entry === undefined ? null : filesBehind(entry)
  if (!entry || !files) return null
  const placeOf = (file: string): string => (file === entry ? `${name}.ts` : `${name}/${file}`)
  const own = idOfName(name)
  return new Map(
    files.map((file) => {
      let text = (SOURCES.get(file) ?? '').replace(
        IMPORT,
        (_line, keyword: string, type: string | undefined, names: string, specifier: string) => {
          if (isData(specifier)) return constantsOf(SOURCES.get(resolveImport(file, specifier)) ?? '', names)
          const { kit, files: others } = split(names)
          // In TypeScript, an import names the compiled `.js` file.
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
