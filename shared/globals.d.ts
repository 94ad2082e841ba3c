// The three web platform classes that exist in all our hosts (browsers, workers, Node). All other platform classes are excluded from
// shared/: lib is ES2023 and types is empty.
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
