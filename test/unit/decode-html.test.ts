import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import iconv from 'iconv-lite'
import { describe, expect, it } from 'vitest'
import { readInput } from '../../electron/services/capture/capture-input'
import { readHtmlBytes, unpackHtmlBytes } from '../../electron/services/files/files'
import { binaryKind, decodeHtml } from '../../electron/services/files/html-bytes'
import { folderForAll, writeIn } from '../fixtures/temporary-folder'

const folder = folderForAll('decode')

const file = (name: string, content: string | Uint8Array): string => writeIn(folder, name, content)

const MIB = 1024 * 1024

describe('the characters of a page', () => {
  const JAPANESE = iconv.encode('<meta http-equiv=content-type content="text/html; charset=Shift_JIS"><p>東京', 'Shift_JIS')
  const RUSSIAN = iconv.encode('<?xml version="1.0" encoding="windows-1251"?><html xmlns="x"><p>Привет', 'windows-1251')
  it.each([
    ['UTF-8 without any label', Buffer.from('<p>Größe — 伞'), undefined, 'UTF-8'],
    ['a byte order mark before everything', Buffer.from('\ufeff<meta charset=latin1><p>Größe'), 'text/html; charset=windows-1252', 'UTF-8'],
    ['header before meta', iconv.encode('<meta charset=utf-8><p>Größe', 'windows-1252'), 'text/html; charset=ISO-8859-1', 'windows-1252'],
    ['meta where no header says it', iconv.encode('<meta charset="gbk"><p>油纸伞', 'gbk'), 'text/html', 'GBK'],
    ['meta http-equiv', JAPANESE, undefined, 'Shift_JIS'],
    ['no label and not UTF-8', iconv.encode('<p>Größe', 'windows-1252'), undefined, 'windows-1252'],
    ['UTF-16 with a mark', Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('<p>Größe', 'utf16le')]), undefined, 'UTF-16LE'],
    ['UTF-16 with half a character at its end', Buffer.from('\ufeff<p>Größe\0', 'utf16le').subarray(0, -1), undefined, 'UTF-16LE'],
    ['UTF-16 without a mark, after XML', Buffer.from(`<?xml version="1.0"?><p>${'Привет'.repeat(9)}`, 'utf16le'), 'text/html', 'UTF-16LE'],
    ['UTF-16BE without a mark, after XML', Buffer.from(`<?xml?><p>${'Привет'.repeat(9)}`, 'utf16le').swap16(), 'text/html', 'UTF-16BE'],
    ['UTF-16 without a mark', Buffer.from('<html><body><p>Größe</p>', 'utf16le'), undefined, 'UTF-16LE'],
    ['a label in quotes', iconv.encode('<p>Größe', 'windows-1252'), 'text/html; charset="latin1"', 'windows-1252'],
    ['an XML declaration', RUSSIAN, undefined, 'windows-1251'],
  ])('%s', (_name, bytes, header, charset) => {
    const decoded = decodeHtml(bytes, header)
    expect(decoded.charset).toBe(charset)
    expect(decoded.html).toMatch(/Größe|油纸伞|東京|Привет/)
    expect(decoded.html).not.toContain('\ufffd')
  })

  it('of a header with x-user-defined are for private use beyond ASCII, like in Chromium', () =>
    expect(decodeHtml(Uint8Array.of(0x41, 0x7f, 0x80, 0xff), 'text/html; charset=x-user-defined').html).toBe('A\x7f\uf780\uf7ff'))

  it('an XML declaration of UTF-16 in single bytes is ignored', () =>
    expect(decodeHtml(Buffer.from('<?xml version="1.0" encoding="utf-16"?><p>plain')).html).toContain('<p>plain'))

  it('a wrong label is detected and reported if the bytes are UTF-8', () => {
    const { html, charset, notes } = decodeHtml(Buffer.from('<meta charset=iso-8859-1><p>Größe'))
    expect([html, charset]).toEqual(['<meta charset=iso-8859-1><p>Größe', 'UTF-8'])
    expect(notes.join()).toContain('labelled windows-1252')
  })

  it('bytes that are invalid in the labelled encoding are visible, and this is reported', () => {
    const { html, notes } = decodeHtml(iconv.encode('<meta charset=utf-8><p>Größe', 'windows-1252'))
    expect(html).toContain('\ufffd')
    expect(notes.join()).toContain('some of its bytes are invalid')
  })

  it.each([
    ['gb2312', [0x95, 0x34, 0xb2, 0x35], '𠮷'],
    ['gbk', [0xa6, 0xd9], '\ufe10'],
    ['gb18030', [0x81, 0x39, 0xee, 0x39], '\u3400'],
    ['koi8-u', [0xbe, 0xae, 0xb6], 'ЎўІ'],
    ['macintosh', [0xdb], '€'],
    ['windows-1252', [0x81, 0x80], '\u0081€'],
    ['euc-kr', [0x81, 0x20, 0x81, 0x41], '\ufffd 갂'],
    ['euc-jp', [0x8f, 0xb0, 0xa1, 0xa9, 0xa1, 0x41], '丂\ufffdA'],
    ['shift_jis', [0x81, 0xad, 0x84, 0x61, 0x41], '\ufffd\ufffdaA'],
    ['big5', [0x81, 0x40, 0x88, 0x62], '\ufffd@Ê̄'],
    ['iso-2022-jp', [0x1b, 0x24, 0x42, 0x45, 0x0a, 0x1b, 0x28, 0x42, 0x78], '\ufffdx'],
  ])('of %s equal the characters of the Encoding Standard', (label, bytes, text) =>
    expect(decodeHtml(Uint8Array.from(bytes), `text/html; charset=${label}`).html).toBe(text),
  )

  it('half a character at the end of a page in another encoding is visible, and this is reported', () => {
    const { notes } = decodeHtml(Uint8Array.of(0x3c, 0x70, 0x3e, 0x93), 'text/html; charset=Shift_JIS')
    expect(notes.join()).toContain('read as Shift_JIS, but some of its bytes are invalid')
  })

  it('a page in UTF-8 without a named encoding is read as UTF-8, even if it ends inside a character', () => {
    const whole = Buffer.from('<p>Zürich, 10 °C – 𠮷')
    for (const lost of [1, 2, 3]) {
      const { html, charset, notes } = decodeHtml(whole.subarray(0, -lost))
      expect([charset, html]).toEqual(['UTF-8', '<p>Zürich, 10 °C – \ufffd'])
      expect(notes.join()).toContain('read as UTF-8, but some of its bytes are invalid')
    }
    // A single non-ASCII byte at the end is probably a letter of a one-byte encoding.
    expect(decodeHtml(iconv.encode('<p>café', 'windows-1252')).html).toBe('<p>café')
  })

  it('are guessed only without a usable label, and the guess is reported', () => {
    const guessed = decodeHtml(iconv.encode('<p>Größe, café', 'windows-1252'))
    expect(guessed.charset).toBe('windows-1252')
    expect(guessed.notes.join()).toContain('read as windows-1252, which is a guess')
    expect(decodeHtml(iconv.encode('<meta charset=latin1><p>Größe', 'windows-1252')).notes).toEqual([])
    expect(decodeHtml(iconv.encode('<p>Größe', 'windows-1252'), 'text/html; charset=latin1').notes).toEqual([])
    expect(decodeHtml(Buffer.from('<p>Größe')).notes).toEqual([])
  })

  it.each([
    ['windows-1251', 'Новости: привет, мир', 'windows-1251'],
    ['koi8-r', 'Новости: привет, мир. Съешь ещё этих мягких булок', 'KOI8-R'],
    ['shift_jis', '東京は日本の首都です。今日は天気がよいので散歩しました。', 'Shift_JIS'],
    ['euc-jp', '東京は日本の首都です。今日は天気がよいので散歩しました。', 'EUC-JP'],
    ['euc-kr', '안녕하세요 세계, 한국어 문장입니다.', 'EUC-KR'],
    ['big5', '台北是台灣的首都。今天天氣很好，我們去公園散步。', 'Big5'],
    ['gbk', '北京是中国的首都。今天天气很好，我们去公园散步。', 'gb18030'],
    ['windows-1256', 'القاهرة هي عاصمة مصر. اليوم الجو جميل.', 'windows-1256'],
    ['windows-874', 'กรุงเทพเป็นเมืองหลวงของประเทศไทย วันนี้อากาศดี', 'windows-874'],
    ['koi8-u', 'Київ є столицею України. Сьогодні була гарна погода', 'KOI8-U'],
    ['windows-1250', 'Warszawa jest stolicą Polski. Dziś była piękna pogoda, więc poszliśmy na długi spacer.', 'windows-1250'],
    ['iso-8859-2', 'Praha je hlavní město České republiky. Dnes bylo hezké počasí.', 'ISO-8859-2'],
    ['windows-1254', 'Ankara Türkiye’nin başkentidir. İnsanlar köprüden nehre bakıyordu.', 'windows-1254'],
    ['windows-1257', 'Vilnius yra Lietuvos sostinė. Žmonės žiūrėjo į upę nuo tilto.', 'windows-1257'],
  ])('without a label are detected by their words: %s', (encoding, text, charset) => {
    const decoded = decodeHtml(iconv.encode(`<!doctype html><title>x</title>${'<p class=plain></p>'.repeat(50)}<p>${text}`, encoding))
    expect([decoded.charset, decoded.html.slice(-text.length)]).toEqual([charset, text])
    expect(decoded.notes.join()).toContain(`read as ${charset}, which is a guess`)
  })

  it('of Western text are not taken for another script because of a few lines of signs', () => {
    const western = `<p>${'L’été à la plage, déjà vu : ça va très bien, Noël. '.repeat(5)}<p>««««« ••••• ÉÉÉÉ`
    const others = ['Helsinki on Suomen pääkaupunki. Tänään oli kaunis sää.', 'København er smukt. Børnene så på åen ved træerne.']
    for (const text of [western, ...others])
      expect(decodeHtml(iconv.encode(text, 'windows-1252'))).toMatchObject({ charset: 'windows-1252', html: text })
  })

  it.each([
    ['text/html, text/html; charset=koi8-r', 'KOI8-R'],
    ['text/html; charset=koi8-r, text/html', 'KOI8-R'],
    ['text/html; charset=big5, text/html; charset=koi8-r', 'KOI8-R'],
    ['text/html;charset=koi8-r,utf-8', 'KOI8-R'],
    ['text/html; a="x, y;charset=big5"; charset=koi8-r', 'KOI8-R'],
    ['text/plain; charset=koi8-r, text/html', 'windows-1252'],
  ])('of a header with several values follow the Fetch Standard, like in Chromium: %s', (header, charset) =>
    expect(decodeHtml(Buffer.from('<p>caf\xe9', 'latin1'), header).charset).toBe(charset),
  )

  it.each([
    ['<?xml version="1.0"encoding="koi8-r"?>', 'KOI8-R'],
    ['<?xml version="1.0" fakeencoding="koi8-r"?>', 'KOI8-R'],
    [`<?xml version="1.0" ${' '.repeat(2000)}encoding = 'koi8-r' ?>`, 'KOI8-R'],
    ['<?xml version="1.0" ENCODING="koi8-r"?>', 'windows-1252'],
    [`<?xml version="1.0" encoding="koi8-r'?>`, 'windows-1252'],
    ['<?xml version="1.0" encoding=koi8-r?>', 'windows-1252'],
  ])('of an XML declaration are as in Chromium: %s', (declaration, charset) =>
    expect(decodeHtml(Buffer.from(`${declaration}<p>caf\xe9`, 'latin1')).charset).toBe(charset),
  )

  it('an unknown label is ignored', () => expect(decodeHtml(Buffer.from('<p>Größe'), 'text/html; charset=klingon').html).toContain('Größe'))

  it('an empty file is an empty page', () => expect(decodeHtml(new Uint8Array()).html).toBe(''))
})

