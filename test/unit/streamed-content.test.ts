import { describe, expect, it } from 'vitest'
import { buildPeerDocument, type PeerNode, visitPeerNodes } from '../../electron/peers/peer-document'
import { registry } from '../../electron/peers/registry'
import { PLACE_STREAMED } from '../../electron/services/capture/page-preparation'
import { findExtractor, extractedText, resolveParams, runExtractor } from '../../shared/extractors/core/run'
import { stampedPage } from '../../shared/extractors/own/program-extraction'
import { contentTree } from '../../shared/page/content-tree'
import { type PageModel, tagName, TEXT } from '../../shared/page/page-model'
import { parsePage } from '../../shared/page/parse-page'
import { describeStreamed } from '../../shared/page/streamed-content'
import { eventually } from '../fixtures/eventually'
import { jsdomWindow } from '../fixtures/on-jsdom'
import { streamedPage } from '../fixtures/streamed-page'

const html = await streamedPage()

function outline(page: PageModel): string[] {
  const depth: number[] = []
  return [...page.kind].map((kind, n) => {
    depth[n] = n === 0 ? 0 : (depth[page.parent[n] ?? 0] ?? 0) + 1
    return `${' '.repeat(depth[n] ?? 0)}${kind === TEXT ? `"${page.text[n]}"` : tagName(page, n)}`
  })
}

function outlineOf(node: Node, depth = 0): string[] {
  if (node.nodeType === 3) return [`${' '.repeat(depth)}"${(node as Text).data}"`]
  if (node.nodeType !== 1) return []
  return [' '.repeat(depth) + (node as Element).localName, ...[...node.childNodes].flatMap((child) => outlineOf(child, depth + 1))]
}

const streamedText = (source: string, options = {}): string => {
  const page = parsePage(source, options)
  const { removal } = contentTree(page)
  return page.text
    .filter((_, n) => removal[n] === 0)
    .join('')
    .trim()
}

describe('content that React’s server streams', () => {
  it('has a boundary in a boundary, partial segments and a table', () => {
    for (const part of ['id="S:0"', '<template id="P:', '<tbody id="S:1">', '$RS("S:', '$RC("B:']) expect(html).toContain(part)
  })

  it('has in the model the position that the page’s scripts give it', async () => {
    const window = jsdomWindow(html, 'dangerously')
    const root = window.document.documentElement
    await eventually(() => expect(root.querySelector('template')).toBeNull())
    expect(outline(parsePage(html))).toEqual(outlineOf(root))
    window.close()
  })

  it('is also inserted in a browser without scripts that lays the page out', () => {
    const window = jsdomWindow(html, 'outside-only')
    expect(window.eval(PLACE_STREAMED)).toBe(parsePage(html).streamed)
    expect(outlineOf(window.document.documentElement)).toEqual(outline(parsePage(html)))
    window.close()
  })

  it('keeps its positions in the source', () => {
    const page = parsePage(html, { sourcePositions: true })
    const text = page.text.findIndex((value) => value.startsWith('The last ferry'))
    expect(html.slice(page.sourceStart[text], page.sourceEnd[text])).toBe(page.text[text])
    expect(page.line[text]).toBeGreaterThan(0)
    expect(page.sourceStart[text]).toBeGreaterThan(page.sourceStart[page.text.indexOf('All rights reserved')] ?? 0)
  })

  it('is reported, and stays hidden on request, or if scripts ran', () => {
    expect(describeStreamed(parsePage(html))).toEqual([
      'React sent 5 parts of this page after the rest of the HTML. Boilerscope reads them where the page’s scripts would show them.',
    ])
    for (const options of [{ streamed: false }, { scriptingEnabled: true }]) {
      expect(parsePage(html, options).streamed).toBe(0)
      expect(streamedText(html, options)).not.toContain('ferry')
    }
    expect(describeStreamed(parsePage('<p>Plain</p>'))).toEqual([])
  })

  it.each([
    [
      'numbers of their own',
      '<main><!--$?--><template id="B:0"></template>Loading<!--/$--></main><div hidden id="S:3">Text</div><script>$RC("B:0","S:3")</script>',
      'Text',
    ],
    ['no scripts and no comments', '<main><template id="B:0"></template></main><div hidden id="S:0"><p>Text</p></div>', 'Text'],
    ['a prefix', '<main><template id="app-B:a"></template></main><div hidden id="app-S:a"><p>Text</p></div>', 'Text'],
    [
      'a boundary in a fallback',
      '<main><!--$?--><template id="B:0"></template><!--$?--><template id="B:1"></template>a<!--/$--><!--/$--></main><div hidden id="S:1">b</div><div hidden id="S:0">Text</div>',
      'Text',
    ],
    ['itself', '<p>Rest</p><div hidden id="S:0">Text<template id="B:0"></template></div>', 'Rest'],
    ['no placeholder', '<p>Rest</p><div hidden id="S:0">Text</div><template id="B:1"></template>', 'Rest'],
  ])('may have %s', (_, source, text) => expect(streamedText(source)).toBe(text))

  it('is read in linear time, with any number of parts and levels', () => {
    const chain = Array.from(
      { length: 30_000 },
      (_, k) => `<div hidden id="S:${k.toString(16)}"><template id="P:${(k + 1).toString(16)}"></template>${k} </div>`,
    )
    const page = parsePage(`<main><template id="B:0"></template></main>${chain.join('')}`)
    expect([page.streamed, outline(page).filter((line) => line.startsWith('   "')).length]).toEqual([30_000, 30_000])
  })
})

describe('readers of the page', () => {
  it('libraries get the document of a browser without scripts, with the ids of the model', () => {
    const page = parsePage(html)
    const { document, ids } = buildPeerDocument(page)
    const window = jsdomWindow(html)
    const root = document.documentElement as unknown as Node
    expect(outlineOf(root)).toEqual(outlineOf(window.document.documentElement))
    window.close()
    visitPeerNodes(document.documentElement, (node: PeerNode) => {
      const id = ids.get(node)
      if (id !== undefined && node.nodeType === 3) expect(page.text[id]).toBe(node.textContent)
    })
    expect([...ids.values()]).toContain(page.text.findIndex((text) => text.startsWith('The last ferry')))
  })

  it('Boilerscope’s extractors and Defuddle, which inserts the content itself, keep the story', () => {
    const page = parsePage(html)
    const lines = { lens: 'The last ferry is back', 'cectd-ds': 'The last ferry is back', defuddle: 'The harbour & its ferries' }
    for (const [id, line] of Object.entries(lines)) {
      const extractor = findExtractor(registry, id)
      const text = extractedText(runExtractor(page, extractor, resolveParams(extractor, 'default', {})))
      expect(text, id).toContain(line)
      expect(text, id).not.toContain('Loading the story')
    }
  })

  it('a program gets the source with the ids of the model', () => {
    const page = parsePage(html)
    const { html: stamped, attribute } = stampedPage(page)
    const item = page.parent[page.text.indexOf('A comment that came late.')]
    expect(stamped).toContain(`<li ${attribute}="${item}">A comment`)
  })
})
