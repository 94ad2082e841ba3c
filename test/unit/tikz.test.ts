/** The stage for LaTeX: what stands in the text, the numbers, the document around it. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { registry } from '../../electron/peers/registry'
import { texChart, texDocument, texFormula, texNumber, texRows, texText } from '../../renderer/features/demo/out/tikz'
import { codeNote } from '../../renderer/features/demo/code-note'
import { texCode, texPage, texStage } from '../../renderer/features/demo/out/tex-stage'
import { formatNumber } from '../../renderer/components/number-format'
import { DEFAULT_FIGURE } from '../../renderer/figures/figure-style'
import { type DemoRun } from '../../shared/demo/demo-run'
import type { PagePicture } from '../../shared/contract/figure-contract'
import { codeLines } from '../../shared/demo/code-lines'
import { codePlace, codeValues } from '../../shared/demo/code-place'
import { narrate } from '../../shared/demo/narration'
import { stageChart } from '../../shared/demo/stage-chart'
import { play, sample } from './demo-fixture'

/** Braces and environments that are not closed as they were opened. */
function unbalanced(tex: string): string[] {
  const open: string[] = []
  const faults: string[] = []
  for (const [whole, , begin, end] of tex.replace(/(?<!\\)%.*$/gm, '').matchAll(/\\(begin\{(\w+)\}|end\{(\w+)\}|.)|[{}]/gs)) {
    if (whole === '{' || begin !== undefined) open.push(begin ?? '{')
    else if (whole === '}' || end !== undefined) {
      if (open.pop() !== (end ?? '{')) faults.push(whole)
    }
  }
  return [...faults, ...open]
}

describe('a text in LaTeX', () => {
  it('keeps each of the ten signs that mean something there', () => {
    expect(texText('50 % of $5 & #1_a {b} ~ ^ \\x')).toBe(
      String.raw`50 \% of \$5 \& \#1\_a \{b\} \textasciitilde{} \textasciicircum{} \textbackslash{}x`,
    )
  })

  it('names signs that few fonts have', () => {
    expect(texText('λ ≤ 3 × 2 → ✓ “yes” …')).toBe("$\\lambda$ $\\le$ 3 $\\times$ 2 $\\rightarrow$ $\\checkmark$ ``yes'' \\ldots{}")
    expect(texText('σ ς π ξ')).toBe(String.raw`$\sigma$ $\varsigma$ $\pi$ $\xi$`)
  })

  it('never lets a command, a comment or an open brace of the page through', () => {
    const hostile = fc.array(
      fc.constantFrom('\\', '{', '}', '%', '\\end{document}', '\\input{/etc/passwd}', '$', '&', '#', '^^41', '~', '\n', 'a', 'λ'),
      { maxLength: 20 },
    )
    fc.assert(
      fc.property(hostile, (parts) => {
        const tex = texText(parts.join(''))
        expect(unbalanced(tex)).toEqual([])
        // All that is left of commands is what this writes itself.
        const commands = (tex.match(/\\[a-z]+/gi) ?? []).filter((c) => !/^\\(textbackslash|textascii(tilde|circum)|lambda)$/.test(c))
        expect(commands).toEqual([])
        expect(tex.replace(/\\./g, '')).not.toMatch(/[%#&_\n]/)
        expect((tex.replace(/\\\$/g, '').match(/\$/g) ?? []).length % 2).toBe(0)
      }),
    )
  })
})

describe('a number in LaTeX', () => {
  it('is read back as what it was, to seven digits', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e15, max: 1e15 }), (value) => {
        const read = Number(texNumber(value))
        expect(Math.abs(read - value)).toBeLessThanOrEqual(Math.abs(value) * 1e-6)
        expect(texNumber(value)).not.toContain(',')
      }),
    )
  })
})

/** A picture in which each element is a box of its own. */
function pictureOf({ page }: DemoRun): PagePicture {
  const boxes = new Float32Array(page.count * 4)
  for (let n = 0; n < page.count; n++) boxes.set([10, n * 10, 500, 10], n * 4)
  return { png: new Uint8Array(), width: 1280, height: 3000, scale: 1, boxes, texts: new Float32Array(0) }
}