describe('the encoding that a page names in its markup', () => {
  const META = '<meta charset=koi8-r>'
  const far = (length: number): string => `<!--${'x'.repeat(length)}-->`
  const meta = (attributes: string) => (n: number) => `<head>${far(n)}<meta ${attributes}>`
  it.each([
    ['koi8-r in the head, at any length', (n: number) => `<head>${far(n)}${META}</head>`, 'KOI8-R', 'KOI8-R'],
    ['after long scripts', (n: number) => `<head><script>/*${'x'.repeat(n)}*/</script>${META}`, 'KOI8-R', 'KOI8-R'],
    ['after long text without a tag', (n: number) => `${'y '.repeat(n / 2)}${META}`, 'KOI8-R', 'KOI8-R'],
    ['in a noscript of the head', (n: number) => `<head>${far(n)}<noscript>${META}</noscript></head>`, 'KOI8-R', 'KOI8-R'],
    ['after one in a comment', (n: number) => `<head>${far(n)}<!-- <meta charset=big5> -->${META}`, 'KOI8-R', 'KOI8-R'],
    ['after one in a script', (n: number) => `<head>${far(n)}<script>'<meta charset=big5>'</script>${META}`, 'KOI8-R', 'KOI8-R'],
    ['after one that no browser knows', (n: number) => `<head>${far(n)}<meta charset=klingon>${META}`, 'KOI8-R', 'KOI8-R'],
    [
      'only in a script, title, style or attribute',
      (n: number) => `<head>${far(n)}<script>'${META}'</script><title>${META}</title><link title='${META}'>`,
      'windows-1252',
      'windows-1252',
    ],
    ['in the body', (n: number) => `<head>${far(n)}</head><body>${META}`, 'KOI8-R', 'windows-1252'],
    ['after a paragraph', (n: number) => `<p>${'y '.repeat(n / 2)}</p>${META}`, 'KOI8-R', 'windows-1252'],
    ['in a template of the head', (n: number) => `<head>${far(n)}<template>${META}</template>`, 'KOI8-R', 'windows-1252'],
    ['UTF-16 in single bytes', meta('charset=utf-16'), 'UTF-8', 'UTF-8'],
    ['http-equiv after content', meta(`content="text/html; charset='koi8-r'" http-equiv=Content-Type`), 'KOI8-R', 'KOI8-R'],
    ['content without http-equiv', meta('name=content-type content="charset=koi8-r"'), 'windows-1252', 'windows-1252'],
    ['charset beside content', meta('http-equiv=content-type content="charset=big5" charset=koi8-r'), 'KOI8-R', 'KOI8-R'],
    [
      'only after a charset that is empty or padded with other than HTML spaces',
      meta('charset="\vkoi8-r"><meta http-equiv=content-type content="charset=; charset=koi8-r"><meta charset="\xa0big5"'),
      'windows-1252',
      'windows-1252',
    ],
    ['a quote that is not closed', meta(`http-equiv=content-type content="charset='koi8-r"`), 'windows-1252', 'windows-1252'],
    ['before an XML declaration', (n: number) => `<?xml version="1.0" encoding="big5"?><head>${far(n)}${META}`, 'KOI8-R', 'KOI8-R'],
    ['what browsers refuse', meta('charset=hz-gb-2312'), 'replacement', 'replacement'],
  ])('%s', (_what, head, early, late) => {
    for (const length of [500, 1_100, 9_000, 150_000]) {
      const { charset, notes } = decodeHtml(Buffer.from(`${head(length)}<p>caf\u00e9 au lait`, 'latin1'))
      const expected = length < 1_000 ? early : late
      expect([length, charset]).toEqual([length, expected])
      expect(notes.join().includes('names no encoding')).toBe(expected === 'windows-1252')
    }
  })

  it('after its head is used if the bytes are not Western text, and this is reported', () => {
    const notes = ['The page names the encoding windows-1251 after its head, where Chromium ignores it; the page was read as windows-1251.']
    const page = iconv.encode(`<p>${'Привет, мир. '.repeat(200)}</p><meta charset=windows-1251>`, 'windows-1251')
    expect(decodeHtml(page)).toMatchObject({ charset: 'windows-1251', notes })
  })
})

