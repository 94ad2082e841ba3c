/// <reference types="vite/types/importMeta.d.ts" />
/* oxlint-disable typescript/consistent-type-imports -- a declaration of a module may import types only this way */
// Types of libraries without declarations, or with declarations that need DOM types. The TypeScript project of `electron/` has no DOM
// types.

declare module 'linkedom' {
  export function parseHTML(html: string): { readonly document: import('./peers/peer-document').PeerDocument }
}

declare module '@mozilla/readability' {
  export class Readability<T> {
    constructor(
      document: import('./peers/peer-document').PeerDocument,
      options: {
        readonly charThreshold?: number
        readonly nbTopCandidates?: number
        readonly linkDensityModifier?: number
        readonly disableJSONLD?: boolean
        readonly serializer: (element: import('./peers/peer-document').PeerElement) => T
      },
    )
    parse(): { readonly content: T | null | undefined } | null
  }
  export function isProbablyReaderable(document: import('./peers/peer-document').PeerDocument): boolean
}

declare module 'defuddle' {
  export default class Defuddle {
    constructor(document: import('./peers/peer-document').PeerDocument, options: Readonly<Record<string, unknown>>)
    parse(): { content: string; wordCount: number; readonly extractorType?: string }
  }
}
