/** Numbers and lists of Mozilla's Readability by name, as its source has them. @throws where one is not there exactly once */
export function readReadability(root: string): Readonly<Record<string, string | readonly string[]>>
