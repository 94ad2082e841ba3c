declare module 'html-encoding-sniffer' {
  /** The encoding-sniffing algorithm of the HTML Standard: byte order mark, transport label, meta prescan, default. */
  export default function sniffHtmlEncoding(
    bytes: Uint8Array,
    options?: { xml?: boolean; transportLayerEncodingLabel?: string; defaultEncoding?: string },
  ): string
}
