// Declares the parts of the web platform that shared/ uses. Browsers, workers and Node provide all these parts. The compiler settings
// exclude all other parts.
declare function atob(base64: string): string

interface AbortSignal {
  readonly aborted: boolean
  addEventListener(type: 'abort', listener: () => void, options?: { once?: boolean }): void
  removeEventListener(type: 'abort', listener: () => void): void
}
interface AbortController {
  readonly signal: AbortSignal
  abort(): void
}
declare const AbortController: { new (): AbortController }

interface URL {
  readonly href: string
  readonly pathname: string
  readonly hostname: string
  readonly protocol: string
}
declare const URL: {
  new (url: string, base?: string): URL
  canParse(url: string, base?: string): boolean
}
