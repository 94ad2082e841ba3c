/* oxlint-disable typescript/consistent-type-imports -- a declaration of a module may import types only this way */
// Types of the three libraries, whose own declarations use the browser's DOM types, which shared/ does not have.

declare module 'linkedom' {
  export function parseHTML(html: string): { readonly document: import('./peer-document').PeerDocument }
}

declare module '@mozilla/readability' {
  export class Readability<T> {
    constructor(
      document: import('./peer-document').PeerDocument,
      options: {
        readonly charThreshold?: number
        readonly nbTopCandidates?: number
        readonly linkDensityModifier?: number
        readonly disableJSONLD?: boolean
        readonly serializer: (element: import('./peer-document').PeerElement) => T
      },
    )
    parse(): { readonly content: T | null | undefined } | null
  }
  export function isProbablyReaderable(document: import('./peer-document').PeerDocument): boolean
}

declare module 'defuddle' {
  export default class Defuddle {
    constructor(document: import('./peer-document').PeerDocument, options: Readonly<Record<string, unknown>>)
    parse(): { content: string; wordCount: number; readonly extractorType?: string }
  }
}
