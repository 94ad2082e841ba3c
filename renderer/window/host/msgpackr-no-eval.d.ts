/** The build of msgpackr that generates no code at run time, as a strict Content-Security-Policy demands; it ships no types of its own. */
declare module 'msgpackr/index-no-eval' {
  export class Packr {
    constructor(options: { readonly structuredClone: boolean; readonly useRecords: boolean })
    pack(value: unknown): Uint8Array<ArrayBuffer>
    unpack(bytes: Uint8Array): unknown
  }
}
