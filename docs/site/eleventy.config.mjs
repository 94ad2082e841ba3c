// Configures the website: articles in Markdown with facts from the program. Every address is relative.
import { readFileSync } from 'node:fs'
import { IdAttributePlugin } from '@11ty/eleventy'
import temml from 'temml'
import { figureMarkup } from './figure-markup.mjs'

export default function configure(eleventy) {
  eleventy.addPlugin(IdAttributePlugin)
  const escape = (text) => String(text).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
  const percent = (share) => (share === null ? '–' : `${(share * 100).toFixed(1)} %`)

  const link = (page, extractor, sample, step) => `${up(page.url)}app/index.html#page=sample:${sample}&extractor=${extractor}&step=${step}`

  // A table may be wider than the page, so it scrolls separately, even by keyboard.
  eleventy.amendLibrary('md', (markdown) => {
    markdown.renderer.rules.table_open = () => '<div class="table" tabindex="0" role="group" aria-label="Table"><table>\n'
    markdown.renderer.rules.table_close = () => '</table></div>\n'
    const image = markdown.renderer.rules.image
    // Set the size of a picture, so that the page does not move when the picture arrives.
    markdown.renderer.rules.image = (tokens, at, ...rest) => {
      const { width, height } = sizeOfPng(new URL(`../${tokens[at].attrGet('src')}`, import.meta.url))
      tokens[at].attrSet('width', String(width))
      tokens[at].attrSet('height', String(height))
      return image(tokens, at, ...rest)
    }
  })
  eleventy.addFilter('up', up)
  eleventy.addFilter('percent', percent)
  eleventy.addFilter('json', (value) => JSON.stringify(value))
  eleventy.addFilter('tex', (tex) => temml.renderToString(tex, { throwOnError: true }))
  eleventy.addFilter('repeat', (text, times) => text.repeat(times))
  // An empty line would end the block of HTML around the listing.
  eleventy.addFilter('source', (text) => escape(text.trimEnd()).replaceAll('\n', '&#10;'))
  /** Writes tags, phrases or patterns of the extractors as code. */
  eleventy.addFilter('codes', (list) =>
    [list]
      .flat()
      // Markdown would read stars and underscores as emphasis, and drop a backslash before punctuation.
      .map((one) => `<code>${escape(one).replaceAll('*', '&#42;').replaceAll('_', '&#95;').replaceAll('\\', '&#92;')}</code>`)
      .join(' '),
  )
  /** Writes a pattern of many words with possible line breaks between the words. */
  eleventy.addFilter('breaks', (pattern) => escape(pattern).replaceAll('|', '|<wbr>'))
  /** Writes a parameter's default, or another field of its description. */
  eleventy.addShortcode('param', function (extractor, name, of = 'default') {
    const spec = this.ctx.facts.methods[extractor].params.find((one) => one.name === name)
    if (spec === undefined) throw new Error(`${extractor} has no parameter ${name}`)
    return String(spec[of])
  })
  eleventy.addFilter('number', (value) => value.toLocaleString('en', { maximumSignificantDigits: 4 }))

  /** Writes a figure of the article. The first figure of an article moves by itself. */
  eleventy.addShortcode('figure', function (name, caption, moves = false) {
    return figureMarkup(this.ctx.facts.figures[name], escape(caption), moves)
  })
  /** Writes a stage at a step of a run, loaded on request. @param handles sliders above it: a parameter, and the setting that it needs (`cut=fixed`) */
  eleventy.addShortcode('stage', function (extractor, sample, step, caption, ...handles) {
    const address = link(this.page, extractor, sample, step)
    const ranges = handles.map((handle) => {
      const [name, also = ''] = handle.split(' ')
      const spec = this.ctx.facts.methods[extractor].params.find((one) => one.name === name)
      if (spec?.value === undefined) throw new Error(`${extractor} has no number ${name}`)
      return `<label><span>${escape(spec.label)}</span> <input type="range" min="${spec.min}" max="${spec.max}" step="${spec.step}" value="${spec.value}" name="${name}" data-also="${also}" autocomplete="off" /> <b class="value">${spec.value}</b></label>`
    })
    return `<figure class="stage" data-address="${address}&embed" data-title="${escape(caption)}"><div class="handles" hidden>${ranges.join('')}</div><button type="button" class="play" hidden>Show the run step by step</button><figcaption>${escape(caption)} <a href="${address}">Open in Boilerscope</a></figcaption></figure>`
  })
  /** Writes a fold with exact details, which a re-implementer needs. */
  eleventy.addPairedShortcode(
    'fold',
    (content, title, id) => `<details class="fold" id="${id}"><summary>${escape(title)}</summary>\n\n${content}\n\n</details>`,
  )
  return { dir: { includes: '_layouts', layouts: '_layouts' }, markdownTemplateEngine: 'njk', htmlTemplateEngine: 'njk' }
}

/** Reads width and height of a picture in pixels from its header (PNG, §11.2.2). */
function sizeOfPng(file) {
  const header = readFileSync(file)
  return { width: header.readUInt32BE(16), height: header.readUInt32BE(20) }
}

/** Returns the relative path from a page to the site's root: `./`, and `../` per folder. */
function up(url) {
  return './' + '../'.repeat(url.split('/').length - 2)
}
