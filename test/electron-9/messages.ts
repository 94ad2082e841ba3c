/** What the test and Electron 9 say to each other over the channel between a process and its child. */

type Params = Readonly<Record<string, unknown>>

/** Of the test. `allowed` answers a `guard`. */
export type Ask =
  | { readonly method: 'open' }
  | { readonly method: 'send'; readonly target: number; readonly command: string; readonly params?: Params | undefined }
  | { readonly method: 'guard' | 'destroy'; readonly target: number }
  | { readonly method: 'allowed'; readonly question: number; readonly allowed: boolean }

/** Of Electron. */
export type Tell =
  | { readonly type: 'ready' }
  | { readonly type: 'answer'; readonly id: number; readonly value: unknown }
  | { readonly type: 'failed'; readonly id: number; readonly message: string }
  | { readonly type: 'event'; readonly target: number; readonly method: string; readonly params: unknown }
  | { readonly type: 'gone'; readonly target: number; readonly reason: string; readonly isTooHeavy: boolean }
  | { readonly type: 'guard'; readonly target: number; readonly question: number; readonly url: string; readonly isLeaving: boolean }
