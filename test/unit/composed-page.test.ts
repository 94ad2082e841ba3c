import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { registry } from '../../electron/peers/registry'
import { resolveParams, runExtractor } from '../../shared/extractors/core/run'
import { contentTree, REMOVALS } from '../../shared/page/content-tree'
import { frameSource, readFrameSource } from '../../shared/page/composed-children'
import { nodePaths, attributesOf, TEXT, tagName, type PageModel } from '../../shared/page/page-model'
import { outputMarkdown } from '../../shared/page/markdown'
import { outputHtml, outputText } from '../../shared/page/output'
import { parsePage } from '../../shared/page/parse-page'
import { textAxis } from '../../shared/gold/text-axis'
import { selectorOf } from '../../renderer/window/page/selector'
import { forAll } from '../fixtures/for-all'

const outline = (page: PageModel): string[] => {
  const pathOf = nodePaths(page)
  return [...page.kind].map((kind, n) => (kind === TEXT ? `${pathOf(n)} ${page.text[n]}` : pathOf(n)))
}
const withBody = (page: PageModel): string[] => outline(page).slice(page.body)
const textNode = (page: PageModel, part: string): number => page.text.findIndex((text) => text.includes(part))

const CARD = '<x-card id="c">light<template shadowrootmode="open"><h2>Shadow</h2><slot></slot></template> too</x-card>'
const frame = (html: string, url = 'https://frame.test/a'): string =>
  `<iframe src="/a" data-boilerscope-frame="${url}">${frameSource(html)}</iframe>`

describe('shadow roots in the page model', () => {
  it('a declared shadow root is the first child of its host; its template is no node', () => {
    const below = withBody(parsePage(`<body>${CARD}`)).map((path) => path.replace('body>x-card[0]', 'host'))
    const root = ['host>#shadow-root', 'host>#shadow-root>h2[0]', 'host>#shadow-root>h2[0]>#text[0] Shadow', 'host>#shadow-root>slot[1]']
    expect(below).toEqual(['body', 'host', ...root, 'host>#text[0] light', 'host>#text[1]  too'])
  })

  it('roots nest to any depth', () => {
    const depth = 3000
    const page = parsePage('<body>' + '<p-q><template shadowrootmode=open>'.repeat(depth) + 'deep')
    expect([page.text[page.count - 1], page.tagNames.filter((name) => name === '#shadow-root').length]).toEqual(['deep', 1])
  })

  it('only the first template of a host declares a shadow root, only in an element that can be a host, and only with a valid mode', () => {
    const names = (html: string): string => {
      const { tag, tagNames } = parsePage(`<body>${html}`)
      return [...tag]
        .slice(3)
        .map((t) => tagNames[t])
        .join(', ')
    }
    const twice = '<div><template shadowrootmode=CLOSED>a</template><template shadowrootmode=open>b</template></div>'
    expect(names(twice)).toBe('div, #shadow-root, #text, template')
    expect(names('<ul><template shadowrootmode=open>a</template></ul>')).toBe('ul, template')
    for (const mode of ['=ajar', '']) expect(names(`<div><template shadowrootmode${mode}>a</template></div>`)).toBe('div, template')
  })
})

