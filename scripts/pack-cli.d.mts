export function packCli(folder: string): Promise<void>