describe('the documents', () => {
  it('are balanced and hold no number that is none, for every method and every step', () => {
    for (const { id } of registry.list()) {
      const run = play(sample('news-article'), id)
      for (const chapter of run.timeline.chapters.slice(0, 16)) {
        const frame = run.frameAt(chapter.end - 1)
        const drawings = [
          texChart(run, frame, DEFAULT_FIGURE),
          texRows(run, frame, DEFAULT_FIGURE),
          texFormula(run, frame, 88),
          texCode(run, frame),
          texPage(run, frame, pictureOf(run), 200, 300, DEFAULT_FIGURE),
          texStage(run, frame, null, { ...DEFAULT_FIGURE, width: 180 }),
        ].flatMap((d) => d ?? [])
        const tex = texDocument(drawings, DEFAULT_FIGURE, 'A 100 % page')
        expect(unbalanced(tex), `${id} ${chapter.step.name}`).toEqual([])
        expect(tex).not.toMatch(/NaN|Infinity|undefined/)
      }
    }
  })

  it('have every line of the pseudocode with its number, light the one just run, name the next one, and write values beside them', () => {
    const run = play(sample('news-article'), 'ttr')
    const ratio = run.timeline.chapters.find((c) => c.step.name === 'ratio')
    const frame = run.frameAt((ratio?.start ?? 0) + 2)
    const tex = texCode(run, frame) ?? ''
    const { ran, next } = codePlace(run, frame.moment)
    const rows = tex.split('\n').filter((row) => row.includes(' & '))
    const lines = codeLines(run.info.pseudocode).filter(({ isTitle }) => !isTitle)
    expect(rows).toHaveLength(lines.length)
    lines.forEach(({ index, text, number }, i) => {
      expect(rows[i]).toContain(`{${number}} & `)
      expect(rows[i]).toContain(texText(text.trimStart()))
      expect(rows[i]?.includes('bsRuns')).toBe(index === ran)
      expect(rows[i]?.includes('next')).toBe(index === next)
    })
    for (const value of codeValues(run, frame).values()) expect(tex).toContain(texText(codeNote(value)))
  })

  it('draw the page as it was measured: a box for each text, and what is kept', () => {
    const run = play(sample('news-article'), 'cectd-ds')
    const end = run.frameAt(run.timeline.length - 1)
    const tex = texPage(run, end, pictureOf(run), 200, 3000, DEFAULT_FIGURE)
    expect(tex.match(/\\fill\[bsGrid\]/g)?.length).toBeGreaterThan(20)
    expect(tex).toContain('fill=bsKept')
    expect(texPage(run, run.frameAt(0), pictureOf(run), 200, 3000, DEFAULT_FIGURE)).not.toContain('bsKept, fill')
  })

  it('have the whole stage in one, and say where there is no page', () => {
    const run = play(sample('news-article'), 'cectd-ds')
    const frame = run.frameAt(run.timeline.length - 2)
    const wide = { ...DEFAULT_FIGURE, width: 180 }
    const tex = texStage(run, frame, pictureOf(run), wide)
    for (const part of ['\\begin{axis}', 'as it was measured', '\\begin{tabular}', texText(narrate(run, frame, formatNumber))])
      expect(tex).toContain(part)
    expect(texStage(run, frame, null, wide)).toContain('The page is left out')
    // A comment at the end of a drawing takes in nothing of what follows.
    expect(tex.replace(/(?<!\\)%.*$/gm, '').match(/\\par\\medskip/g)).toHaveLength(4)
  })

  it('have every column that is drawn, with its value', () => {
    const run = play(sample('docs-page'), 'ttr')
    const frame = run.frameAt((run.timeline.chapters.find((c) => c.step.name === 'ratio')?.end ?? 0) - 1)
    const columns = stageChart(run, frame, 600)?.columns ?? []
    const tex = texChart(run, frame, DEFAULT_FIGURE) ?? ''
    columns.forEach(({ value }, i) => {
      if (value > 0) expect(tex).toContain(`(${i + 1},${texNumber(value)})`)
    })
    expect(tex).toContain('xlabel={lines of the source, in order}')
    expect(tex).toMatch(/ytick=\{0,\d+/)
  })

  it('have centres and clusters, and for a plane both coordinates', () => {
    const ttr = play(sample('docs-page'), 'ttr')
    const cluster = ttr.timeline.chapters.filter((c) => c.step.name === 'cluster').at(-1)
    expect(texChart(ttr, ttr.frameAt(cluster?.start ?? 0), DEFAULT_FIGURE)).toMatch(
      /addlegendentry\{cluster 1\}[^]*addlegendentry\{centre\}/,
    )
    const cetr = play(sample('news-article'), 'cetr')
    const plane = cetr.timeline.chapters.filter((c) => c.step.plane !== undefined).at(-1)
    expect(texChart(cetr, cetr.frameAt(plane?.start ?? 0), DEFAULT_FIGURE)).toMatch(/only marks[^]*\\node\[anchor=south west/)
  })

  it('draw a hostile page as text', () => {
    const run = play('<div class="\\input{x} a_b %"><p id="$&">Some text of enough length to be measured.</p></div>', 'cectd-ds')
    const tex = texDocument([texRows(run, run.frameAt(run.timeline.length - 1), DEFAULT_FIGURE)], DEFAULT_FIGURE, 'x\n\\input{y}')
    expect(tex).not.toMatch(/^[^%]*\\input/m)
    expect(unbalanced(tex)).toEqual([])
  })
})
