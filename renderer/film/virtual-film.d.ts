/** The film's player as one script and its style sheet, built by `scripts/film-plugin.mjs`. */
declare module 'virtual:film' {
  export const script: string
  export const style: string
}
