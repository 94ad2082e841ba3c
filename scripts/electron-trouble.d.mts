export const SOON: number
export function whyElectronEnded(said: string, code: number | null, signal: string | null): string