describe('frames in the page model', () => {
  it('the document of a captured frame stands below it, with its address', () => {
    const page = parsePage(`<body>${frame('<!doctype html><title>T</title><p>In the frame')}<p>after`)
    const below = withBody(page).map((path) => path.replace('body>iframe[0]>#document', 'inner').replace('>html[0]', '>html'))
    const head = 'inner>html>head[0], inner>html>head[0]>title[0], inner>html>head[0]>title[0]>#text[0] T'
    const body = 'inner>html>body[1], inner>html>body[1]>p[0], inner>html>body[1]>p[0]>#text[0] In the frame'
    expect(below.join(', ')).toBe(`body, body>iframe[0], inner, inner>html, ${head}, ${body}, body>p[1], body>p[1]>#text[0] after`)
    expect(attributesOf(page, page.tag.indexOf(page.tagNames.indexOf('#document')))).toEqual([['url', 'https://frame.test/a']])
    expect(page.title).toBe('')
  })

  it('the document of a srcdoc stands below its frame', () => {
    const page = parsePage('<body><iframe srcdoc="&lt;p>a &amp;amp; b"></iframe>')
    expect(withBody(page).at(-1)).toBe('body>iframe[0]>#document>html[0]>body[1]>p[0]>#text[0] a & b')
  })

  it('frames nest up to eight; deeper frames are not read', () => {
    let html = '<p>innermost'
    for (let level = 0; level < 8; level++) html = `<p>level ${level}${frame(html)}`
    expect(parsePage(`<body>${html}`, { sourcePositions: true }).text).toContain('innermost')
    expect(parsePage(`<body>${frame(html)}`).text).not.toContain('innermost')
  })

  it('a frameset whose frames were captured is the body of its page', () => {
    const html =
      '<frameset cols="50%,50%"><frame src=a><noframes data-boilerscope-frame="https://a.test/"><p>A</noframes>' +
      '<frame src=b><noframes data-boilerscope-frame="https://b.test/"><p>B</noframes><noframes>No frames here</noframes></frameset>'
    const page = parsePage(html, { scriptingEnabled: true })
    expect(tagName(page, page.body)).toBe('frameset')
    expect(outputText(page, new Uint8Array(page.count).fill(1)).text.split('\n')).toEqual(['A', 'B', 'No frames here'])
    expect(parsePage('<frameset><frame src=a></frameset>').body).toBe(-1)
  })

  it('a hostile srcdoc in a srcdoc in a srcdoc ends', () =>
    expect(parsePage('<iframe srcdoc="' + '<iframe srcdoc='.repeat(50_000)).count).toBeLessThan(60))
})

describe('the source of a nested document', () => {
  const slices = (page: PageModel): void => {
    for (let n = 0; n < page.count; n++) {
      if (page.kind[n] !== TEXT || (page.text[n] ?? '').trim() === '') continue
      expect(page.html.slice(page.sourceStart[n], page.sourceEnd[n])).toBe(page.text[n])
      expect(page.html.slice(0, page.sourceStart[n]).split('\n').length).toBe(page.line[n])
    }
  }

  it('is found at its position and line, also in nested frames and their shadow roots', () => {
    const inner = `<p>one\n</p><p>two</p>${CARD}\n`
    const html = `<body>\n<p>zero</p>\n${frame(`\n<b>x</b>${frame(inner)}<p>three</p></iframe><i>four</i>`)}\n<p>five</p>`
    const page = parsePage(html, { sourcePositions: true })
    const words = page.text.filter((text) => /^(?:one|two|three|four|five)/.test(text)).map((text) => text.trim())
    expect(words.join(', ')).toBe('one, two, three, four, five')
    slices(page)
  })

  it('is found in a srcdoc with character references', () => {
    const srcdoc = '&lt;p>one&#10;\n&lt;/p>&lt;p>two&lt;/p>&copy<b>three</b>'
    const page = parsePage(`<body>\n<iframe\n srcdoc="${srcdoc}"></iframe><p>four`, { sourcePositions: true })
    for (const word of ['two', 'three', 'four']) {
      const n = textNode(page, word)
      expect(page.html.slice(page.sourceStart[n], page.sourceEnd[n])).toBe(word)
    }
  })

  it('is the unchanged document for any frame', () => {
    const part = fc.constantFrom('<', '\\', '/', 'iframe', '</iframe>', '<\\/iframe>', '</NOFRAMES', 'x', '\n', '>', '<\\\\/iframe')
    forAll(fc.array(part), (parts) => {
      const html = parts.join('')
      const written = frameSource(html)
      expect(written).not.toMatch(/<\/(?:iframe|noframes)/i)
      const place = readFrameSource(written, 7, 0)
      expect(place.html).toBe(html)
      for (let i = 0; i < html.length; i++) expect(written[place.at(i) - 7]).toBe(html[i])
    })
  })
})

const PARAGRAPH =
  'The harbour was rebuilt after the storm of 1953, and the town council voted to keep the old crane as a monument; it has stood there ever since, painted each spring by volunteers. '
const nav = '<nav><ul>' + '<li><a href="/x">Link</a></li>'.repeat(12) + '</ul></nav>'
const article = (word: string): string =>
  `<article><h1>${word} heading</h1>${`<p>${word} ${PARAGRAPH.repeat(2)}</p>\n`.repeat(5)}</article>`
