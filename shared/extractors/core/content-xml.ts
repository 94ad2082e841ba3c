import { LINE_TAGS, tagTable } from '../../page/tags'
import { outputHtml } from '../../page/output'
import { nodePaths, tagName, type PageModel } from '../../page/page-model'
import type { Extraction } from './run'
import { escapeXml, escapeXmlAttribute } from '../../base/escape'

export async function formatted(page: PageModel, extraction: Extraction, format: 'html' | 'xml' | 'markdown'): Promise<string> {
  if (format === 'markdown') return (await import('../../page/markdown')).outputMarkdown(page, extraction.selected, true)
  return format === 'xml' ? contentXml(page, extraction) : outputHtml(page, extraction.selected)
}

/** Returns the result as XML (ContentEx, §II.C). A `block` contains consecutive text of one block element. */
export function contentXml(page: PageModel, extraction: Extraction): string {
  const inline = tagTable(page.tagNames, LINE_TAGS)
  const pathOf = nodePaths(page)
  const block = new Int32Array(page.count)
  for (let n = 1; n < page.count; n++) {
    const isBlock = page.kind[n] === 1 && inline[page.tag[n]] === 0
    block[n] = isBlock ? n : block[page.parent[n]]
  }

  const attributes = [
    `extractor="${escapeXmlAttribute(extraction.extractor)}"`,
    ...(page.url === null ? [] : [`url="${escapeXmlAttribute(page.url)}"`]),
    ...(page.title === '' ? [] : [`title="${escapeXmlAttribute(page.title)}"`]),
  ]
  const lines = ['<?xml version="1.0" encoding="UTF-8"?>', `<content ${attributes.join(' ')}>`]
  const { text, spans } = extraction
  let i = 0
  while (i < spans.length) {
    const owner = block[spans[i + 2]]
    const start = spans[i]
    let end = start
    for (; i < spans.length && block[spans[i + 2]] === owner; i += 3) end = spans[i + 1]
    if (end > start) {
      const where = `tag="${escapeXmlAttribute(tagName(page, owner))}" path="${escapeXmlAttribute(pathOf(owner))}"`
      lines.push(`  <block ${where} xml:space="preserve">${escapeXml(text.slice(start, end))}</block>`)
    }
  }
  lines.push('</content>', '')
  return lines.join('\n')
}
