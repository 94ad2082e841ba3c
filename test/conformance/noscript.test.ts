import { describe, expect, it } from 'vitest'
import { extractors } from '../../shared/extractors/index'
import { resolveParams, runExtractor } from '../../shared/extractors/core/run'
import { textAxis } from '../../shared/gold/text-axis'
import { parsePage } from '../../shared/page/parse-page'
import { viewHtml } from '../../shared/page/view-html'

const PARAGRAPH = `<p>${'A thread of a forum that puts all its posts there for readers without scripts. '.repeat(8)}</p>\n`
const THREAD = `<body>\n<div id=app></div>\n<noscript>\n${PARAGRAPH.repeat(12)}</noscript>\n</body>`

describe('noscript', () => {
  it.each(extractors.map((extractor) => [extractor.id, extractor] as const))(
    'is content for %s with scripts off, and no content with scripts on',
    (_, extractor) => {
      const run = (scriptingEnabled: boolean): string =>
        runExtractor(parsePage(THREAD, { sourcePositions: true, scriptingEnabled }), extractor, resolveParams(extractor, 'default', {}))
          .text
      expect(run(false)).toContain('A thread of a forum')
      expect(run(true)).toBe('')
    },
  )

  it('follows the same rule in the page view and for labels', () => {
    for (const scriptingEnabled of [false, true]) {
      const page = parsePage(THREAD, { scriptingEnabled })
      expect(viewHtml(page, { kept: null }).includes('A thread of a forum')).toBe(!scriptingEnabled)
      expect(textAxis(page).length > 1000).toBe(!scriptingEnabled)
    }
  })
})
