import { createContext, useContext, type ReactNode } from 'react'

/** Whether the reasons' evidence waits behind a word: where somebody reads the page, the sentence comes first. */
export const FoldedEvidence = createContext(false)

/** The evidence below a sentence, with what stands behind it in a word where it is folded. */
export function EvidenceFold({ words, children }: { readonly words: string; readonly children: ReactNode }) {
  return useContext(FoldedEvidence) ? (
    <details className="why-fold">
      <summary>{words}</summary>
      {children}
    </details>
  ) : (
    children
  )
}
