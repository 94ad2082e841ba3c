export function makesDeb(args: readonly string[], platform: string): boolean
export function packager(
  environment: Readonly<Record<string, string | undefined>>,
  git: (...args: string[]) => string,
): { maintainer: string; homepage: string }