describe('the bytes of a page', () => {
  it('plain and gzip files give the same page', async () => {
    expect(String(await readHtmlBytes(file('a.html', '<p>x'), MIB))).toBe('<p>x')
    expect(String(await readHtmlBytes(file('a.html.gz', gzipSync('<p>x')), MIB))).toBe('<p>x')
    // The content determines the format, not the name.
    expect(String(await readHtmlBytes(file('b.html', gzipSync('<p>x')), MIB))).toBe('<p>x')
  })

  const zipped = gzipSync('<p>a page that is long enough to be cut</p>'.repeat(50))
  it.each([
    ['a missing file', () => join(folder, 'missing.html'), 'file.not-found'],
    ['a folder', () => folder, 'input.not-a-file'],
    ['an empty file', () => file('empty.html', ''), 'input.empty'],
    ['an empty gzip file', () => file('empty.html.gz', gzipSync('')), 'input.empty'],
    ['a truncated gzip file', () => file('cut.html.gz', zipped.subarray(0, zipped.length - 20)), 'input.truncated-gzip'],
    [
      'a damaged gzip file',
      () => file('bad.html.gz', Buffer.from([31, 139, 8, 0, 0, 0, 0, 0, 0, 0, 255, 255, 255, 255])),
      'input.bad-gzip',
    ],
    ['a picture', () => file('a.png', Buffer.from([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10])), 'input.binary'],
    ['random bytes', () => file('a.bin', Buffer.from(Array.from({ length: 4096 }, (_, i) => (i * 7919) % 251))), 'input.binary'],
    ['a file of 2 MiB where 1 is allowed', () => file('big.html', Buffer.alloc(2 * MIB, 'x')), 'input.too-large'],
    ['a small gzip of 2 MiB', () => file('bomb.html.gz', gzipSync(Buffer.alloc(2 * MIB, 'x'))), 'input.too-large'],
  ])('%s fails with a clear message', (_name, path, code) =>
    expect(readHtmlBytes(path(), MIB)).rejects.toMatchObject({ failure: { code } }),
  )

  it('have a limit; the failure names the limit and how to raise it', () =>
    expect(unpackHtmlBytes(Buffer.alloc(2 * MIB, 'x'), 'standard input', MIB)).rejects.toMatchObject({
      failure: { message: 'standard input has more than 1 MiB of HTML.', next: expect.stringContaining('--max-bytes') as string },
    }))

  it('text with a stray control character, in any language, is not binary', () => {
    for (const text of ['<p>a\u0001b</p>'.padEnd(500, 'x'), '<p>油纸伞</p>', '<p>\u001b[0m</p>', ''])
      expect(binaryKind(Buffer.from(text)), text).toBeNull()
    expect(binaryKind(Buffer.from('<html><body>Größe</body>', 'utf16le'))).toBeNull()
    expect(binaryKind(Buffer.from('%PDF-1.7'))).toBe('a PDF document')
  })
})

describe('a file that Boilerscope saved itself', () => {
  it('is not a page: opening it by its path reports how to open it', async () => {
    const path = file('saved.session.json', JSON.stringify({ format: 'boilerscope-session', version: 1 }, null, 1))
    await expect(readInput({ kind: 'file', path }, { maxBytes: MIB })).rejects.toMatchObject({
      failure: { code: 'input.session', next: 'Open it in the window with “Open session or step …”.' },
    })
  })

  it('differs from a page that only quotes such a file', async () => {
    const path = file('quoted.html', '<pre>{"format": "boilerscope-session"}</pre>')
    await expect(readInput({ kind: 'file', path }, { maxBytes: MIB })).resolves.toMatchObject({ label: 'quoted.html' })
  })
})
