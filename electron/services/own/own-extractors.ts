import { failed } from '../../../shared/base/failure'
import { firstIssue } from '../../../shared/base/json'
import type { Extractor, ExtractorInfo } from '../../../shared/extractors/core/extractor'
import { createRegistry, type Registry } from '../../../shared/extractors/core/run'
import { programExtraction, programInfo, stampedPage } from '../../../shared/extractors/own/program-extraction'
import { ProgramAnswer, PROTOCOL_VERSION } from '../../../shared/extractors/own/program-protocol'
import { changedSince } from './imported-files'
import { describeModule, moduleExtractor } from './module-extractor'
import { type NamedFile, type OwnData, type OwnFile, readOwnFile } from './own-file'
import { createProgramBridge, type LoadedExtractor, type ProgramFile } from './program-bridge'

/** Loads a module in a separate process. Does not start a described program. */
export async function describeOwn(file: OwnFile, programs: string): Promise<ExtractorInfo> {
  if (file.kind === 'program') return programInfo(file.program)
  return file.kind === 'library' ? file.info : describeModule(file, programs)
}

export function programExtractor(file: ProgramFile, programs: string): LoadedExtractor {
  const { program } = file
  const bridge = createProgramBridge(file, programs)
  const explains = program.rules.length + program.measures.length > 0
  const run: Extractor['run'] = (page, params, probe) =>
    programExtraction(page, program, probe, () => {
      const answer = bridge.request({
        ...{ protocol: PROTOCOL_VERSION, url: page.url, html: page.html, params },
        ...(probe.active && explains ? { explain: stampedPage(page) } : {}),
      })
      const parsed = ProgramAnswer.safeParse(answer)
      if (parsed.success) return parsed.data
      const message = `${program.title} returned an invalid response: ${firstIssue(parsed.error, 'the response')}`
      throw failed('program.bad-answer', message, 'See docs/own-extractor.md for the fields of a response.')
    })
  return { extractor: { ...programInfo(program), run }, end: bridge.end }
}

async function loadAgreed(file: NamedFile, programs: string): Promise<LoadedExtractor> {
  if (file.kind === 'module') return moduleExtractor(file, programs)
  if (file.kind === 'library') {
    const { libraryExtractor } = await import('../../peers/library-extractor')
    return { extractor: libraryExtractor(file), end: () => undefined }
  }
  // The hash is checked here only for programs with a JSON description. The runner checks modules. The programs that run libraries are
  // Boilerscope's own files. An installed version of an npm library is loaded without a check.
  if (file.path.endsWith('.json') && (await readOwnFile(file.path, '')).hash !== file.hash) throw changedSince(file.path)
  return programExtractor(file, programs)
}

/** Several libraries share one program of Boilerscope, so the path of a program is not unique. */
const keyOf = (file: NamedFile): string => (file.kind === 'program' ? `${file.path} ${file.program.id}` : file.path)

const loaded = new Map<string, { readonly hash: string; readonly loading: Promise<LoadedExtractor> }>()

async function latest(file: NamedFile, programs: string): Promise<Extractor> {
  let known = loaded.get(keyOf(file))
  if (known?.hash !== file.hash) {
    known?.loading.then(
      (earlier) => earlier.end(),
      () => undefined,
    )
    known = { hash: file.hash, loading: loadAgreed(file, programs) }
    loaded.set(keyOf(file), known)
  }
  try {
    return (await known.loading).extractor
  } catch (thrown) {
    // A missing import may exist later, so the next page loads the extractor again.
    if (loaded.get(keyOf(file)) === known) loaded.delete(keyOf(file))
    throw thrown
  }
}

export async function addOwnExtractors(registry: Registry<Extractor>, own: OwnData | undefined): Promise<Registry<Extractor>> {
  if (!own || own.files.length === 0) return registry
  const extractors = await Promise.all(own.files.map((file) => latest(file, own.programs)))
  return createRegistry([...registry.list(), ...extractors])
}
