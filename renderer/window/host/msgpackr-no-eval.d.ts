/** Build of msgpackr without code generation at run time, as the Content-Security-Policy requires. */
declare module 'msgpackr/index-no-eval' {
  export class Packr {
    constructor(options: { readonly structuredClone: boolean; readonly useRecords: boolean })
    pack(value: unknown): Uint8Array<ArrayBuffer>
    unpack(bytes: Uint8Array): unknown
  }
}
