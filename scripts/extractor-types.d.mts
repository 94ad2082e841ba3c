/** Declares `boilerscope/extractor` and the modules behind it. */
export function extractorTypes(): string
