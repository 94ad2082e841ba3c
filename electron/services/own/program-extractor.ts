/** A custom program as an extractor. */
import { failed } from '../../../shared/base/failure'
import { firstIssue } from '../../../shared/base/json'
import type { Extractor } from '../../../shared/extractors/core/extractor'
import type { ParamValue } from '../../../shared/extractors/core/params'
import { programExtraction, programInfo, stampedPage } from '../../../shared/extractors/own/program-extraction'
import { PROTOCOL_VERSION, ProgramAnswer } from '../../../shared/extractors/own/program-protocol'
import type { PageModel } from '../../../shared/page/page-model'
import { createProgramBridge, type ProgramFile } from './program-bridge'

type Params = Readonly<Record<string, ParamValue>>

export interface LoadedExtractor {
  readonly extractor: Extractor
  end(): void
}

export function programExtractor(file: ProgramFile, programs: string): LoadedExtractor {
  const { program } = file
  const bridge = createProgramBridge(file, programs)
  /** Requests sent ahead for one page, by their parameters. */
  let ahead: { readonly page: PageModel; readonly ids: Map<string, string> } | null = null
  const explains = program.rules.length + program.measures.length > 0

  /** @param explain whether decisions are needed: requests sent ahead only extract */
  const send = (page: PageModel, params: Params, explain: boolean): string =>
    bridge.send({
      ...{ protocol: PROTOCOL_VERSION, url: page.url, html: page.html, params },
      ...(explain && explains ? { explain: stampedPage(page) } : {}),
    })

  function sendAhead(page: PageModel, params: Params): void {
    if (ahead?.page !== page) {
      ahead = { page, ids: new Map() }
      bridge.forget()
    }
    const key = JSON.stringify(params)
    if (!ahead.ids.has(key)) ahead.ids.set(key, send(page, params, false))
  }

  function request(page: PageModel, params: Params, explain: boolean): ProgramAnswer {
    const key = JSON.stringify(params)
    const before = ahead?.page === page && !(explain && explains) ? ahead.ids.get(key) : undefined
    if (before !== undefined) ahead?.ids.delete(key)
    const parsed = ProgramAnswer.safeParse(bridge.receive(before ?? send(page, params, explain)))
    if (parsed.success) return parsed.data
    const message = `${program.title} returned an invalid response: ${firstIssue(parsed.error, 'the response')}`
    throw failed('program.bad-answer', message, 'See docs/own-extractor.md for the fields of a response.')
  }

  return {
    extractor: {
      ...programInfo(program),
      ahead: sendAhead,
      run: (page, params, probe) => programExtraction(page, program, probe, () => request(page, params, probe.active)),
    },
    end() {
      ahead = null
      bridge.end()
    },
  }
}
