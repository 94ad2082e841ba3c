/** Ids of pages: also names of folders. */
export const PAGE_ID = /^[a-z0-9][a-z0-9_-]{0,79}$/

/** Names of annotators and of gold texts: also names of files. */
export const ANNOTATOR = /^[\p{L}\p{N}_](?:[\p{L}\p{N}_ .@+-]{0,62}[\p{L}\p{N}_@+-])?$/u
