/** Versions of libraries as extractors, such as `readability@0.5.0` or `trafilatura==1.12`. */
import { failed } from '../../base/failure'
import type { ExtractorInfo } from '../core/extractor'
import { defuddleInfo } from './defuddle-info'
import { FIELD_PEERS, type FieldLanguage, type FieldPeer } from './field'
import { readabilityInfo } from './readability-info'

export interface VersionedLibrary {
  readonly id: string
  readonly title: string
  readonly language: FieldLanguage
  readonly package: string
  /** Packages that the library may import without declaring them. */
  readonly also: readonly string[]
  /** Description of a library that runs in Boilerscope's threads. Null for an external program. */
  readonly info: ExtractorInfo | null
  readonly peer: FieldPeer | null
}

const IN_THREADS: readonly VersionedLibrary[] = [
  { ...readabilityInfo, package: '@mozilla/readability', info: readabilityInfo },
  { ...defuddleInfo, package: 'defuddle', info: defuddleInfo },
].map(({ id, title, package: name, info }) => ({ id, title, language: 'npm', package: name, also: [], info, peer: null }))

/** lxml contained this package until version 5.2. Many Python libraries import the package without a declaration. */
const CLEANER = ['lxml_html_clean']

/** All libraries whose versions a registry lists. */
export const VERSIONED_LIBRARIES: readonly VersionedLibrary[] = [
  ...IN_THREADS,
  ...FIELD_PEERS.flatMap((peer): VersionedLibrary[] => {
    const { id, title, language, library, elsewhere } = peer
    if (elsewhere !== undefined) return []
    return [{ id, title, language, package: library, also: language === 'python' ? CLEANER : [], info: null, peer }]
  }),
]

/** A version of a library. `0.18` means version 0.18 or, if this version is missing, the newest version that begins with `0.18.`. */
export interface LibraryName {
  readonly library: VersionedLibrary
  readonly version: string
}

/** Returns a library by id. @throws FailureError `library.unknown` */
export function versionedLibrary(id: string): VersionedLibrary {
  const library = VERSIONED_LIBRARIES.find((one) => one.id === id)
  if (library) return library
  const message = `Boilerscope cannot list versions of the library "${id}".`
  throw failed('library.unknown', message, `Choose from: ${VERSIONED_LIBRARIES.map((one) => one.id).join(', ')}.`)
}

/** Whether a name has the form of a library's version, even if the library does not exist. */
export function namesVersion(name: string): boolean {
  return /^[a-z][a-z0-9-]*(?:@|==)v?\d[\w.-]*$/.test(name)
}

/** Parses a name such as `defuddle@0.18`. The version is empty if the name contains no version. @throws FailureError `library.unknown` */
export function readLibraryName(name: string): LibraryName {
  const [, id = name, version = ''] = /^([a-z][a-z0-9-]*)(?:@|==)v?(\d[\w.-]*)$/.exec(name) ?? []
  return { library: versionedLibrary(id), version }
}

export function versionId({ library, version }: LibraryName): string {
  return `${library.id}@${version}`
}

export function versionInfo(name: LibraryName, info: ExtractorInfo): ExtractorInfo {
  const { title, package: registered } = name.library
  const paper = { ...info.paper, title: `${registered} ${name.version}` }
  return { ...info, id: versionId(name), title: `${title} ${name.version}`, paper }
}

/** Whether a version is a public release, not a release candidate or development version. */
export function isRelease(version: string): boolean {
  return /^\d+(?:\.\d+)*(?:\.post\d+)?$/.test(version)
}

/** Compares releases part by part as numbers, oldest first. */
export function compareVersions(a: string, b: string): number {
  const parts = (version: string): number[] => version.split(/\D+/).map(Number)
  const [x, y] = [parts(a), parts(b)]
  for (let i = 0; i < Math.max(x.length, y.length); i++) {
    const difference = (x[i] ?? 0) - (y[i] ?? 0)
    if (difference !== 0) return difference
  }
  return 0
}

/**
 * Returns `wanted` if published, else the last version of `published` that begins with `wanted` and a dot, else null.
 * @param published versions in ascending order
 */
export function publishedAs(wanted: string, published: readonly string[]): string | null {
  return published.find((version) => version === wanted) ?? published.findLast((version) => version.startsWith(`${wanted}.`)) ?? null
}

export function isLibraryName(name: string): boolean {
  return namesVersion(name) || FIELD_PEERS.some(({ id }) => id === name)
}
