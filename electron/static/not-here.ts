/** What a web site without a server cannot do: it has no disk, no other programs, and reaches no other site. */
import { failed, type FailureError } from '../../shared/base/failure'
import { contract, type Method } from '../../shared/contract/contract'
import type { Handlers } from '../../shared/contract/dispatcher'

/** Answers that say that there is nothing; the window asks these by itself. */
const EMPTY = {
  'own.list': () => Promise.resolve([]),
  'own.sources': () => Promise.resolve([]),
  'corpus.recent': () => Promise.resolve([]),
  'evaluation.list': () => Promise.resolve({ runs: [], damaged: [] }),
  'window.theme': () => Promise.resolve(null),
  'menu.set': () => Promise.resolve(null),
} satisfies Partial<Handlers>

/** What is refused, by the first part of its name. */
const WORK: Readonly<Record<string, string>> = {
  corpus: 'Corpora lie in folders, and a web site has none.',
  evaluation: 'An evaluation reads a collection from the disk, and a web site has none.',
  own: 'An extractor of your own is a file or a program of your machine, and a web site reaches neither.',
  library: 'A web site installs nothing and runs no other programs.',
  reduce: 'Pages are not reduced on this web site.',
  snippets: 'Snippets lie in a folder, and a web site has none.',
  archive: 'This web site does not read web archives.',
  figure: 'A web site cannot take a picture of a page. Charts can be exported.',
  dialog: 'A web site cannot choose files by their path.',
  page: 'A web site cannot load what is missing of a page.',
}

const NEXT = 'Install Boilerscope: it does all of this on your own machine.'

function refusal(method: Method): FailureError {
  return failed('static.not-here', WORK[method.split('.')[0] ?? ''] ?? 'This cannot be done on a web site.', NEXT)
}

/** Handlers for every method, of which the host replaces those that it can do. */
export function notHere(): Handlers {
  const refused = Object.fromEntries((Object.keys(contract) as Method[]).map((method) => [method, () => Promise.reject(refusal(method))]))
  // Every method of the contract is named by the line above.
  return { ...(refused as unknown as Handlers), ...EMPTY }
}
