import { writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { Command } from 'commander'
import { FIELD_PEERS } from '../../../shared/extractors/peers/field'
import { brokenSentence, findPeers, peerPlaces, type PeerStatus } from '../../services/peers/find-peers'
import { installPeers } from '../../services/peers/install-peers'
import { EXIT, usage, write, type CliIo } from '../cli-io'

const DETAILS = `
Installed ones are named by id wherever an extractor is: evaluate --extractors cectd-ds,trafilatura. They are looked for in
.cache/peers of a checkout and among the program's data, or in the folder BOILERSCOPE_PEERS instead; Python's also where python3 finds them.`

interface Options {
  readonly install?: true
  readonly json?: true
  readonly write?: string
}

/** `boilerscope peers`: the field's extraction libraries, found or to be installed. */
export function addPeersCommand(program: Command, io: CliIo): void {
  program
    .command('peers')
    .description(
      'list the field’s extraction libraries in Python, Java, Rust and JavaScript: installed or not, and the command that installs each',
    )
    .argument('[ids...]', 'only these')
    .option('--install', 'install them, in pinned versions, in an environment and folders of their own')
    .option('--write <folder>', 'write a description of each that is installed, for “Add extractor …” in the window')
    .option('--json', 'as JSON')
    .addHelpText('after', DETAILS)
    .action(async (ids: readonly string[], { install, json, write: folder }: Options) => {
      const known = FIELD_PEERS.map(({ id }) => id)
      const unknown = ids.find((id) => !known.includes(id))
      if (unknown !== undefined) throw usage(`There is no library "${unknown}".`, `Choose from: ${known.join(', ')}.`)
      const places = peerPlaces(io.root)
      const wanted = ids.length > 0 ? ids : known
      if (install) {
        const done = await installPeers(places, wanted, ({ title, version }) => void io.stderr.write(`Installing ${title} ${version} …\n`))
        for (const { id, version, reason } of done)
          await write(io.stdout, version === null ? `SKIPPED: ${id} (${reason})\n` : `${id} ${version}\n`)
        if (done.some(({ version }) => version === null)) io.exit(EXIT.someFailed)
        return
      }
      const found = await findPeers(places, wanted)
      if (json) {
        const rows = found.map(({ peer: { id, title, language, library, version: pinned }, version, file, broken, install: command }) => ({
          ...{ id, title, language, library, pinned, installed: file ? version : null, install: command },
          ...(broken === '' ? {} : { broken }),
        }))
        return write(io.stdout, `${JSON.stringify(rows, null, 2)}\n`)
      }
      if (folder !== undefined) {
        for (const status of found) await write(io.stdout, await describe(status, resolve(io.cwd, folder)))
        return
      }
      for (const status of found) await write(io.stdout, `${status.peer.id.padEnd(18)} ${stateOf(status)}\n`)
    })
}

/** Writes how a library is run as a program of one's own, which the window takes. @returns what is told of it */
async function describe({ peer, file, ...status }: PeerStatus, folder: string): Promise<string> {
  if (file?.kind !== 'program') return `SKIPPED: ${peer.id} (${stateOf({ peer, file, ...status })})\n`
  const path = join(folder, `${peer.id}.json`)
  try {
    await writeFile(path, `${JSON.stringify(file.program, null, 2)}\n`, { flag: 'wx' })
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException).code !== 'EEXIST') throw thrown
    return `SKIPPED: ${peer.id} (${path} is there already)\n`
  }
  return `${path}\n`
}

function stateOf(status: PeerStatus): string {
  const { version, broken, install } = status
  if (version === null) return `not installed; ${install}`
  return broken === '' ? `found, version ${version}` : `${brokenSentence(status)}; ${install}`
}