const COMPOSED =
  `<!doctype html><html><head><title>Composed</title></head><body>\n${nav}\n<main>\n<x-story><template shadowrootmode="open">\n` +
  `${article('Shadowtext')}\n</template></x-story>\n${frame(`<html><head><title>no title</title></head><body>\n${article('Frametext')}\n</body></html>`)}\n</main>\n${nav}</body></html>`

describe.each(registry.list().map((extractor) => [extractor.id, extractor] as const))(
  '%s and the text of shadow roots and frames',
  (_, extractor) => {
    const run = (page: PageModel): string => runExtractor(page, extractor, resolveParams(extractor, 'default', {})).text

    it('keeps this text if the page is read with shadow roots and frames', () => {
      const text = run(parsePage(COMPOSED, { sourcePositions: true, scriptingEnabled: true }))
      // FE keeps only one block of a page, and KFE keeps only one cluster of blocks.
      const found = ['Shadowtext', 'Frametext'].filter((word) => text.includes(word))
      expect(found.length, text.slice(0, 300)).toBeGreaterThan(0)
      if (!['fe', 'kfe'].includes(extractor.id)) expect(found).toEqual(['Shadowtext', 'Frametext'])
      expect(text).not.toContain('no title')
    })

    it('does not find this text if the page is read without them', () => {
      const page = parsePage(COMPOSED, { sourcePositions: true, composed: false, scriptingEnabled: true })
      expect(run(page)).not.toMatch(/Shadowtext|Frametext/)
    })
  },
)

describe('a page read with and without shadow roots and frames', () => {
  const page = parsePage(COMPOSED, { sourcePositions: true, scriptingEnabled: true })
  const without = { ...page, composed: false }

  it('includes them after scripts ran, omits them in source mode, and has the same node ids in both', () => {
    expect([page.composed, parsePage(COMPOSED).composed]).toEqual([true, false])
    expect(outline(parsePage(COMPOSED))).toEqual(outline(page))
  })

  it('does not count roots as elements, but counts their content for their host', () => {
    const tree = contentTree(page)
    const names = [...tree.node].map((n) => tagName(page, n))
    expect(names.filter((name) => name.startsWith('#') && name !== '#text')).toEqual([])
    expect(names).not.toContain('title')
    const story = names.indexOf('x-story')
    expect([names[story + 1], tree.parent[story + 1]]).toEqual(['article', story])
  })

  it('explains why the roots are not measured', () => {
    const { removal } = contentTree(without)
    for (const word of ['Shadowtext', 'Frametext']) expect(REMOVALS[removal[textNode(page, word)] ?? 0]).toBe('shadow root or frame')
  })

  it('can have labels on their text', () => {
    const room = (p: PageModel, word: string): number => {
      const { start } = textAxis(p)
      const n = textNode(p, word)
      return (start[n + 1] ?? 0) - (start[n] ?? 0)
    }
    for (const word of ['Shadowtext ', 'Frametext ']) expect(room(page, word)).toBeGreaterThan(0)
    expect(room(without, 'Shadowtext ')).toBe(0)
  })

  it('has their content in kept HTML and Markdown, inside the host, in order', () => {
    const kept = new Uint8Array(page.count).fill(1)
    const html = outputHtml(page, kept)
    expect(html).toContain('<x-story>\n<article><h1>Shadowtext heading</h1>')
    expect(html).toMatch(/<div>\s*(?:\n)*<article><h1>Frametext heading|<div>.*<article><h1>Frametext heading/s)
    expect(html).not.toMatch(/#shadow|#document|<iframe|<body/)
    const markdown = outputMarkdown(page, kept)
    expect(markdown.indexOf('# Shadowtext heading')).toBeGreaterThan(0)
    expect(markdown.indexOf('# Frametext heading')).toBeGreaterThan(markdown.indexOf('# Shadowtext heading'))
  })

  it('has selectors that mark the end of a tree', () => {
    expect(selectorOf(page, textNode(page, 'Shadowtext heading'))).toBe('body > main > x-story >>> article > h1')
    expect(selectorOf(page, textNode(page, 'Frametext heading'))).toBe('body > main > iframe >>> body > article > h1')
    const card = parsePage(`<body>${CARD}`)
    expect(selectorOf(card, textNode(card, 'Shadow'))).toBe('#c >>> h2')
  })
})
