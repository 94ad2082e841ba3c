import { describe, expect, it } from 'vitest'
import { explainNode } from '../../shared/explain/explain-node'
import { headline } from '../../shared/explain/reason-sentence'
import { RecordingProbe } from '../../shared/extractors/core/probe'
import { programExtraction, programInfo, stampedPage } from '../../shared/extractors/own/program-extraction'
import { ProgramAnswer, ProgramDescription } from '../../shared/extractors/own/program-protocol'
import { attribute, ELEMENT, tagName } from '../../shared/page/page-model'
import { outputText, KEPT, OUT } from '../../shared/page/output'
import { parsePage } from '../../shared/page/parse-page'
import { byId } from '../fixtures/nodes'

const HTML = `<!doctype html><title>A page</title><div id=nav class="a > b"><a href=/>Home</a></div>
<table id=t><tr><td>cell</table><p id=first>The same words stand here twice.</p>text<br/>more<p id=second>The same words stand here twice.</p>`

describe('the page for a program that reports reasons', () => {
  const page = parsePage(HTML)
  const { html, attribute: name, ends, texts, body } = stampedPage(page)

  it('has the id of the element in each start tag, and no other changes', () => {
    expect(html.replace(new RegExp(` ${name}="\\d+"`, 'g'), '')).toBe(HTML)
    const stamped = parsePage(html)
    expect(stamped.count).toBe(page.count)
    for (let n = 0; n < stamped.count; n++) {
      const value = stamped.kind[n] === ELEMENT ? attribute(stamped, n, name) : null
      if (value !== null) expect(Number(value)).toBe(n)
    }
    expect(attribute(stamped, byId(stamped, 'nav'), name)).toBe(String(byId(page, 'nav')))
  })

  it('has no id for elements that the parser added', () => {
    expect(html).not.toMatch(/<(tbody|html|body)/)
    expect([...html.matchAll(new RegExp(`<(\\w+) ${name}=`, 'g'))].map((match) => match[1])).toEqual([
      ...['title', 'div', 'a', 'table', 'tr', 'td', 'p', 'br', 'p'],
    ])
  })

  it('has the ids of its texts, its body, and the end of each subtree', () => {
    expect(texts.map((n) => page.text[n]?.trim())).toEqual([
      ...['A page', 'Home', 'cell', 'The same words stand here twice.', 'text', 'more', 'The same words stand here twice.'],
    ])
    expect(tagName(page, body)).toBe('body')
    expect(ends).toEqual([...page.subtreeEnd])
  })

  it('uses an attribute name that the page does not contain, in any case', () => {
    expect(stampedPage(parsePage('<p data-n=3>Text.</p>')).html).toBe('<p data-nn="3" data-n=3>Text.</p>')
    expect(stampedPage(parsePage('<p DATA-NN=3 data-n=4>Text.</p>')).attribute).toBe('data-nnn')
    // The search for a free attribute name reads the page once, even if the page uses very long names.
    expect(stampedPage(parsePage(`<p data-${'n'.repeat(1e6)}>Text.</p>`)).attribute).toHaveLength(1e6 + 6)
  })

  it('leaves the documents in frames unchanged: they are in an attribute', () => {
    const framed = parsePage('<iframe srcdoc="<p>inside</p>"></iframe><p>outside</p>', { composed: true })
    expect(stampedPage(framed).html).toMatch(/^<iframe data-n="\d+" srcdoc="<p>inside<\/p>"><\/iframe><p data-n="\d+">outside<\/p>$/)
  })
})

describe('the report of a program', () => {
  const page = parsePage(HTML)
  const description = ProgramDescription.parse({
    ...{ id: 'told', title: 'Told', command: 'told', mode: 'jsonl' },
    rules: [{ id: 'word', label: 'a word', sentence: 'It has the word {note}.' }],
  })
  const recorded = new RecordingProbe()
  const [first, second] = [byId(page, 'first'), byId(page, 'second')]
  const answer = ProgramAnswer.parse({
    text: 'The same words stand here twice.\nmore',
    decisions: [
      { node: body(), rule: 'word', value: null, limit: null, outcome: 'keep' },
      { node: first, rule: 'word', value: 2, limit: 1, outcome: 'drop', note: '“nav” in class' },
      { node: byId(page, 'nav'), rule: 'word', value: null, limit: null, outcome: 'drop', note: '“a”' },
    ],
  })
  const extraction = programExtraction(page, description, recorded, () => answer)
  const why = (node: number): string =>
    headline(page, explainNode(page, { extraction, trace: recorded.trace(), rules: programInfo(description).rules }, node), null)

  function body(): number {
    return page.body
  }

  it('is in the sentence of Why, with its note', () => expect(why(first)).toBe('Dropped: it has the word “nav” in class.'))

  it('reports which of two equal texts is in the output', () => {
    expect(extraction.selected[first + 1]).toBe(OUT)
    expect(extraction.selected[second + 1]).toBe(KEPT)
    expect(extraction.values).toMatchObject({ unalignedWords: 0 })
  })

  it('gives texts of punctuation the result of adjacent texts', () => {
    const signs = parsePage('<p id=p>They built <a>the bridge</a>. (<b>Again</b>)</p><p>– <i>Nobody</i> asked</p><hr>*')
    const { selected } = programExtraction(signs, description, new RecordingProbe(), () => ({
      text: 'They built the bridge. (Again)\n– Nobody asked',
      decisions: [{ node: signs.body, rule: 'word', value: null, limit: null, outcome: 'keep' }],
    }))
    expect(outputText(signs, selected).text).toBe('They built the bridge. (Again)\n– Nobody asked')
  })

  it('is overruled by a different output', () => {
    const text = byId(page, 't') + 4
    expect(page.text[text]).toBe('cell')
    expect(extraction.selected[text]).toBe(OUT)
    expect(why(text)).toBe('Dropped: it is not in the output of the library.')
  })
})

it('a response by nodes keeps the contents of a kept node, except scripts and styles that it does not list', () => {
  const page = parsePage('<div id=d><p>Hello there</p><script id=s>var x = 1</script><style>a{b:c}</style></div>')
  const description = ProgramDescription.parse({ id: 'nodes', title: 'Nodes', command: 'nodes', mode: 'jsonl' })
  const textOf = (nodes: readonly object[]): string => {
    return outputText(page, programExtraction(page, description, new RecordingProbe(), () => ProgramAnswer.parse({ nodes })).selected).text
  }
  expect(textOf([{ id: byId(page, 'd'), selected: 1 }])).toBe('Hello there')
  expect(textOf(['d', 's'].map((id) => ({ id: byId(page, id), selected: 1 })))).toContain('var x = 1')
})
