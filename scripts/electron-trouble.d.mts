export const SOON: number
export function speakWhereSilent(child: import('node:events').EventEmitter, say: (sentence: string) => void, after?: number): void
export function whyElectronEnded(said: string, code: number | null, signal: string | null): string
