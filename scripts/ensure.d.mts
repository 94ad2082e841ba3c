export const root: string
export function run(command: string, args: readonly string[], options?: object): boolean
export function packageProgram(name: string, program: string): string
export function runNpm(args: readonly string[]): boolean
export function ensureDependencies(): void
export function findChromium(): string | null
export function ensureChromium(): string | null
export const CHROMIUM_HELP: string
export function findElectron(): string | null
export function fetchElectron(options?: { again?: boolean }): Promise<string | null>
export function ensureBuild(): void
export function areDocsStale(): boolean
export const docsFolder: string
export const docsMarker: string
