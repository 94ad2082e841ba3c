export function packArchive(folder: string): Promise<{ archive: string; program: string }>
