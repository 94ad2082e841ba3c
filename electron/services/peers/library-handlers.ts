import { failed } from '../../../shared/base/failure'
import type { LibraryState } from '../../../shared/contract/own-contract'
import type { Handlers } from '../../../shared/contract/dispatcher'
import { FIELD_PEERS } from '../../../shared/extractors/peers/field'
import {
  namesVersion,
  readLibraryName,
  VERSIONED_LIBRARIES,
  versionedLibrary,
  versionId,
} from '../../../shared/extractors/peers/library-name'
import type { OwnService } from '../own/own-service'
import { findPeers, type PeerPlaces } from './find-peers'
import { installPeers } from './install-peers'
import { installedVersions, installVersion, publishedVersions } from './library-versions'

type LibraryHandlers = Pick<Handlers, 'library.list' | 'library.versions' | 'library.add'>

export function createLibraryHandlers(places: PeerPlaces, own: Pick<OwnService, 'inspect' | 'add'>): LibraryHandlers {
  async function installed(name: string, signal: AbortSignal): Promise<string> {
    if (namesVersion(name)) {
      const { library, version } = readLibraryName(name)
      return versionId({ library, version: await installVersion({ library, version }, places, signal) })
    }
    const [status] = await findPeers(places, [name])
    if (status?.file) return name
    const [done] = await installPeers({ ...places, folders: places.folders.slice(-1) }, [name], () => undefined, signal)
    signal.throwIfAborted()
    if (typeof done?.version === 'string') return name
    const message = `${status?.peer.title ?? name} cannot be installed: ${(done?.reason ?? 'there is no such library').replace(/\.$/, '')}.`
    throw failed('library.not-installable', message, status ? `Install it manually: ${status.install}` : 'Choose another library.')
  }

  return {
    async 'library.list'() {
      const found = await findPeers(places)
      const builtIn = VERSIONED_LIBRARIES.filter(({ info }) => info !== null).map(({ id, title, language, info }): LibraryState => {
        const version = /\d[\w.-]*/.exec(info?.paper.title ?? '')?.[0] ?? ''
        return { id, title, language, version, state: 'built-in', reason: '', install: '', canInstall: false, hasVersions: true }
      })
      const others = found.map(({ peer, version, file, broken, install }): LibraryState => ({
        ...{ id: peer.id, title: peer.title, language: peer.language, install, reason: broken },
        version: version ?? peer.version,
        state: file ? 'installed' : broken === '' ? 'missing' : 'broken',
        canInstall: peer.elsewhere === undefined,
        hasVersions: VERSIONED_LIBRARIES.some(({ id }) => id === peer.id),
      }))
      return [...builtIn, ...others]
    },
    async 'library.versions'({ library: id }, { signal }) {
      const library = versionedLibrary(id)
      const installedOnes = new Set(await installedVersions(library, places))
      return (await publishedVersions(library, signal)).map((one) => ({ ...one, isInstalled: installedOnes.has(one.version) }))
    },
    async 'library.add'({ name }, context) {
      const title = namesVersion(name) ? readLibraryName(name).library.title : (FIELD_PEERS.find(({ id }) => id === name)?.title ?? name)
      context.progress({ done: null, message: `Installing ${title} …` })
      const installedName = await installed(name, context.signal)
      const [proposal] = await own.inspect(installedName)
      if (!proposal) throw failed('library.unknown', `There is no library "${name}".`, 'Choose a library from the list.')
      return own.add(proposal.path, proposal.hash)
    },
  }
}
