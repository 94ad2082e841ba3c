export function packCli(folder: string): void
