import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import type { ParamValue, Preset } from '../../shared/extractors/core/params'
import { registry } from '../../electron/peers/registry'
import { ProgramDescription } from '../../shared/extractors/own/program-protocol'
import type { OwnFile } from '../../electron/services/own/own-file'
import type { ProgramFile } from '../../electron/services/own/program-bridge'
import { environmentPython, findPeers, peerPlaces } from '../../electron/services/peers/find-peers'

export interface Setting {
  readonly name: string
  readonly extractor: string
  readonly preset: Preset
  readonly params: Readonly<Record<string, ParamValue>>
  readonly program?: Program
  readonly version?: string
  readonly withoutAddress?: true
}

const setting = (
  name: string,
  extractor: string,
  params: Readonly<Record<string, ParamValue>> = {},
  preset: Preset = 'default',
): Setting => ({ name, extractor, preset, params })

export function settings(): Setting[] {
  const has = (s: Setting): boolean => registry.get(s.extractor) !== undefined
  return [
    ...registry.list().map((e) => setting(e.id, e.id)),
    ...[
      setting('lens, full', 'lens', { model: 'full' }),
      setting('cectd-ds, λ = 1.2', 'cectd-ds', { lambda: 1.2 }),
      setting('cectd-ds, target only', 'cectd-ds', { targetOnly: true }),
      setting('cectd-ds, DensitySum as printed', 'cectd-ds', { densitySum: 'child-elements' }),
      setting('ttr, threshold', 'ttr', { cluster: 'threshold' }),
      setting('ttr, farthest-first', 'ttr', { cluster: 'farthest-first' }),
      setting('ttr, em', 'ttr', { cluster: 'em' }),
      setting('ttr, prediction', 'ttr', { cluster: 'prediction' }),
    ].filter(has),
    ...registry
      .list()
      .filter((e) => e.family === 'system')
      .map((e) => setting(`${e.id}, as printed`, e.id, {}, 'as-printed')),
  ]
}

/** Mean scores of an independent implementation on the article pages. */
export const EXPECTED: Readonly<Record<string, readonly [precision: number, recall: number, f1: number]>> = {
  'cetd-ds': [0.763, 0.999, 0.843],
  'cectd-ds': [0.783, 0.998, 0.865],
  ttr: [0.695, 0.975, 0.788],
  'ttr, threshold': [0.737, 0.97, 0.815],
  'ttr, farthest-first': [0.784, 0.909, 0.822],
  cuter: [0.902, 0.884, 0.873],
  contentex: [0.745, 0.981, 0.833],
  textsweeper: [0.905, 0.932, 0.906],
  'cectd-s': [0.716, 0.992, 0.817],
  bte: [0.797, 0.949, 0.848],
  dsc: [0.895, 0.817, 0.836],
  ccb: [0.862, 0.854, 0.84],
  lqf: [0.711, 0.927, 0.79],
}

/** Libraries in the score tables. The section that field.ts writes has more libraries. */
const SCORED = ['trafilatura', 'readability-lxml', 'justext', 'resiliparse', 'boilerpy3']

/**
 * Runs rs-trafilatura, which the application does not offer because pip would need Rust. Installation: `.cache/peers/venv/bin/python -m pip
 * install rs-trafilatura==0.1.1`.
 */
const RS_TRAFILATURA = `
import json, sys
import rs_trafilatura
for line in sys.stdin:
    request = json.loads(line)
    html = request["html"].encode("utf-8", "replace").decode("utf-8")
    print(json.dumps({"id": request["id"], "text": rs_trafilatura.extract(html, url=request["url"]).main_content or ""}), flush=True)
`

export type Program = OwnFile & ProgramFile

export interface ProgramSettings {
  readonly settings: readonly Setting[]
  readonly missing: readonly string[]
}

/**
 * @param root path of the checkout
 * @returns default settings of the installed libraries, and the names of missing libraries
 */
export async function programSettings(root: string): Promise<ProgramSettings> {
  const settings: Setting[] = []
  const missing: string[] = []
  for (const { peer, version, file } of await findPeers(peerPlaces(root), SCORED)) {
    if (file?.kind === 'program' && version !== null) {
      settings.push({ name: peer.id, extractor: peer.id, preset: 'default', params: {}, program: file, version })
    } else missing.push(peer.id)
  }
  const id = 'rs-trafilatura'
  const python = peerPlaces(root).folders.map(environmentPython).find(existsSync)
  const version = python && pythonVersion(python, id)
  if (!python || !version) return { settings, missing: [...missing, `${id} (pip install ${id}==0.1.1, needs Rust)`] }
  const program: Program = {
    ...{ kind: 'program', path: id, files: [], hash: `${RS_TRAFILATURA}${version}` },
    program: ProgramDescription.parse({
      ...{ id, title: id, mode: 'jsonl', timeout: 60_000, params: {}, command: python, args: ['-I', '-c', RS_TRAFILATURA] },
      summary: 'Rules in Rust for the type of page that the address and a classifier suggest.',
    }),
  }
  const row: Setting = { ...setting(id, id), program }
  const rows = [
    { ...row, version: `${version} (Python package)` },
    { ...row, name: `${id}, without address`, withoutAddress: true },
  ] as const
  return { settings: [...settings, ...rows], missing }
}

function pythonVersion(python: string, name: string): string | null {
  const { status, stdout } = spawnSync(python, ['-I', '-c', `import importlib.metadata as m; print(m.version('${name}'))`], {
    encoding: 'utf8',
  })
  return status === 0 ? stdout.trim() : null
}
