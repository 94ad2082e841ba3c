/** The build of msgpackr that generates no code at run time, as a strict Content-Security-Policy demands; it ships no types of its own. */
declare module 'msgpackr/index-no-eval' {
  export { Packr } from 'msgpackr'
}
